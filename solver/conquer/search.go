package conquer

import (
	"context"
	"errors"
	"slices"
	"time"

	"transat/balance/cores"
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/cube"
)

// Tail knows how much of some time lies in the last tenth of a run.
type Tail = cube.Tail

// Doubt knows how far the share of a tree that is said to be closed may be off.
type Doubt = cube.Doubt

// Counts are those of a search since it was made.
type Counts struct {
	Nodes     int64 // inner nodes, nodes that were refuted by propagation, cubes
	Refuted   int64 // by propagation
	Cubes     int64 // decided by clause learning
	Split     int64 // cubes that were too hard, or under way when others had nothing to do, and were split again
	Conflicts int64 // that it has had
	Outside   int64 // cubes decided by another program
	Trusted   int64 // of these, refuted without a proof
	Taken     int64 // lemmas that clause learning has taken from that of others
}

// Search decides nodes, depth first. Only one goroutine may use it at a time.
type Search struct {
	ctx      context.Context
	opt      Options
	tree     Tree
	nodes    *cube.Tree
	grain    *cube.Grain
	looks    bool // look-ahead splits, and clause learning tries the formula as a whole now and then
	whole    bool // that is under way
	over     bool // that was refuted: every node that is left is a cube, which is refuted at once
	learns   bool // every node is a cube first: what its budget has taught splits it
	learn    learning
	waited   time.Duration // for the cube under way
	forecast cube.Costs    // of the shares of open nodes
	stack    []node        // the one to be visited next is the last
	shown    []Shown
	literals int // of shown, and one for each
	counts   Counts
	model    cnf.Model
	press    bool          // others have nothing to do
	pressed  time.Duration // since they said so, while the cube was under way
}

// node is a node whose subtree is still to be decided.
type node struct {
	Node
	at     cube.TreeNode
	known  bool // at is
	spot   *cube.Spot
	branch cnf.Var // what to split it on; 0 if the splitter is to choose
	hard   bool    // it was a cube, and is to be split
}

var errForeign = errors.New("a cube that is none of this search's tree")

const (
	// patience is how long a search waits for clause learning at a time, and longPatience how long when that has worked for long.
	patience     = 2 * time.Millisecond
	longPatience = 8 * time.Millisecond
	long         = 200 * time.Millisecond
)

// New returns a search of a tree, which has nothing to do yet. The context is for all that it does. The error is that of [cube.NewTree], or
// says what is wrong with a conqueror.
func New(ctx context.Context, t Tree, opt Options) (*Search, error) {
	nodes, err := t.split(ctx, opt.Splitting)
	if err != nil {
		return nil, err
	}
	s := &Search{ctx: ctx, opt: opt, tree: t, nodes: nodes, grain: cube.NewGrain(opt.Depth, nodes.Work)}
	s.learns = nodes.Learns() && opt.Conqueror == "" && opt.Depth == 0
	if opt.eager {
		s.grain.Eager()
	}
	s.looks = opt.Splitter == cube.LookaheadSplitter && opt.Conqueror == "" && t.List == nil
	s.learn = learning{ctx: ctx, proof: opt.Proof != nil, make: func(ctx context.Context, proof cnf.ProofWriter) (cube.Leaf, error) {
		leaf := cube.LeafOptions{Proof: proof, Memory: opt.Memory, Conqueror: opt.Conqueror, Limit: opt.Time, Warn: opt.Warn}
		if opt.Exchange != nil {
			leaf.Share = opt.Exchange
		}
		return cube.NewLeaf(ctx, t.Formula, leaf)
	}}
	return s, nil
}

// split returns the nodes of the tree under a splitter.
func (t Tree) split(ctx context.Context, s Splitting) (*cube.Tree, error) {
	return cube.NewTree(ctx, t.Formula, s.Splitter, s.Rule, t.List != nil)
}

// Begin takes up nodes, to be visited in this order, and forgets those before.
func (s *Search) Begin(nodes []Node) error {
	s.Drop()
	s.forecast.Begin()
	for _, n := range slices.Backward(nodes) {
		s.stack = append(s.stack, node{Node: n, spot: s.forecast.Root(n.Share)})
	}
	return nil
}

