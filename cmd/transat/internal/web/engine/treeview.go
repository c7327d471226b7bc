package engine

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"transat/balance/compare"
	"transat/balance/foreign"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/recording"
	"transat/cmd/transat/internal/steps"
	"transat/solver/cnf"
)

// The requests treeview and node: a small search tree node by node, with the processor that expanded each of them, and what the
// formula has become at one of them. Package ownership does both.

// maxViewNodes is the size of the largest tree that is looked at node by node.
const maxViewNodes = 20_000

// maxClausesShown is how many of the clauses left at a node are written out.
const maxClausesShown = 400

// treeView is the reply to treeview. Its lists have an entry for every node, in preorder: the root first, and every subtree in one
// piece.
type treeView struct {
	Name     string `json:"name"`
	Rule     string `json:"rule"`
	Setup    string `json:"setup"`
	Policy   string `json:"policy"`
	Procs    int    `json:"procs"`
	Sides    []int  `json:"sides"` // of the machine
	Estimate string `json:"estimate"`

	End        int64   `json:"end"` // when the last node was done, in ns, as all times here
	Time       float64 `json:"time_s"`
	Idle       float64 `json:"idle_s"`
	Sent       float64 `json:"send"`
	Info       float64 `json:"info"`
	Efficiency float64 `json:"efficiency"`
	Found      bool    `json:"found"`

	Parent   []int32  `json:"parent"` // -1 at the root
	Level    []int32  `json:"level"`
	Kind     []string `json:"kind"`
	Decision []int    `json:"decision"` // a literal; 0 at the root, and if there is no formula
	Owner    []int32  `json:"owner"`    // -1: expanded before the run by all that need it; -2: not expanded
	Begin    []int64  `json:"begin"`
	Done     []int64  `json:"done"`
	Received []int    `json:"received"` // 1 if it came from another processor
	Move     []int32  `json:"move"`     // by which move of the recording it came, or a node above it; 0 if it was there from the start
	Head     []int32  `json:"head"`     // the node that was taken from the list when this one was done
	Work     []int64  `json:"work"`
	Size     []int64  `json:"size"` // nodes of the subtree
	Load     []string `json:"load"` // as the policy knows it
	Expected []int64  `json:"expected"`
	True     []int64  `json:"true"`
	// What a node has, or should have, of the work of itself and its sibling, and the time by which the two differ.
	ShareExpected []float64 `json:"share_expected"`
	ShareTrue     []float64 `json:"share_true"`
	Astray        []int64   `json:"astray"`
	// Wrong are the nodes at whose forks the estimate was most wrong; Sent those of them that were sent.
	Wrong     []int `json:"wrong"`
	WrongSent []int `json:"wrong_sent"`

	// Of a tree of tasks: what works count, and how many of Work are one of that; and the ids of the file.
	Unit    string   `json:"unit,omitempty"`
	PerUnit float64  `json:"per_unit,omitempty"`
	ID      []string `json:"id,omitempty"`
	About   string   `json:"about,omitempty"` // what a reader must know about the tree

	Warnings []string `json:"warnings"`
}

