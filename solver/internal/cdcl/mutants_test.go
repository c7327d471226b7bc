package cdcl

import (
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
	"transat/solver/internal/solvertest"
)

// How many faults of each kind are to be caught: go test ./solver/internal/cdcl -run Mutants -trials=1000
var faults = flag.Int("trials", 0, "faults of each kind that the verifier is to catch; 0: 30, or fewer without TRANSAT_TEST_MORE")

// reasons is the fault that strikes while a clause is learned: between two slices there are no reasons.
const reasons = "a wrong reason"

// mutations damage a solver between two slices of its search. They leave the watched literals alone, so that it goes
// on. They report whether they changed anything.
func mutations() map[string]func(s *Solver, rng *rand.Rand) bool {
	return map[string]func(s *Solver, rng *rand.Rand) bool{
		"a clause that has lost a literal": func(s *Solver, rng *rand.Rand) bool {
			words := s.words(s.someClause(rng))
			if len(words) < 3 {
				return false
			}
			words[len(words)-1] = words[rng.IntN(2)]
			return true
		},
		"a literal turned round": func(s *Solver, rng *rand.Rand) bool {
			words := s.words(s.someClause(rng))
			if len(words) < 3 {
				return false
			}
			words[2+rng.IntN(len(words)-2)] ^= 1
			return true
		},
		reasons: func(s *Solver, rng *rand.Rand) bool {
			begin := s.rootLength()
			for range len(s.trail) - begin {
				at := begin + rng.IntN(len(s.trail)-begin)
				v := s.trail[at].Var()
				for _, c := range append(append([]ref(nil), s.clauses...), s.learned...) {
					if s.values[v].reason != 0 && c != s.values[v].reason && !s.isGarbage(c) && s.earlier(c, v, at) {
						s.values[v].reason = c
						return true
					}
				}
			}
			return false
		},
		"a conflict where there is none": func(s *Solver, rng *rand.Rand) bool {
			if s.decisions() == 0 || rng.IntN(3) > 0 {
				return false
			}
			lits := make([]cnf.Lit, 0, 3)
			for i := s.decisions(); i > 0 && len(lits) < 3; i-- {
				lits = append(lits, s.trail[s.control[i]].Not())
			}
			if len(lits) < 2 {
				s.assignAtRoot(lits[0])
				return true
			}
			s.backtrack(0)
			c := s.alloc(lits, true, 1) // learned, and not in the proof
			s.learned = append(s.learned, c)
			s.watch(c)
			return true
		},
	}
}

// someClause returns a clause of the formula, or a learned one.
func (s *Solver) someClause(rng *rand.Rand) ref {
	if len(s.learned) > 0 && rng.IntN(2) == 0 {
		return s.learned[rng.IntN(len(s.learned))]
	}
	return s.clauses[rng.IntN(len(s.clauses))]
}

// earlier reports whether v is in a clause, and all its other variables got their values before place at of the trail.
func (s *Solver) earlier(c ref, v cnf.Var, at int) bool {
	has := false
	for _, w := range s.words(c) {
		u := cnf.FromCode(w).Var()
		has = has || u == v
		before := false
		for _, l := range s.trail[:at] {
			before = before || l.Var() == u
		}
		if u != v && !before {
			return false
		}
	}
	return has
}

// assignAtRoot makes a literal true that nothing implies.
func (s *Solver) assignAtRoot(l cnf.Lit) {
	s.backtrack(0)
	if s.vals[l.Code()] == 0 {
		s.assign(l, 0)
	}
}

// recorded writes a proof to a verifier and a list. If strike is not nil, it is called at every lemma.
type recorded struct {
	*stream.Log
	list   solvertest.ProofList
	strike func()
}

func (r *recorded) Add(clause []cnf.Lit) error {
	if r.strike != nil {
		r.strike()
	}
	return errors.Join(r.list.Add(clause), r.Log.Add(clause))
}

func (r *recorded) Delete(clause []cnf.Lit) error {
	return errors.Join(r.list.Delete(clause), r.Log.Delete(clause))
}

// A solver with damaged memory refutes formulas that have a model, or adds lemmas that do not follow. The verifier
// accepts none of that.
func TestMutantsAreCaught(t *testing.T) {
	wanted := solvertest.Asked(t, *faults, 30)
	for name, mutate := range mutations() {
		t.Run(name, func(t *testing.T) {
			caught, lies, harmless, others := 0, 0, 0, 0
			for seed := uint64(0); caught < wanted; seed++ {
				if seed > 300*uint64(wanted) {
					t.Fatalf("only %d faults", caught)
				}
				rng := rand.New(rand.NewPCG(seed, 23))
				vars := 10 + rng.IntN(6)
				f := solvertest.RandomKSAT(rng.Uint64(), vars, (4+rng.IntN(3))*vars, 3)
				err, want := damaged(t, f, rng, mutate, name == reasons)
				satisfiable := solvertest.NewTruth(f).Satisfiable()
				switch {
				case errors.Is(err, errNone):
					others++ // a model, which other tests check; or the damaged solver has crashed
				case err == nil && (want != nil || satisfiable):
					t.Fatalf("seed %d: verified, but the formula has a model (%v), or %v", seed, satisfiable, want)
				case want == nil:
					harmless++
				default:
					caught++
					if satisfiable {
						lies++
					}
				}
			}
			t.Logf("%d faulty refutations caught, %d of them of formulas with a model; %d did no harm; %d searches came to none",
				caught, lies, harmless, others)
		})
	}
}

var errNone = errors.New("no refutation")

// damagedSearch searches and damages the solver again and again. It returns the verifier's verdict on a refutation, and
// the truth by the definition.
func damaged(t *testing.T, f *cnf.Formula, rng *rand.Rand, mutate func(*Solver, *rand.Rand) bool, learning bool) (err, want error) {
	v := stream.New(f)
	defer v.Close()
	told := &recorded{Log: v.Log()}
	_ = told.Begin(0)
	verdict, struck := damagedSearch(t, f, rng, mutate, learning, told)
	if verdict != cnf.Unsatisfiable || !struck {
		return errNone, nil
	}
	_ = told.End() // an earlier error comes again
	return v.Conclude(), solvertest.CheckLemmas(f, &told.list)
}

func damagedSearch(
	t *testing.T, f *cnf.Formula, rng *rand.Rand, mutate func(*Solver, *rand.Rand) bool, learning bool, proof *recorded,
) (verdict cnf.Verdict, struck bool) {
	defer func() {
		if recover() != nil { // its data broke its own invariants
			verdict = cnf.Unknown
		}
	}()
	s, err := Load(t.Context(), f, Options{Proof: proof})
	if err != nil {
		t.Fatal(err)
	}
	if learning {
		proof.strike = func() { struck = mutate(s, rng) || struck }
	}
	for range 200 {
		verdict, err := s.Solve(t.Context(), Limits{Conflicts: 1 + rng.Int64N(3)})
		if verdict != cnf.Unknown {
			return verdict, struck
		}
		if !errors.Is(err, ErrLimit) { // the verifier's: it has caught the fault
			return cnf.Unsatisfiable, struck
		}
		struck = !learning && mutate(s, rng) || struck
	}
	return cnf.Unknown, struck
}