// Search visits at most that many nodes, and returns after a few milliseconds if clause learning is at work. After cores.Found there is
// a model. The error is that of the context, of the proof, or that a node is none of this tree's.
func (s *Search) Search(nodes int64) (cores.Outcome, error) {
	for ; nodes > 0 && len(s.stack) > 0; nodes-- {
		if !s.learn.busy() {
			learn, err := s.visit()
			if err != nil {
				return cores.Running, err
			}
			if s.model != nil {
				return cores.Found, nil
			}
			if !learn {
				continue
			}
		}
		solved, err := s.await()
		switch {
		case err != nil:
			return cores.Running, err
		case s.model != nil:
			return cores.Found, nil
		case !solved:
			return cores.Running, nil
		}
	}
	if len(s.stack) == 0 {
		return cores.Closed, nil
	}
	return cores.Running, nil
}

// visit visits the topmost node. If it is a cube, clause learning begins with it.
func (s *Search) visit() (learn bool, err error) {
	last := len(s.stack) - 1
	top := &s.stack[last]
	if s.tree.List != nil && top.To-top.From > 1 {
		first, second := s.tree.halve(top.Node)
		s.counts.Nodes++
		spots := s.forecast.Split(top.spot, make([]cube.TreeNode, 2))
		s.stack = append(s.stack[:last], node{Node: second, spot: spots[1]}, node{Node: first, spot: spots[0]})
		return false, nil
	}
	if s.triesWhole() {
		return true, nil
	}
	is, err := s.isCube(top)
	if err != nil {
		return false, err
	}
	if is {
		s.begin(top.Cube, s.grain.Budget())
		return true, nil
	}
	return false, s.split()
}

// begin begins with a cube.
func (s *Search) begin(literals []cnf.Lit, budget int64) {
	s.press, s.waited, s.pressed = false, 0, 0
	s.learn.start(literals, budget)
}

// isCube reports whether clause learning is to decide a node.
func (s *Search) isCube(n *node) (bool, error) {
	given := s.tree.Whole(n.Node)
	switch {
	case n.hard:
		return false, nil
	case s.over:
		return true, nil
	case given && (s.learns || s.opt.Conqueror != ""):
		return true, nil
	}
	if err := s.know(n); err != nil {
		return false, err
	}
	if given {
		return n.at.Conflict() || s.grain.CutGiven(len(n.Cube), n.at.Assigned()), nil
	}
	return !n.at.Conflict() && (s.learns || s.grain.Cut(len(n.Cube), n.at.Assigned())), nil
}

// know goes to a node that was given by its decisions.
func (s *Search) know(n *node) (err error) {
	if n.known {
		return nil
	}
	if n.at, err = s.nodes.At(n.Cube); err != nil {
		return errors.Join(errForeign, err)
	}
	n.known = true
	return nil
}

// split puts the children of the topmost node in its place, unless it is a model.
func (s *Search) split() error {
	last := len(s.stack) - 1
	if err := s.know(&s.stack[last]); err != nil {
		return err
	}
	top := s.stack[last]
	children, failed, model := s.nodes.Expand(top.at, top.branch, nil)
	s.counts.Nodes++
	if model != nil {
		s.model = model
		return nil
	}
	for _, l := range failed {
		s.show(Shown{Holds, append(slices.Clip(top.Cube), l.Not())})
	}
	s.show(Shown{By: Split, Cube: top.Cube})
	s.stack = s.stack[:last]
	if len(children) == 0 {
		s.counts.Refuted++
	}
	spots := s.forecast.Split(top.spot, children)
	for i, c := range slices.Backward(children) {
		s.stack = append(s.stack, node{Node: Node{Cube: c.Path(), From: top.From, To: top.To}, at: c, known: true, spot: spots[i]})
	}
	return nil
}

// show notes a node, if that matters.
func (s *Search) show(n Shown) {
	if s.opt.Proof != nil {
		s.shown = append(s.shown, n)
		s.literals += len(n.Cube) + 1
	}
}

