package solve

import (
	"encoding/json"
	"fmt"

	"transat/dimacs"
	"transat/solver"
	"transat/solver/parallel"
)

// solveAnswer is what --format=json prints: one object on one line. What was not found out is left out. Names are those of the
// other commands; times are in seconds.
type solveAnswer struct {
	Verdict   string `json:"verdict"`          // as in the s line
	Reason    string `json:"reason,omitempty"` // why it is UNKNOWN
	Formula   string `json:"formula"`
	Variables int    `json:"variables"`
	Clauses   int    `json:"clauses"`
	Engine    string `json:"engine,omitempty"` // the one that was taken
	Rule      string `json:"rule,omitempty"`   // of a search of the tree
	Model     *[]int `json:"model,omitempty"`  // a literal for every variable, as in the v lines
	*treeAnswer
	LocalSearch *localAnswer  `json:"local_search,omitempty"`
	Cubes       *cubesAnswer  `json:"cubes,omitempty"`
	Proof       *proofOutcome `json:"proof,omitempty"`
	Checkpoint  *keptAnswer   `json:"checkpoint,omitempty"`
	Notes       []string      `json:"notes,omitempty"` // the c lines
	Parse       float64       `json:"parse_time_s"`
	Solve       float64       `json:"solve_time_s"`
	*timesAnswer
}

// treeAnswer counts what was done in the tree.
type treeAnswer struct {
	Nodes        int64 `json:"nodes"`
	Visited      int64 `json:"visited"` // with those behind the model of a deterministic search
	Leaves       int64 `json:"leaves"`
	Decisions    int64 `json:"decisions"`
	Looks        int64 `json:"look_nodes"`
	Propagations int64 `json:"propagations"`
	Visits       int64 `json:"clause_visits"`
	Depth        int   `json:"depth"`
	Procs        int   `json:"processors"`
}

type localAnswer struct {
	Flips int64 `json:"flips"`
	Found bool  `json:"found"`
}

type cubesAnswer struct {
	Solved    int64 `json:"solved"`
	Conflicts int64 `json:"conflicts"`
	Refuted   int64 `json:"refuted"`
}

type proofOutcome struct {
	File   string             `json:"file"`
	Format dimacs.ProofFormat `json:"proof_format"`
	Lemmas int64              `json:"lemmas"`
	Bytes  int64              `json:"bytes"`
}

type keptAnswer struct {
	File   string  `json:"file"`
	Closed float64 `json:"closed"` // share of the tree
}

// timesAnswer says, with --stats, where the time of the processors went.
type timesAnswer struct {
	SetUp       float64 `json:"set_up_time_s"`
	Propagation float64 `json:"propagation_time_s"`
	Branching   float64 `json:"branching_time_s"`
	Proof       float64 `json:"proof_time_s"`
	Bookkeeping float64 `json:"bookkeeping_time_s"`
	Memory      int64   `json:"memory_bytes"` // of the program
}

// json prints the answer as JSON.
func (o *solveOutput) json(s parallel.Result) error {
	o.busy(s)
	answer := solveAnswer{
		Verdict: s.Verdict.String(), Formula: o.formula, Variables: o.vars, Clauses: o.clauses, Engine: string(s.Engine),
		Notes: append(o.comments, notes(s, o.flags)...), Parse: o.parse.Seconds(), Solve: o.solving.Seconds(),
	}
	if s.Verdict == solver.Unknown {
		answer.Reason = stopReason(s.Reason, o.flags)
	}
	if s.Verdict == solver.Satisfiable {
		model := literals(s.Model)
		answer.Model = &model
	}
	if s.Procs > 0 {
		n := s.Stats
		answer.Rule = s.Rule
		answer.treeAnswer = &treeAnswer{n.Nodes, max(s.Visited, n.Nodes), n.Leaves, n.Decisions, n.Looks, n.Propagations, n.Visits, n.MaxDepth, s.Procs}
	}
	if s.Flips > 0 {
		answer.LocalSearch = &localAnswer{s.Flips, s.Local}
	}
	if s.Engine == parallel.Cube {
		answer.Cubes = &cubesAnswer{s.Cubes.Cubes, s.Cubes.Conflicts, s.Cubes.Refuted}
	}
	if o.proof != nil && s.Verdict == solver.Unsatisfiable {
		answer.Proof = &proofOutcome{o.proof.name, dimacs.ProofFormat(o.flags.proofFormat), s.Lemmas, s.ProofBytes}
	}
	if s.Kept != nil {
		answer.Checkpoint = &keptAnswer{s.Kept.File, s.Kept.Closed}
	}
	if o.flags.stats && s.Procs > 0 {
		t := s.Resources.Times
		answer.timesAnswer = &timesAnswer{
			t.SetUp.Seconds(), t.Propagation.Seconds(), t.Branching.Seconds(), t.Proof.Seconds(), t.Bookkeeping.Seconds(),
			parallel.MemoryUsed(),
		}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.app.Out, "%s\n", text)
	return err
}

// literals are a model as numbers.
func literals(m solver.Model) []int {
	all := make([]int, len(m)-1)
	for i := range all {
		if all[i] = i + 1; !m[i+1] {
			all[i] = -all[i]
		}
	}
	return all
}
