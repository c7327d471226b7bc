package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"transat/solver/cnf"
)

// Auto does not choose an engine by how a formula looks, but by how far each comes:
//
//	random clauses      the tree is searched at once: there is nothing to learn, and the tree is faster by factors of ten and more
//	anything else       the tree is searched for some milliseconds, and then it is known about how long it takes, see treeSearch.
//	    a small tree    is searched to its end, without a word
//	    one core        The formula is simplified, and learning begins. It goes on for a third of the time that the tree should take.
//	                    Then the tree has its turn, as long as the time that it should take does not grow too much; then learning again,
//	                    and so on
//	    several cores   one learns. The others search the tree, or cubes if it is large. The first to decide ends all
//
// The tree of a large formula, above largestLooked literals, never has a turn: it would take as much memory as learning does.
//
// Both searches can wait: none begins anew when its turn comes. A tree that seems hopeless keeps a small share of the time, since the rest
// may be better, and models are found by luck.
type pace struct {
	simplifying  int64         // work of simplify; 0 is its default
	everyRound   int64         // conflicts of the first pause between rounds of simplifying; 0 is its default
	richRounds   bool          // no round waits for its share of the search's work
	unlucky      bool          // no lucky values are tried
	look         int64         // nodes of the tree that are searched first; half of that, and so on, if they take longer than lookTime
	patience     float64       // the tree goes on if its rest should take at most this multiple of the time of learning and grace together
	grace        time.Duration // so that small trees go on at once
	background   float64       // share of a tree that is hopeless
	slice        int64         // work of the first turn of learning
	longestSlice int64         // work of the longest; 0 is sliceWork
	firstLook    time.Duration // of learning before other cores begin
	beside       float64       // nodes up to which other cores search the tree, not cubes
}

// pacing returns the pace of a test, or the ordinary one.
func (h hooks) pacing() pace {
	if h.pace != nil {
		return *h.pace
	}
	return ordinaryPace()
}

func ordinaryPace() pace {
	return pace{
		look: 1000, patience: 3, grace: 50 * time.Millisecond, background: 0.03, slice: 1 << 15,
		firstLook: 30 * time.Millisecond, beside: 100_000_000,
	}
}

const (
	firstNodes  = 32                     // of the tree
	lookTime    = 2 * time.Millisecond   // for a look at the tree
	longestTurn = 100 * time.Millisecond // of the tree
	sticks      = 2                      // an engine at work may take this many times longer than one that waits

	setUpTime     = 50 * time.Nanosecond // of the tree, for a literal
	largestLooked = 60_000               // literals of a formula whose tree is worth its memory
)

// race is one core that searches the tree and learns in turn.
type race struct {
	*session
	tree    treeSearch
	learner *learner // nil before its first turn
	atTree  bool     // the tree had the last turn because it should end soon
	said    bool     // that the tree has its turn, too
}

// searchAuto decides the formula with whatever does it.
func (s *session) searchAuto(ctx context.Context) error {
	r := &race{session: s}
	for {
		decided, err := r.turn(ctx)
		if decided || err != nil {
			return err
		}
		if s.opt.Threads > 1 && !r.atTree && r.learner != nil && r.learner.spent >= s.pace.firstLook {
			return s.searchBeside(ctx, r)
		}
	}
}

// turn lets one of the two go on.
func (r *race) turn(ctx context.Context) (decided bool, err error) {
	long, soon := r.treesTurn()
	if long > 0 {
		r.say(soon)
		return r.searchTree(ctx, &r.tree, r.learner != nil, long)
	}
	r.atTree = false
	return r.learn(ctx)
}

// learnt is the time that learning has taken.
func (r *race) learnt() time.Duration {
	if r.learner == nil {
		return 0
	}
	return r.learner.spent
}

// treesTurn returns how long the tree may go on, 0 if learning has its turn, and whether that is because it should end soon.
func (r *race) treesTurn() (long time.Duration, soon bool) {
	t, p := &r.tree, r.pace
	literals := r.formula.Literals()
	share := time.Duration(p.background * float64(r.learnt()))
	switch {
	case t.out || literals > largestLooked:
		return 0, false
	case t.worker == nil && p.look > 0:
		return lookTime, false
	case t.worker == nil:
		if setUp := setUpTime * time.Duration(literals); p.background > 0 && setUp < share {
			return max(lookTime, share-setUp), false
		}
		return 0, false
	case t.now.nodes < p.look && t.now.spent < lookTime:
		return lookTime, false
	}
	limit := p.patience * (r.learnt() + p.grace).Seconds()
	if r.opt.Threads > 1 {
		limit = p.patience * p.grace.Seconds()
	}
	if r.atTree {
		limit *= sticks
	}
	if left := t.timeLeft(); left <= limit {
		return longestTurn, true
	}
	if t.now.spent < share {
		return max(lookTime, share-t.now.spent), false
	}
	return 0, false
}

