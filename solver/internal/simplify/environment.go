package simplify

import (
	"math"
	"math/rand/v2"
	"slices"

	"transat/solver/cnf"
)

// After elimination few gates are left, but literals are equal all the same, and what a search has learned makes more of them equal. So
// the clauses near a variable, its environment, are given to a small solver. In its model each literal that is true may be true always, and
// any two of them may be equal. To find out, turn one value in the model: if all clauses of the environment stay true, the literal is
// neither. Questions to the solver decide about the others, and each model that it finds excludes more of them.
//
//	variable ─▶ clauses nearby ─▶ a model ─▶ turn values ─▶ is this literal always true? are these two equal?
//	                                 ▲                          │ no: another model
//	                                 └──────────────────────────┘
//
// An equality often makes the next one easy to see, as in two circuits for one function, so its variable is tried again at once.
//
// A [Sweep] says where to go on in the next run. When all variables have been tried, environments become larger.
//
// Source: A. Biere, K. Fazekas, M. Fleury, N. Froleyks, "Clausal equivalence sweeping", FMCAD 2024.

// Sweep is what one run of simplifying leaves to the next, so that its sweeping goes on where that of the last one ended.
type Sweep struct {
	Work  int64 // of the next run at most, in ticks
	Spent int64 // by all runs
	delay int   // runs that do without
	idle  int   // runs in a row that found nothing
	tried []bool
	level int // how many times all variables were tried, up to lastLevel
}

// An environment has the clauses with variables up to a distance, within limits on variables and clauses, and none that is a quarter as
// long as the limit. Each time that all variables have been tried, the limits double, up to lastLevel times.
const (
	mostDistance = 3
	leastVars    = 512
	leastClauses = 2048
	lastLevel    = 4
	// foundPays are the ticks that a literal that was found adds to the budget, and paidFinds the most of them in a run that do: where many
	// are found, they decide the formula.
	foundPays = 4000
	paidFinds = 5000
)

// environment sweeps.
type environment struct {
	asker
	*Sweep
	starts  []int32 // by literal of the cone: its clauses are uses[starts[l]:starts[l+1]]
	uses    []int32
	always  []cnf.Lit // true in all models so far
	paid    int64     // literals that have added to the budget
	next    []cnf.Var // to be tried at once, the last one first
	members []cnf.Lit // of all classes: equal in all models so far
	class   []int32   // by variable of the cone
	sizes   []int32   // by class
	split   map[int32]int32
	random  *rand.PCG
}

// sweepEnvironments finds literals that are always true, and equal ones. It reports whether it has found any.
func (w *worker) sweepEnvironments(state *Sweep) (found bool) {
	w.begin(environments)
	w.budgets.left[environments] = state.Work
	w.propagate()
	if state.Work < int64(w.vars) || w.done() { // it takes that much to look for variables
		return false
	}
	if state.delay > 0 {
		state.delay--
		return false
	}
	if more := w.vars + 1 - len(state.tried); more > 0 {
		state.tried = append(state.tried, make([]bool, more)...)
	}
	s := &environment{asker: w.newAsker(), Sweep: state, split: map[int32]int32{}, random: rand.NewPCG(40, 1)}
	swept, work := w.stats.Swept, w.stats.Work
	s.pass()
	state.Spent += w.stats.Work - work
	if found = w.stats.Swept > swept; found {
		state.idle /= 2
	} else {
		state.idle++
	}
	state.delay = state.idle
	return found
}

// pass sweeps the environments of all variables that have not been tried, those in the fewest clauses first, until the work is spent.
func (s *environment) pass() {
	s.tries = s.tries[:0]
	for v := cnf.Var(1); int(v) <= s.vars; v++ {
		if !s.tried[v] && s.active(cnf.Pos(v)) {
			s.tries = append(s.tries, uint64(s.count[cnf.Pos(v).Code()]+s.count[cnf.Neg(v).Code()])<<32|uint64(v))
		}
	}
	slices.Sort(s.tries)
	s.work(s.vars / 4)
	for _, key := range s.tries {
		if s.done() {
			return
		}
		v := cnf.Var(key & math.MaxUint32)
		s.tried[v] = true
		s.chain(v)
	}
	s.level = min(s.level+1, lastLevel)
	clear(s.tried)
}

// chain sweeps the environment of a variable, and then those of the variables that were found equal to others.
func (s *environment) chain(v cnf.Var) {
	for s.next = append(s.next[:0], v); len(s.next) > 0 && !s.done(); {
		v, s.next = s.next[len(s.next)-1], s.next[:len(s.next)-1]
		before := s.stats.Swept
		s.variable(v)
		paid := min(s.stats.Swept-before, paidFinds-s.paid)
		s.paid += paid
		s.budgets.left[environments] += foundPays * paid
		for _, e := range s.found {
			s.next = append(s.next, e.Rep.Var())
		}
	}
}

// variable sweeps the environment of a variable.
func (s *environment) variable(v cnf.Var) {
	s.found = s.found[:0]
	if !s.active(cnf.Pos(v)) {
		return
	}
	pos, neg := s.count[cnf.Pos(v).Code()], s.count[cnf.Neg(v).Code()]
	if pos == 0 || neg == 0 || pos+neg > mostLookedAt {
		return
	}
	s.gather(v)
	if len(s.cone.clauses) < 3 {
		return
	}
	s.load()
	if s.first() {
		s.backbone()
		s.classes()
	}
	s.unload()
	s.apply()
}

// gather fills the cone with the environment of a variable.
func (s *environment) gather(v cnf.Var) {
	c := &s.cone
	c.clear()
	c.enter(v)
	vars, clauses := leastVars<<s.level, leastClauses<<s.level
	end := 1 // of the variables at a distance
	for at, distance := 0, 0; at < len(c.vars); at++ {
		if at == end {
			if distance++; distance == mostDistance {
				return
			}
			end = len(c.vars)
		}
		for _, l := range [...]cnf.Lit{cnf.Pos(c.vars[at]), cnf.Neg(c.vars[at])} {
			ids := s.with(l)
			s.work(len(ids))
			for _, id := range ids {
				if len(c.vars) >= vars || len(c.clauses) >= clauses {
					return
				}
				if s.size(id) <= vars/4 {
					s.take(id, int32(at))
				}
			}
		}
	}
}

// take adds a clause of the variable at a place, if it is not one of those before it.
func (s *environment) take(id, at int32) {
	c := &s.cone
	for _, l := range s.of(id) {
		if n := c.number[l.Var()]; n != 0 && n <= at {
			return
		}
	}
	c.clauses = append(c.clauses, id)
	for _, l := range s.of(id) {
		c.enter(l.Var())
	}
}
