package cube

import (
	"cmp"
	"context"
	"slices"
	"time"

	"transat/balance/cores"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// node is a node of the tree, or a cube from a list.
type node struct {
	path     []cnf.Lit       // the decisions that lead to it
	sub      dpll.Subproblem // of a branching rule
	steps    []cnf.Lit       // of look-ahead: decisions and failed literals; nil: the decisions alone
	level    int             // variables that are assigned when it is listed
	assigned int             // variables that are assigned after propagation
	conflict bool            // propagation refutes it
	listed   bool            // it is a cube from a list
	place    int             // in that list, of this or the one above; of no meaning if there is no list
	hard     bool            // it was a cube, and clause learning has spent its budget
	spot     *spot           // in the forecast of the run; nil for a cube from a list until it is tried
	branch   cnf.Var         // what to split it on by what that has learned; 0 if the splitter is to choose
}

// part is an element: nodes whose subtrees are still to be decided, the one to come last first.
type part []node

func (p part) level() int { return p[0].level }

// search decides the nodes of a part, depth first. It visits an inner node at a time, and hands cubes to a
// solver. While that is at work the search is Running, so that other processors get the nodes that wait.
type search struct {
	Course
	run    *run
	split  splitter
	stack  part
	solver *solver // of the node on top, or of the formula as a whole, or nil
	since  time.Time
	stops  bool // it was interrupted
	waits  int  // how many times the search has waited for the solver while others had nothing to do
	nodes  int64
	model  cnf.Model
}

var _ cores.Search[part] = (*search)(nil)

// How long a search waits for a solver between two safe points: patience, or if there is no other, patienceAlone.
const (
	patience      = time.Millisecond
	patienceAlone = 20 * time.Millisecond
)

// How many such waits, with solvers idle and no node to give away, show that the cube is worth splitting: starving, or if it is the first
// of its solver, which has to begin, starvingFirst.
const (
	starving      = 5
	starvingFirst = 20
)

// Begin implements cores.Search.
func (s *search) Begin(p part) error {
	s.stack = append(s.stack[:0], p...)
	return nil
}

// Search implements cores.Search.
func (s *search) Search(nodes int64) (cores.Outcome, error) {
	for ; nodes > 0 && len(s.stack) > 0; nodes-- {
		last := len(s.stack) - 1
		top := s.stack[last]
		if s.solver != nil || !top.conflict && s.TriesWhole() || s.isCube(&s.stack[last]) {
			if outcome, err := s.solve(top); outcome != cores.Closed || err != nil {
				return outcome, err
			}
		} else {
			if s.expand(top) {
				return cores.Found, nil
			}
			s.run.opened(top, s.stack[last:])
		}
	}
	if len(s.stack) == 0 {
		return cores.Closed, nil
	}
	return cores.Running, nil
}

// isCube reports whether a solver is to decide a node.
func (s *search) isCube(n *node) bool {
	is, _ := s.IsCube(Place{Depth: len(n.path), Hard: n.hard, Given: n.listed, At: func() (int, bool, error) {
		if n.listed && n.assigned == 0 {
			at, _ := s.split.at(n.path) // look-ahead goes to any
			n.assigned, n.conflict = at.assigned, at.conflict
		}
		return n.assigned, n.conflict, nil
	}})
	return is
}

// expand puts the children of the topmost node in its place, and reports whether it is a model.
func (s *search) expand(n node) (found bool) {
	s.nodes++
	s.run.proof.note(n)
	last := len(s.stack) - 1
	s.stack = s.stack[:last]
	before := len(s.stack)
	began := time.Now()
	s.stack, s.model = s.split.expand(n, s.stack)
	s.run.worked(began)
	s.run.proof.holds(n.path, s.split.failed())
	if s.model != nil {
		return true
	}
	if len(s.stack) == before {
		s.Refuted++
	}
	for i := range s.stack[before:] {
		s.stack[before+i].place = n.place
	}
	slices.Reverse(s.stack[before:])
	return false
}

// solve has a solver decide the topmost node. It is Closed when that is refuted, Running as long as none is
// to be had or has an answer.
func (s *search) solve(n node) (cores.Outcome, error) {
	patience := patience
	if s.run.cfg.Threads == 1 {
		patience = patienceAlone
	}
	wait := time.NewTimer(patience)
	defer wait.Stop()
	if s.solver == nil {
		free := s.run.hire(wait.C)
		if free == nil {
			return cores.Running, nil
		}
		s.solver, s.waits, s.stops, s.since = free, 0, false, time.Now()
		if s.Whole() {
			free.ask(nil, s.Budget())
		} else {
			free.ask(n.path, s.budget())
		}
	}
	select {
	case <-wait.C:
		s.relent()
		return cores.Running, nil
	case <-s.run.ctx.Done():
		return cores.Running, context.Cause(s.run.ctx)
	case a := <-s.solver.answers:
		return s.answered(a)
	}
}

// budget returns how many conflicts the next cube may take.
func (s *search) budget() int64 {
	return cmp.Or(s.run.cfg.budget, s.Budget())
}

// relent interrupts the solver if other solvers have nothing to do, and will not get anything from here: the cube is to be split for
// them.
func (s *search) relent() {
	if len(s.stack) > 1 || len(s.run.idle) == 0 {
		s.waits = 0
		return
	}
	s.waits++
	enough := s.waits >= starvingFirst || s.solver.solved && s.waits >= starving
	if s.run.cfg.Conqueror != "" {
		enough = WorthLosing(time.Since(s.since), time.Duration(s.waits)*patience)
	}
	if enough && !s.stops {
		s.stops = true
		s.solver.stop()
	}
}

// answered takes the answer of the solver.
func (s *search) answered(a answer) (cores.Outcome, error) {
	if a.err != nil {
		if s.run.ctx.Err() != nil { // that is why
			a.err = context.Cause(s.run.ctx)
		}
		return cores.Running, a.err
	}
	s.solver.solved = true
	s.run.release(s.solver)
	s.solver = nil
	s.run.worked(s.since)
	if s.Whole() {
		s.run.proof.refutedWhole(a.checked)
		if s.Answered(a.result) == Found {
			s.model = a.result.Model
			return cores.Found, nil
		}
		return cores.Closed, nil // with the node to be visited
	}
	last := len(s.stack) - 1
	open := 0
	if a.result.Verdict == cnf.Unsatisfiable {
		open = -1
	}
	s.run.pay(&s.stack[last], open, a.result, time.Since(s.since))
	then := s.Answered(a.result)
	if then == Hard {
		s.stack[last].hard, s.stack[last].branch = true, s.Branch(a.result)
		return cores.Closed, nil // with the children of the node to be visited
	}
	s.nodes++
	cube, listed := s.stack[last].path, s.stack[last].listed
	s.stack = s.stack[:last]
	if then == Found {
		s.model = a.result.Model
		return cores.Found, nil
	}
	s.run.proof.excluded(cube, a.checked, listed)
	return cores.Closed, nil
}

// Open implements cores.Search.
func (s *search) Open(dst []int) []int {
	for _, n := range s.stack[:max(0, len(s.stack)-1)] {
		dst = append(dst, n.level)
	}
	return dst
}

// Give implements cores.Search.
func (s *search) Give(i int) part {
	given := part{s.stack[i]}
	s.stack = slices.Delete(s.stack, i, i+1)
	return given
}

// Rest implements cores.Search.
func (s *search) Rest() part { return slices.Clone(s.stack) }

// Drop implements cores.Search. No search is dropped whose solver is at work: there is no order among
// solutions.
func (s *search) Drop() { s.stack = s.stack[:0] }

// Nodes implements cores.Search.
func (s *search) Nodes() int64 { return s.nodes }