// await waits a little for clause learning, and reports whether it is over with the topmost node.
func (s *Search) await() (over bool, err error) {
	wait := patience
	if s.waited > long {
		wait = longPatience
	}
	a, ok := s.learn.wait(wait)
	s.waited += wait
	if s.press {
		s.pressed += wait
	}
	if !ok && s.press && len(s.stack) == 1 && (s.opt.Conqueror == "" || cube.WorthLosing(s.waited, s.pressed)) {
		a, ok = s.learn.halt()
	}
	if err := s.Flush(); err != nil {
		return false, err
	}
	if !ok {
		return false, nil
	}
	top := s.stack[len(s.stack)-1]
	s.counts.Conflicts += a.result.Conflicts
	s.counts.Taken += a.result.Taken
	if s.whole {
		return true, s.tried(a)
	}
	s.forecast.Pay(top.spot, a.result, s.waited, a.err == nil && a.result.Verdict == cnf.Unsatisfiable)
	switch {
	case a.err != nil && errors.Is(a.err, context.Canceled) && s.ctx.Err() == nil, a.err == nil && a.result.Verdict == cnf.Unknown:
		return true, s.spent(a.result)
	case a.err != nil:
		return false, a.err
	case a.result.Verdict == cnf.Satisfiable:
		s.model = a.result.Model
		return true, nil
	}
	s.counts.Nodes++
	s.counts.Cubes++
	s.solved(a.result)
	s.show(Shown{By: Leaf, Cube: top.Cube})
	s.stack = s.stack[:len(s.stack)-1]
	return true, nil
}

// solved notes who has decided a cube.
func (s *Search) solved(r cdcl.CubeResult) {
	if !r.Outside {
		s.grain.Solved(r.Conflicts, r.Work)
		return
	}
	s.counts.Outside++
	if r.Trusted {
		s.counts.Trusted++
	}
}

// spent splits the topmost node, a cube that is too hard, or was halted since others have nothing to do.
func (s *Search) spent(r cdcl.CubeResult) error {
	if !s.press {
		s.grain.Spent(r.Conflicts, r.Work)
	}
	s.press = false
	s.counts.Split++
	top := &s.stack[len(s.stack)-1]
	top.hard = true
	if s.learns {
		top.branch = r.Branch
	}
	return s.split()
}

// Press says that others have nothing to do. If there is no branch to be given away, the cube under way is split; what was learned
// of it stays.
func (s *Search) Press() { s.press = true }

// Flush hands the lemmas so far to Options.Proof.
func (s *Search) Flush() error {
	if s.learn.lemmas == nil {
		return nil
	}
	return s.learn.lemmas.drain(s.opt.Proof)
}

// Open appends the depths of the branches that could be given away: all but the node under way.
func (s *Search) Open(dst []int) []int {
	for _, n := range s.stack[:max(0, len(s.stack)-1)] {
		dst = append(dst, s.tree.Depth(n.Node))
	}
	return dst
}

// Give takes branch i of Open away.
func (s *Search) Give(i int) Node {
	given := s.stack[i].Node
	given.Share = s.forecast.Give(s.stack[i].spot)
	s.stack = slices.Delete(s.stack, i, i+1)
	return given
}

// Rest returns all that is left, in its order.
func (s *Search) Rest() []Node {
	rest := make([]Node, 0, len(s.stack))
	for _, n := range slices.Backward(s.stack) {
		n.Share = s.forecast.Share(n.spot)
		rest = append(rest, n.Node)
	}
	return rest
}

// Drop forgets all that is left. What was learned stays.
func (s *Search) Drop() {
	s.learn.halt()
	s.stack, s.model, s.press, s.whole = s.stack[:0], nil, false, false
	s.shown, s.literals = nil, 0
}

// Forget is Drop, and forgets what was learned, too: the next lemma begins another stream.
func (s *Search) Forget() {
	s.Drop()
	s.over = false
	s.learn.forget()
	if s.opt.Exchange != nil {
		s.opt.Exchange.Reset()
	}
}

// Counts returns what was counted since the search was made.
func (s *Search) Counts() Counts { return s.counts }

// Shown returns the nodes that were refuted since the last call of Shown, Begin or Drop. It is empty without a proof. What follows rests on
// none of them.
func (s *Search) Shown() []Shown {
	for i := range s.stack {
		s.stack[i].known = s.stack[i].known && s.stack[i].at.Alone()
	}
	shown := s.shown
	s.shown, s.literals = nil, 0
	return shown
}

// Pending returns how many literals the nodes have that Shown would return, and one more for each.
func (s *Search) Pending() int { return s.literals }

// Model returns the model after cores.Found.
func (s *Search) Model() cnf.Model { return s.model }
