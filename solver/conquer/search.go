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
	Nodes int64 // inner nodes, nodes that were refuted by propagation, cubes
	cube.Stats
}

// Search decides nodes, depth first. Only one goroutine may use it at a time.
type Search struct {
	ctx      context.Context
	opt      Options
	tree     Tree
	nodes    *cube.Tree
	course   cube.Course
	learn    learning
	waited   time.Duration // for the cube under way
	forecast cube.Costs    // of the shares of open nodes
	stack    []node        // the one to be visited next is the last
	shown    []Shown
	literals int // of shown, and one for each
	visited  int64
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
	s := &Search{ctx: ctx, opt: opt, tree: t, nodes: nodes, course: cube.NewCourse(cube.CourseOptions{
		Splitter: opt.Splitter, Depth: opt.Depth, Given: t.List != nil, Outside: opt.Conqueror != "", Work: nodes.Work, Eager: opt.eager,
	})}
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
		s.visited++
		spots := s.forecast.Split(top.spot, make([]cube.TreeNode, 2))
		s.stack = append(s.stack[:last], node{Node: second, spot: spots[1]}, node{Node: first, spot: spots[0]})
		return false, nil
	}
	literals := top.Cube
	if s.course.TriesWhole() {
		literals = nil
	} else if is, err := s.isCube(top); err != nil {
		return false, err
	} else if !is {
		return false, s.split()
	}
	s.press, s.waited, s.pressed = false, 0, 0
	s.learn.start(literals, s.course.Budget())
	return true, nil
}

// isCube reports whether clause learning is to decide a node.
func (s *Search) isCube(n *node) (bool, error) {
	return s.course.IsCube(cube.Place{Depth: len(n.Cube), Hard: n.hard, Given: s.tree.Whole(n.Node), At: func() (int, bool, error) {
		err := s.know(n)
		return n.at.Assigned(), n.at.Conflict(), err
	}})
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
	s.visited++
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
		s.course.Refuted++
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
	halted := errors.Is(a.err, context.Canceled) && s.ctx.Err() == nil
	if a.err != nil && !halted {
		return false, a.err
	}
	return true, s.answered(a.result)
}

// answered takes the answer of clause learning. It is Unknown if that was halted since others have nothing to do.
func (s *Search) answered(r cdcl.CubeResult) error {
	top := &s.stack[len(s.stack)-1]
	if !s.course.Whole() {
		s.forecast.Pay(top.spot, r, s.waited, r.Verdict == cnf.Unsatisfiable)
	}
	s.press = false
	switch s.course.Answered(r) {
	case cube.Found:
		s.model = r.Model
	case cube.Hard:
		top.hard, top.branch = true, s.course.Branch(r)
		return s.split()
	case cube.Refuted:
		s.visited++
		s.show(Shown{By: Leaf, Cube: top.Cube})
		s.stack = s.stack[:len(s.stack)-1]
	}
	return nil
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
	s.course.Drop()
	s.stack, s.model, s.press = s.stack[:0], nil, false
	s.shown, s.literals = nil, 0
}

// Forget is Drop, and forgets what was learned, too: the next lemma begins another stream.
func (s *Search) Forget() {
	s.Drop()
	s.course.Forget()
	s.learn.forget()
	if s.opt.Exchange != nil {
		s.opt.Exchange.Reset()
	}
}

// Counts returns what was counted since the search was made.
func (s *Search) Counts() Counts { return Counts{s.visited, s.course.Stats} }

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