// say tells of the first change to the tree, if learning has been told of. What is known of the tree's size is enough to share out time,
// but no number for people: it has been wrong by factors of a thousand.
func (r *race) say(soon bool) {
	if soon && r.learner != nil && !r.said {
		r.said = true
		r.opt.Log("engine dpll in turn with it")
	}
	r.atTree = soon
}

// learn lets learning go on for a turn.
func (r *race) learn(ctx context.Context) (decided bool, err error) {
	if r.learner == nil {
		l, err := r.newLearner(ctx, true)
		switch {
		case err != nil && errors.Is(err, ctx.Err()):
			l.result.Reason = err
			return true, r.learned(l)
		case err != nil:
			return false, err
		}
		r.learner = l
		r.opt.Log("engine cdcl: structured; " + l.summary())
		l.slice = cmp.Or(r.pace.slice, sliceWork)
	}
	decided, err = r.learner.run(ctx, r.learner.spent)
	if decided && err == nil {
		return true, r.learned(r.learner)
	}
	return false, err
}

// learned takes over the result of learning.
func (s *session) learned(l *learner) error {
	s.opt.Engine, s.result.Result = CDCL, l.result
	s.result.Failed, s.blamed = l.failed, true
	s.verify.byLearning()
	return nil
}

// searchBeside goes on learning on one core, and searches the tree or cubes on the others.
func (s *session) searchBeside(ctx context.Context, r *race) error {
	l, nodes := r.learner, math.Inf(1)
	if r.tree.worker != nil {
		nodes = float64(r.tree.now.nodes) + r.tree.left()
	}
	other := &session{formula: s.formula, base: s.base, opt: s.opt.beside(), autoRule: s.autoRule, pace: s.pace, verify: s.verify.another()}
	defer other.verify.close()
	switch {
	case nodes <= s.pace.beside:
		other.opt.Engine = DPLL
		s.opt.Log("engine dpll beside it, on the other cores")
	case s.formula.Literals() <= largeFormula:
		other.opt.Engine = Cube
		s.opt.Log("engine cube beside it, on the other cores")
	default:
		_, err := l.run(ctx, forever)
		return s.ended(err, l)
	}
	var err error
	if other.proof, err = s.proof.another(ctx, other.opt, s.formula); err != nil {
		return err
	}
	defer other.proof.end(false)
	r.tree.worker = nil // the others begin anew
	l.shows = nil       // they do
	both, cancel := context.WithCancel(ctx)
	defer cancel()
	type end struct {
		err     error
		decided bool
	}
	learning, beside := make(chan end, 1), make(chan end, 1)
	go func() {
		_, err := l.run(both, forever)
		learning <- end{err, l.result.Verdict != cnf.Unknown}
	}()
	go func() {
		err := other.search(both)
		beside <- end{err, other.result.Verdict != cnf.Unknown}
	}()
	var first, second end
	select {
	case first = <-learning:
		cancel()
		second = <-beside // it has come too late, or has nothing to say, but for a fault
		return cmp.Or(other.verify.fault(second.err), s.ended(first.err, l))
	case second = <-beside:
		if second.decided {
			cancel()
			first = <-learning
			return cmp.Or(s.verify.fault(first.err), s.adopt(other))
		}
		if err := other.verify.fault(second.err); err != nil {
			cancel()
			<-learning
			return err
		}
		if why := cmp.Or(second.err, other.result.Reason); why != nil && ctx.Err() == nil { // a limit that is reached, or a failure
			s.opt.Log(fmt.Sprintf("engine cdcl goes on alone: %v", why))
		}
		first = <-learning
		return s.ended(first.err, l)
	}
}

// beside returns the options of a search that leaves one core to learning. It has a processor for each of the others, unless there is no
// such network: then it keeps all.
func (o Options) beside() Options {
	if o.Procs == o.Threads {
		if _, err := o.layout(o.Procs - 1); err == nil {
			o.Procs--
		}
	}
	o.Threads--
	return o
}

// ended is the end of learning.
func (s *session) ended(err error, l *learner) error {
	if err != nil {
		return err
	}
	return s.learned(l)
}

// adopt takes over the result of another session.
func (s *session) adopt(other *session) error {
	notes, flips := append(s.result.Notes, other.result.Notes...), s.result.Flips
	s.result, s.opt.Engine = other.result, other.opt.Engine
	s.verify.swap(other.verify)
	s.result.Notes, s.result.Flips = notes, flips
	if s.result.Verdict != cnf.Unsatisfiable {
		return nil
	}
	if err := s.proof.adopt(other.proof); err != nil {
		return fmt.Errorf("writing the proof: %w", err)
	}
	return nil
}
