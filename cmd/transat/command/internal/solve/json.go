package solve

import (
	"encoding/json"
	"fmt"

	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
)

// solveAnswer is what --format=json prints: one object on one line. Unknown values are left out. Names are those of the
// other commands; times are in seconds.
type solveAnswer struct {
	Verdict   string `json:"verdict"`          // the word of the s line
	Reason    string `json:"reason,omitempty"` // why it is UNKNOWN
	Formula   string `json:"formula"`
	Variables int    `json:"variables"`
	Clauses   int    `json:"clauses"`
	Engine    string `json:"engine,omitempty"` // the engine that was used
	Rule      string `json:"rule,omitempty"`   // of a search of the tree
	Model     *[]int `json:"model,omitempty"`  // a literal for every variable, as in the v lines
	*modelsAnswer
	OnlyUnder []string `json:"only_under,omitempty"`         // what UNSATISFIABLE holds under: cubes, assumptions
	Failed    *[]int   `json:"failed_assumptions,omitempty"` // those that cannot be true together
	*treeAnswer
	LocalSearch *localAnswer    `json:"local_search,omitempty"`
	Cubes       *cubesAnswer    `json:"cubes,omitempty"`
	Proof       *proofOutcome   `json:"proof,omitempty"`
	Verified    *verifiedAnswer `json:"verified,omitempty"`
	Checkpoint  *keptAnswer     `json:"checkpoint,omitempty"`
	Notes       []string        `json:"notes,omitempty"` // the c lines
	Parse       float64         `json:"parse_time_s"`
	Solve       float64         `json:"solve_time_s"`
	*timesAnswer
}

// modelsAnswer has the models of --models.
type modelsAnswer struct {
	Models [][]int `json:"models"`
	Count  int64   `json:"model_count"`
	All    bool    `json:"all_models"`
}

// treeAnswer has the counts of a tree search.
type treeAnswer struct {
	Nodes        int64 `json:"nodes"`
	Visited      int64 `json:"visited"` // with the nodes behind the model of a deterministic search
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
	Split     int64 `json:"split,omitempty"`   // again
	Outside   int64 `json:"outside,omitempty"` // decided by another program
	Trusted   int64 `json:"trusted,omitempty"` // refuted without a proof
	Taken     int64 `json:"taken,omitempty"`   // short lemmas, from other processors
}

type proofOutcome struct {
	File   string             `json:"file"`
	Format dimacs.ProofFormat `json:"proof_format"`
	Lemmas int64              `json:"lemmas"`
	Bytes  int64              `json:"bytes"`
}

// verifiedAnswer says what --verify has checked: lemmas, or a model.
type verifiedAnswer struct {
	By     string `json:"checked_by"`
	Lemmas int64  `json:"lemmas"`
	Parts  int64  `json:"parts"`
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
func (o *solveOutput) json(s solver.Result) error {
	o.busy(s)
	if note := o.elsewhere(s); note != "" {
		o.comment(note)
	}
	answer := solveAnswer{
		Verdict: s.Verdict.String(), Formula: o.formula, Variables: o.vars, Clauses: o.clauses, Engine: string(s.Engine),
		Notes: append(o.comments, o.notes(s)...), Parse: o.parse.Seconds(), Solve: o.solving.Seconds(),
	}
	if s.Verdict == cnf.Unknown {
		answer.Reason = stopReason(s.Reason, o.flags)
	}
	answer.OnlyUnder = o.under(s)
	if o.models != nil {
		answer.modelsAnswer = &modelsAnswer{append([][]int{}, o.models.all...), o.models.Count, o.models.All}
	}
	if s.Verdict == cnf.Unsatisfiable && len(o.flags.assume) > 0 {
		lits := failed(s)
		answer.Failed = &lits
	}
	if s.Verdict == cnf.Satisfiable && o.models == nil {
		model := literals(s.Model)
		answer.Model = &model
	}
	if s.Procs > 0 && s.Engine != solver.Cube {
		n := s.Stats
		answer.Rule = s.Rule
		answer.treeAnswer = &treeAnswer{
			n.Nodes, max(s.Visited, n.Nodes), n.Leaves, n.Decisions, n.Looks, n.Propagations, n.Visits, n.MaxDepth, s.Procs,
		}
	}
	if s.Flips > 0 {
		answer.LocalSearch = &localAnswer{s.Flips, s.Local}
	}
	if n := s.Cubes; s.Engine == solver.Cube {
		answer.Cubes = &cubesAnswer{n.Cubes, n.Conflicts, n.Refuted, n.Split, n.Outside, n.Trusted, n.Taken}
	}
	if o.proof != nil && s.Verdict == cnf.Unsatisfiable {
		answer.Proof = &proofOutcome{o.proof.name, dimacs.ProofFormat(o.flags.proofFormat), s.Lemmas, s.ProofBytes}
	}
	if v := s.Verified; v != nil {
		if answer.Verified = (&verifiedAnswer{solver.VerifiedBy, v.Lemmas, v.Parts}); s.Verdict == cnf.Satisfiable {
			answer.Verified.By = "solver/cnf" // which has checked the model
		}
	}
	if s.Saved != nil {
		answer.Checkpoint = &keptAnswer{s.Saved.File, s.Saved.Closed}
	}
	if o.flags.stats && s.Procs > 0 {
		t := s.Resources.Times
		answer.timesAnswer = &timesAnswer{
			t.SetUp.Seconds(), t.Propagation.Seconds(), t.Branching.Seconds(), t.Proof.Seconds(), t.Bookkeeping.Seconds(),
			solver.MemoryUsed(),
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
func literals(m cnf.Model) []int {
	all := make([]int, len(m)-1)
	for i := range all {
		if all[i] = i + 1; !m[i+1] {
			all[i] = -all[i]
		}
	}
	return all
}
