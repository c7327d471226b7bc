package conquer

import (
	"context"
	"errors"
	"slices"
	"time"

	"transat/balance/cores"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/cube"
)

// Options configure a Search.
type Options struct {
	Rule   string // branching rule, one of dpll.Rules
	Depth  int    // of the cubes; 0: as it suits
	Memory int64  // bytes for clause learning; 0 is no limit
	// Proof, if not nil, gets the lemmas, during calls of Search and Flush. They belong to one stream until Forget is called.
	Proof cnf.ProofWriter
}

// Counts are those of a search since it was made.
type Counts struct {
	Nodes     int64 // inner nodes, nodes that were refuted by propagation, cubes
	Refuted   int64 // by propagation
	Cubes     int64 // decided by clause learning
	Split     int64 // cubes that were too hard, or under way when others had nothing to do, and were split again
	Conflicts int64 // that it has had
}

// Search decides nodes, depth first. Only one goroutine may use it at a time.
type Search struct {
	ctx      context.Context
	opt      Options
	live     *dpll.Live
	grain    *cube.Grain
	learn    learning
	stack    []node // the one to be visited next is the last
	shown    []Shown
	literals int // of shown, and one for each
	counts   Counts
	model    cnf.Model
	press    bool // others have nothing to do
}

// node is a node whose subtree is still to be decided.
type node struct {
	Node
	sub   dpll.Subproblem
	known bool // sub is
}

var errForeign = errors.New("a cube that is none of this search's tree")

// patience is how long a search waits for clause learning at a time.
const patience = 2 * time.Millisecond

// New returns a search of f, which has nothing to do yet. The context is for all that it does. The error is that of [dpll.NewLive].
func New(ctx context.Context, f *cnf.Formula, opt Options) (*Search, error) {
	live, err := dpll.NewLive(ctx, f, dpll.LiveOptions{Rule: opt.Rule})
	if err != nil {
		return nil, err
	}
	s := &Search{ctx: ctx, opt: opt, live: live, grain: cube.NewGrain(opt.Depth)}
	s.learn = learning{ctx: ctx, proof: opt.Proof != nil, make: func(ctx context.Context, proof cnf.ProofWriter) (cube.Leaf, error) {
		return cube.NewLeaf(ctx, f, cube.LeafOptions{Proof: proof, Memory: opt.Memory})
	}}
	return s, nil
}

// Begin takes up nodes, to be visited in this order, and forgets those before.
func (s *Search) Begin(nodes []Node) error {
	s.Drop()
	for _, n := range slices.Backward(nodes) {
		s.stack = append(s.stack, node{Node: n})
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
	top := &s.stack[len(s.stack)-1]
	if !top.known {
		if top.sub, err = s.live.At(top.Cube); err != nil {
			return false, errors.Join(errForeign, err)
		}
		top.known = true
	}
	if !top.sub.Conflict() && s.grain.Cut(len(top.Cube), top.sub.Assigned()) {
		s.press = false
		s.learn.start(top.Cube, s.grain.Budget())
		return true, nil
	}
	s.split()
	return false, nil
}

// split puts the children of the topmost node in its place, unless it is a model.
func (s *Search) split() {
	last := len(s.stack) - 1
	top := s.stack[last]
	children, _, found := s.live.Split(top.sub, nil)
	s.counts.Nodes++
	if found {
		s.model = s.live.Model()
		return
	}
	s.show(Shown{true, top.Cube})
	s.stack = s.stack[:last]
	if len(children) == 0 {
		s.counts.Refuted++
	}
	for _, c := range slices.Backward(children) {
		n := Node{Cube: c.Decisions(), Share: top.Share / float64(len(children))}
		s.stack = append(s.stack, node{n, c, true})
	}
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
	a, ok := s.learn.wait(patience)
	if !ok && s.press && len(s.stack) == 1 {
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
	switch {
	case a.err != nil && errors.Is(a.err, context.Canceled) && s.ctx.Err() == nil, a.err == nil && a.result.Verdict == cnf.Unknown:
		s.spent(a.result.Conflicts)
		return true, nil
	case a.err != nil:
		return false, a.err
	case a.result.Verdict == cnf.Satisfiable:
		s.model = a.result.Model
		return true, nil
	}
	s.counts.Nodes++
	s.counts.Cubes++
	s.grain.Solved(a.result.Conflicts)
	s.show(Shown{false, top.Cube})
	s.stack = s.stack[:len(s.stack)-1]
	return true, nil
}

// spent splits the topmost node, a cube that is too hard, or was halted since others have nothing to do.
func (s *Search) spent(conflicts int64) {
	if !s.press {
		s.grain.Spent(conflicts)
	}
	s.press = false
	s.counts.Split++
	s.split()
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
		dst = append(dst, len(n.Cube))
	}
	return dst
}

// Give takes branch i of Open away.
func (s *Search) Give(i int) Node {
	given := s.stack[i].Node
	s.stack = slices.Delete(s.stack, i, i+1)
	return given
}

// Rest returns all that is left, in its order.
func (s *Search) Rest() []Node {
	rest := make([]Node, 0, len(s.stack))
	for _, n := range slices.Backward(s.stack) {
		rest = append(rest, n.Node)
	}
	return rest
}

// Drop forgets all that is left. What was learned stays.
func (s *Search) Drop() {
	s.learn.halt()
	s.stack, s.model, s.press = s.stack[:0], nil, false
	s.shown, s.literals = nil, 0
}

// Forget is Drop, and forgets what was learned, too: the next lemma begins another stream.
func (s *Search) Forget() {
	s.Drop()
	s.learn.forget()
}

// Counts returns what was counted since the search was made.
func (s *Search) Counts() Counts { return s.counts }

// Shown returns the nodes that were refuted since the last call of Shown, Begin or Drop. It is empty without a proof.
func (s *Search) Shown() []Shown {
	shown := s.shown
	s.shown, s.literals = nil, 0
	return shown
}

// Pending returns how many literals the nodes have that Shown would return, and one more for each.
func (s *Search) Pending() int { return s.literals }

// Model returns the model after cores.Found.
func (s *Search) Model() cnf.Model { return s.model }
