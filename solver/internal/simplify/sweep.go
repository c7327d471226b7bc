package simplify

import "transat/solver/cnf"

// Sweeping finds gates that are equal although their inputs are not, as in two circuits for one function that were made differently.
// Simulation says which may be equal, and small questions to a solver decide, inputs before outputs:
//
//	random values ─▶ simulate ─▶ candidates ─▶ x ≠ y, with the gates nearby? ─ no ─▶ equal: x stands for y in later questions
//	                    ▲                          │ yes
//	                    │                          ▼
//	                    └── a counterexample ◀─ yes, with all gates below
//
// What follows from some gates follows from the formula. The lemmas of the small solver go to the proofs, under the names of the variables
// in the formula, and are deleted when the question is answered.
//
// A budget pays for all this, and each equality that was proved adds to it: where many are, they decide the formula.
//
// Source: A. Kuehlmann, V. Paruthi, F. Krohm, M. Ganai, "Robust Boolean reasoning for equivalence checking and functional property
// verification", TCAD 2002; A. Mishchenko, S. Chatterjee, R. Jiang, R. Brayton, "FRAIGs", 2005.

const (
	// proofPays is the part of Options.Work that an equality adds to the budget, and paidProofs the most of them that do.
	proofPays  = 1.0 / 1600
	paidProofs = 2000
	// Sweeping ends after firstUnknown questions without an answer, and one more for every provedUnknown equalities.
	firstUnknown  = 100
	provedUnknown = 8
)

// sweeper asks the questions.
type sweeper struct {
	asker
	*candidates
	equals  []int32 // by node: the equality that replaces it, from 1
	inside  int     // the first of the cone's variables have their gates in it
	proofs  int
	unknown int   // questions without an answer
	owed    int64 // work of the questions whose counterexamples are not simulated yet
}

// sweep merges equal gates.
func (c *closure) sweep() {
	c.begin(sweeping)
	c.propagate()
	if c.done() || c.gates.len() == 0 {
		return
	}
	t := c.newCircuit()
	s := &sweeper{asker: c.newAsker(), candidates: c.newCandidates(t), equals: make([]int32, t.length())}
	for s.pass() {
		s.split(s.worker, false)
		s.owed = 0
	}
	s.apply()
}

// pass asks for each candidate whether it is equal to the first one of its class. It ends when simulating the counterexamples takes no more
// work than they took, and reports whether there are any.
func (s *sweeper) pass() bool {
	first := make([]int32, s.classes) // by class: its first node, plus 1
	kept := s.members[:0]
	for i, n := range s.members {
		if s.models == 64 || s.owed > s.splitting() || s.done() || s.unknown > firstUnknown+s.proofs/provedUnknown {
			kept = append(kept, s.members[i:]...)
			break
		}
		rep := &first[s.class[n]]
		if *rep == 0 {
			*rep = n + 1
			kept = append(kept, n)
			continue
		}
		before := s.stats.Work
		switch s.question(n, *rep-1) {
		case equal:
			if s.proofs++; s.proofs <= paidProofs {
				s.budgets.left[sweeping] += int64(proofPays * float64(s.budgets.total))
			}
		case different:
			s.owed += s.stats.Work - before
			kept = append(kept, n)
		default:
			s.unknown++
		}
	}
	s.members = kept
	return s.models > 0 && !s.done()
}

// apply replaces the nodes that are equal to others.
func (s *asker) apply() {
	for _, e := range s.found {
		if s.keep[e.Lit.Var()] {
			e = Equality{Lit: e.Rep, Rep: e.Lit, Forward: e.Backward, Backward: e.Forward}
		}
		if s.refuted || s.keep[e.Lit.Var()] || !s.active(e.Lit) || !s.active(e.Rep) {
			s.unprove(e)
			continue
		}
		s.stats.Swept++
		s.merge(e)
	}
	s.propagate()
}

// literal returns that of a node, so that candidates of a class have equal literals. Node 0 has none.
func (s *sweeper) literal(n int32) cnf.Lit {
	if s.turned[n] {
		return s.names[n].Not()
	}
	return s.names[n]
}