// treeview runs a policy over a small tree and says who has done what. With it comes the recording of the run, which knows the moves.
func (e *Engine) treeview(c *Call) (Reply, error) {
	var setting Setting
	if err := c.Read(&setting); err != nil {
		return Reply{}, err
	}
	view := treeView{Rule: setting.source().rule(), Warnings: []string{}}
	setup, err := e.setup(setting, func(text string) { view.Warnings = append(view.Warnings, text) })
	if err != nil {
		return Reply{}, err
	}
	tree, name, err := e.nodes(c, setting.source(), &view)
	if err != nil {
		return Reply{}, err
	}
	if k := e.trees.take(setting.source().key()); k != nil && k.tasks != nil {
		work, err := experiment.Load(c.Context, k.formula, e.store, nil)
		if err != nil {
			return Reply{}, err
		}
		setup = work.Adapt(setup)
		if work.Tasks.Pruned {
			view.About = experiment.PrunedNote
		}
	} else {
		setup = setup.ForTree(tree.Nodes[0].Below, tree.Nodes[0].Size)
	}
	c.Progress(0.5, "searching with "+setup.Policy.String())
	root := &tree.Nodes[0]
	watch := compare.Watch{Limit: setup.Limit(root.Below, root.Size)}
	recorder := recording.New(recording.Options{})
	about := experiment.Recording{Setup: setup, Tree: name, Work: root.Below, Nodes: root.Size}
	var failure error
	recorder.Begin(about, &watch, func(err error) { failure = err })
	if failure != nil {
		return Reply{}, failure
	}
	run, result, err := tree.Run(c.Context, setup, watch)
	if err == nil {
		err = recorder.End(result)
	}
	if err != nil {
		return Reply{}, err
	}
	blob, err := recorder.Run().EncodeInHaste()
	if err != nil {
		return Reply{}, err
	}
	view.Name, view.Policy, view.Procs, view.Sides = name, setup.Policy.String(), run.Procs, setup.Physical.Sides()
	view.Setup = fmt.Sprintf(
		"%v on %v, machine %s, start at %s, seed %d", setup.Policy, setup.Topology, setup.Cost.Name, setup.Start, setup.Seed)
	view.Estimate = setup.Estimate.String()
	view.End, view.Time, view.Idle = int64(run.End), result.Seconds(), result.MeanSeconds(result.Idle)
	view.Sent, view.Info = result.PerProc(result.Sent), result.PerProc(result.Messages)
	view.Efficiency, view.Found = result.Efficiency(), result.Found
	for i := range run.Of {
		view.add(&tree.Nodes[i], &run.Of[i])
	}
	view.Wrong, view.WrongSent = append([]int{}, run.Wrong(20, false)...), append([]int{}, run.Wrong(20, true)...)
	return Reply{JSON: view, Blobs: [][]byte{blob}}, nil
}

// nodes finds the tree of a source, node by node.
func (e *Engine) nodes(c *Call, s Source, view *treeView) (*steps.Tree, string, error) {
	k, err := e.keep(c, s)
	if err != nil {
		return nil, "", err
	}
	recorded := k.formula.Recorded
	switch {
	case k.tasks != nil:
		tasks := k.tasks
		view.Unit, view.PerUnit = cmp.Or(tasks.Unit(), "units of work"), math.Pow10(tasks.Digits())
		tree, err := steps.Tasks(tasks, maxViewNodes)
		if err != nil {
			return nil, "", err
		}
		for i := range tasks.Behind(tasks.Root()) {
			view.ID = append(view.ID, foreign.Text(tasks.ID(tasktree.Node(i))))
		}
		return tree, k.formula.Name, nil
	case k.bounded != nil:
		return nil, "", fmt.Errorf("%s: %w", s.name(), input.ErrBounded)
	case k.formula.Tree != nil:
		return nil, "", fmt.Errorf("%s has no formula, and so no decisions to look at: choose a small formula, such as php-5-4", s.name())
	case recorded == nil:
		return nil, "", fmt.Errorf(
			"%s is satisfiable, and its search tree is too large to be looked at node by node: choose a smaller formula", s.name())
	}
	f, err := s.formula(c)
	if err != nil {
		return nil, "", err
	}
	tree, err := steps.Grow(c.Context, recorded, f, maxViewNodes)
	return tree, k.formula.Name, err
}

// formula reads the formula itself, which a kept tree may lack.
func (s Source) formula(c *Call) (*cnf.Formula, error) {
	input, err := s.open()
	if err != nil {
		return nil, err
	}
	return input.Read(c.Context)
}

// add adds a node.
func (v *treeView) add(n *steps.Node, d *steps.Doing) {
	decision, received := 0, 0
	if !n.Decision.IsNone() {
		decision = n.Decision.DIMACS()
	}
	if d.Received {
		received = 1
	}
	v.Parent, v.Level, v.Kind = append(v.Parent, n.Parent), append(v.Level, n.Assigned), append(v.Kind, n.Kind.String())
	v.Decision, v.Owner = append(v.Decision, decision), append(v.Owner, d.Owner)
	v.Begin, v.Done = append(v.Begin, int64(d.Begin)), append(v.Done, int64(d.End))
	v.Received, v.Head, v.Move = append(v.Received, received), append(v.Head, d.Head), append(v.Move, d.Move)
	v.Work, v.Size = append(v.Work, n.Work), append(v.Size, n.Size)
	v.Load = append(v.Load, fmt.Sprintf("%.3g", d.Load))
	v.Expected, v.True = append(v.Expected, int64(d.Expected)), append(v.True, int64(d.True))
	v.ShareExpected, v.ShareTrue = append(v.ShareExpected, rounded(d.ShareExpected)), append(v.ShareTrue, rounded(d.ShareTrue))
	v.Astray = append(v.Astray, int64(d.Astray))
}

