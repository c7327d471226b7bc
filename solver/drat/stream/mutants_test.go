package stream_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// How many faults of each kind are to be caught: go test ./solver/drat/stream -run Mutants -trials=1000
var faults = flag.Int("trials", 0, "faults of each kind that the verifier is to catch; 0: 60, or fewer without TRANSAT_TEST_MORE")

// refutation returns a formula without a model, and how a search refutes it in pieces.
func refutation(rng *rand.Rand) (*cnf.Formula, []event) {
	for {
		vars := 6 + rng.IntN(12)
		f := solvertest.RandomKSAT(rng.Uint64(), vars, 5*vars, 3)
		s := &searcher{rng: rng, f: f, logs: 3, wrong: 1 << 30}
		if !s.piece(0, 0, nil) && len(s.events) > 10 {
			return f, s.events
		}
	}
}

// mutations change one event.
func mutations() map[string]func(rng *rand.Rand, vars int, events []event) []event {
	lemma := func(rng *rand.Rand, events []event, change func(lits []cnf.Lit) []cnf.Lit) []event {
		if i := pick(rng, events, "add"); i >= 0 {
			events[i].lits = change(slices.Clone(events[i].lits))
		}
		return events
	}
	return map[string]func(rng *rand.Rand, vars int, events []event) []event{
		"a literal turned round": func(rng *rand.Rand, _ int, events []event) []event {
			return lemma(rng, events, func(lits []cnf.Lit) []cnf.Lit {
				if len(lits) > 0 {
					l := &lits[rng.IntN(len(lits))]
					*l = l.Not()
				}
				return lits
			})
		},
		"a literal less": func(rng *rand.Rand, _ int, events []event) []event {
			return lemma(rng, events, func(lits []cnf.Lit) []cnf.Lit {
				if len(lits) == 0 {
					return lits
				}
				i := rng.IntN(len(lits))
				return slices.Delete(lits, i, i+1)
			})
		},
		"literals more": func(rng *rand.Rand, vars int, events []event) []event {
			return several(rng, events, func(e event) []event {
				e.lits = append(slices.Clone(e.lits), someLiteral(rng, vars))
				return []event{e}
			})
		},
		"another lemma": func(rng *rand.Rand, vars int, events []event) []event {
			return lemma(rng, events, func([]cnf.Lit) []cnf.Lit { return []cnf.Lit{someLiteral(rng, vars)} })
		},
		"a refutation too early": func(rng *rand.Rand, _ int, events []event) []event {
			return lemma(rng, events, func([]cnf.Lit) []cnf.Lit { return nil })
		},
		"lemmas left out": func(rng *rand.Rand, _ int, events []event) []event {
			return several(rng, events, func(event) []event { return nil })
		},
		"two lemmas swapped": func(rng *rand.Rand, _ int, events []event) []event {
			i, j := pick(rng, events, "add"), pick(rng, events, "add")
			events[i].lits, events[j].lits = events[j].lits, events[i].lits
			return events
		},
		"a branch given away as another": func(rng *rand.Rand, _ int, events []event) []event {
			if i := pick(rng, events, "given"); i >= 0 {
				lits := slices.Clone(events[i].lits)
				l := &lits[rng.IntN(len(lits))]
				*l = l.Not()
				events[i].lits = lits
			}
			return events
		},
		"less assumed in a branch given away": func(rng *rand.Rand, _ int, events []event) []event {
			if i := pick(rng, events, "given"); i >= 0 {
				events[i].lits = events[i].lits[:len(events[i].lits)-1]
			}
			return events
		},
		"a branch counted twice": func(rng *rand.Rand, _ int, events []event) []event {
			if i, j := pick(rng, events, "include"), pick(rng, events, "include"); i >= 0 {
				events[i].piece = events[j].piece
			}
			return events
		},
		"a branch that comes later": func(rng *rand.Rand, _ int, events []event) []event {
			i, j := pick(rng, events, "include"), rng.IntN(len(events))
			if i >= 0 {
				e := events[i]
				events = slices.Insert(slices.Delete(events, i, i+1), min(j, len(events)-1), e)
			}
			return events
		},
		"a branch that is not searched": func(rng *rand.Rand, _ int, events []event) []event {
			i := pick(rng, events, "begin")
			if i < 0 {
				return events
			}
			log := events[i].log
			return slices.DeleteFunc(events, func(e event) bool { return e.log == log })
		},
		"a branch without its last step": func(rng *rand.Rand, _ int, events []event) []event {
			i := pick(rng, events, "end")
			return slices.Delete(events, i, i+1)
		},
		"a branch searched in part": func(rng *rand.Rand, _ int, events []event) []event {
			log, left := events[pick(rng, events, "end")].log, rng.IntN(4)
			return slices.DeleteFunc(events, func(e event) bool {
				if e.log == log && e.what == "add" {
					left--
					return left < 0
				}
				return false
			})
		},
	}
}