// rounded is a share with as many digits as anyone reads: of a child among thousands it is small.
func rounded(share float64) float64 {
	if share >= 0.01 || share == 0 {
		return math.Round(share*1e4) / 1e4
	}
	digits := math.Pow10(1 - int(math.Floor(math.Log10(share))))
	return math.Round(share*digits) / digits
}

// nodeView is the reply to node.
type nodeView struct {
	Level    int            `json:"level"`
	Conflict string         `json:"conflict,omitempty"` // what contradicts what
	Assigned []assignedView `json:"assigned"`
	Left     []clauseView   `json:"left"`    // the shortest first, at most maxClausesShown
	Count    int            `json:"count"`   // of all clauses that are left
	Lengths  map[int]int    `json:"lengths"` // how many clauses have that many free literals
	Of       int            `json:"of"`      // clauses of the formula
}

type assignedView struct {
	Lit      int    `json:"lit"`
	Decision int    `json:"decision"`         // how many decisions had been made
	Reason   string `json:"reason,omitempty"` // the clause that forced it; "" for the decision itself
}

type clauseView struct {
	Clause string `json:"clause"`
	Free   []int  `json:"free"`
}

// node says what the formula has become after some decisions.
func (e *Engine) node(c *Call) (Reply, error) {
	var fields struct {
		Source
		Decisions []int `json:"decisions"`
	}
	if err := c.Read(&fields); err != nil {
		return Reply{}, err
	}
	f, err := fields.formula(c)
	if err != nil {
		return Reply{}, err
	}
	clauses, err := steps.Clauses(c.Context, f, fields.rule())
	if err != nil {
		return Reply{}, err
	}
	var decisions []cnf.Lit
	for _, d := range fields.Decisions {
		if d == 0 || max(d, -d) > f.Vars() {
			return Reply{}, fmt.Errorf("decision %d: %s has the variables 1 to %d", d, fields.name(), f.Vars())
		}
		decisions = append(decisions, cnf.FromDIMACS(d))
	}
	if len(decisions) > f.Vars() {
		return Reply{}, errors.New("decisions: there are more than variables")
	}
	return Reply{JSON: newNodeView(clauses, steps.At(clauses, decisions))}, nil
}

func newNodeView(clauses [][]cnf.Lit, s *steps.Assignment) nodeView {
	v := nodeView{
		Level: s.Level, Count: len(s.Left), Of: len(clauses), Lengths: map[int]int{}, Assigned: []assignedView{},
		Left: []clauseView{},
	}
	switch {
	case s.Falsified >= 0:
		v.Conflict = fmt.Sprintf("all literals of the clause %s are false", clauseText(clauses[s.Falsified]))
	case s.Contradiction != 0:
		v.Conflict = fmt.Sprintf("two unit clauses want variable %d to be true and to be false", s.Contradiction)
	}
	for _, a := range s.Assigned {
		reason := ""
		if a.Reason >= 0 {
			reason = clauseText(clauses[a.Reason])
		}
		v.Assigned = append(v.Assigned, assignedView{a.Lit.DIMACS(), a.Decision, reason})
	}
	longest := 0
	for _, left := range s.Left {
		v.Lengths[len(left.Free)]++
		longest = max(longest, len(left.Free))
	}
	for length := 0; length <= longest; length++ {
		for _, left := range s.Left {
			if len(left.Free) == length && len(v.Left) < maxClausesShown {
				free := []int{}
				for _, l := range left.Free {
					free = append(free, l.DIMACS())
				}
				v.Left = append(v.Left, clauseView{clauseText(clauses[left.Index]), free})
			}
		}
	}
	return v
}

// clauseText writes a clause with signs: (1 ∨ ¬2).
func clauseText(clause []cnf.Lit) string {
	text := "("
	for i, l := range clause {
		if i > 0 {
			text += " ∨ "
		}
		if l.Negative() {
			text += "¬"
		}
		text += fmt.Sprint(l.Var())
	}
	return text + ")"
}