// several changes two to five lemmas in a row. One is no fault: where a search tree has a leaf, unit propagation does without.
func several(rng *rand.Rand, events []event, change func(event) []event) (changed []event) {
	from, left := pick(rng, events, "add"), 2+rng.IntN(4)
	for i, e := range events {
		if i >= from && e.what == "add" && left > 0 {
			left--
			changed = append(changed, change(e)...)
		} else {
			changed = append(changed, e)
		}
	}
	return changed
}

// pick returns the place of an event of a kind, -1 if there is none.
func pick(rng *rand.Rand, events []event, what string) int {
	var at []int
	for i, e := range events {
		if e.what == what {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return -1
	}
	return at[rng.IntN(len(at))]
}

func someLiteral(rng *rand.Rand, vars int) cnf.Lit {
	return cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1)
}

// A search is verified as it is. With one fault in what it tells it is not, unless it is a refutation all the same, by the letter.
func TestMutantsOfLemmas(t *testing.T) {
	for name, mutate := range mutations() {
		t.Run(name, func(t *testing.T) {
			caught, harmless, strict := 0, 0, 0
			for seed := uint64(0); caught < wanted(t) && plenty(t, seed); seed++ {
				rng := rand.New(rand.NewPCG(seed, 17))
				f, events := refutation(rng)
				if seed < 20 {
					if err := errorsOf(told(f, events), truth(f, events)); err != nil {
						t.Fatalf("seed %d, as it is: %v", seed, err)
					}
				}
				for range 5 {
					mutant := mutate(rng, f.Vars(), slices.Clone(events))
					err, want := told(f, mutant), truth(f, mutant)
					switch {
					case want != nil && err == nil:
						t.Fatalf("seed %d: verified, but %v\n%v", seed, want, mutant)
					case want != nil:
						caught++
					case err == nil:
						harmless++
					default: // a lemma was deleted, say, under another name
						strict++
					}
				}
			}
			t.Logf("%d faults caught; %d changes did no harm, %d of them were refused all the same", caught, harmless+strict, strict)
		})
	}
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// plenty fails the test if there seem to be no faults to be caught.
func plenty(t *testing.T, seed uint64) bool {
	if seed > 100*uint64(wanted(t)) {
		t.Error("hardly any change is a fault")
		return false
	}
	return true
}

func wanted(t *testing.T) int {
	t.Helper()
	return solvertest.Asked(t, *faults, 60)
}

// A search that takes a conflict for shown too early, forgets a branch, or takes a literal of a reason for false is found out if it
// comes to a wrong verdict, and never verified if what it tells is no refutation by the letter.
func TestMutantsOfSearches(t *testing.T) {
	for _, fault := range []string{"early conflict", "forgotten branch", "wrong reason"} {
		t.Run(fault, func(t *testing.T) {
			caught, models, harmless, lies := 0, 0, 0, 0
			for seed := uint64(0); caught < wanted(t) && plenty(t, seed); seed++ {
				rng := rand.New(rand.NewPCG(seed, 18))
				vars := 6 + rng.IntN(12)
				f := solvertest.RandomKSAT(rng.Uint64(), vars, (4+rng.IntN(2))*vars, 3)
				s := &searcher{rng: rng, f: f, logs: 3, fault: fault, wrong: 1 + rng.IntN(20)}
				model := s.piece(0, 0, nil)
				if s.faulty == 0 {
					continue
				}
				if model {
					models++ // which is checked, and no business of the verifier's
					continue
				}
				satisfiable := solvertest.BruteForce(f) == cnf.Satisfiable
				err, want := told(f, s.events), truth(f, s.events)
				switch {
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
			t.Logf("%d faulty refutations caught, %d of them of formulas with a model; %d did no harm; %d searches came to a model", caught,
				lies, harmless, models)
		})
	}
}
