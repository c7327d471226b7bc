package solver

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// refutedBy returns a formula with a model, and a change, of one clause more often than not, by which it loses all models: clauses
// that lose a literal, or clauses more. It returns nil if it finds none.
func refutedBy(rng *rand.Rand, vars int) (f, changed *cnf.Formula) {
	f = solvertest.RandomKSAT(rng.Uint64(), vars, int((3.6+0.8*rng.Float64())*float64(vars)), 3)
	truth := solvertest.NewTruth(f)
	if !truth.Satisfiable() {
		return nil, nil
	}
	changed = cnf.NewFormula(vars)
	cut := rng.Perm(f.Len())[:1+rng.IntN(6)]
	for i := range f.Len() {
		clause := f.Clause(i)
		if slices.Contains(cut, i) {
			clause = slices.Delete(slices.Clone(clause), 0, 1+rng.IntN(2))
		}
		changed.Add(clause...)
	}
	for range rng.IntN(3) {
		changed.Add(cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1), cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1))
	}
	if solvertest.NewTruth(changed).Satisfiable() {
		return nil, nil
	}
	return f, changed
}

// An engine that has lost a literal of a clause, or believes in a clause too many, refutes formulas that have a model. No engine,
// rule, policy or number of threads gets that past the verifier, with simplifying or without, nor with a checkpoint.
func TestMutantsOfEngines(t *testing.T) {
	wanted, caught := solvertest.Asked(t, *trials/10, 40), map[Engine]int{}
	folder := t.TempDir()
	for seed, n := uint64(0), 0; n < wanted; seed++ {
		if seed > 1000*uint64(wanted) {
			t.Fatalf("only %d refutations", n)
		}
		tr := &trial{rng: rand.New(rand.NewPCG(seed, 31)), folder: folder}
		f, changed := refutedBy(tr.rng, 8+tr.rng.IntN(9))
		if f == nil {
			continue
		}
		var opt tested
		switch tr.rng.IntN(8) {
		case 0, 1, 2:
			opt.Options = tr.tree()
		case 3, 4:
			opt = tested{Options{Engine: CDCL}, hooks{pace: tr.paced()}}
		case 5, 6:
			opt = tr.auto()
		default:
			if opt.Engine = Gophersat; tr.rng.IntN(10) > 0 {
				opt.Options = tr.tree()
				opt.Checkpoint = Checkpoint{File: folder + "/checkpoint", Resume: true}
			}
		}
		opt.LocalSearch, opt.Verify = NoFlips, true
		opt.mutate = func(*cnf.Formula) *cnf.Formula { return changed }
		result, err := mutantSolve(t, f, opt, tr.rng)
		if !errors.As(err, new(*VerifyError)) {
			t.Fatalf("seed %d: %v, %v, verified %+v; options %+v, pace %+v\n%s\nwas\n%s",
				seed, result.Verdict, err, result.Verified, opt.Options, opt.pace, written(changed), written(f))
		}
		caught[opt.Engine]++
		n++
	}
	t.Logf("caught: %v", caught)
}

// mutantSolve solves, with a checkpoint in several calls.
func mutantSolve(t *testing.T, f *cnf.Formula, opt tested, rng *rand.Rand) (Result, error) {
	defer removeCheckpoint(t, opt.Checkpoint)
	for calls := int64(1); ; calls++ {
		if opt.Checkpoint.File != "" && calls < 20 {
			opt.MaxNodes = 2 + rng.Int64N(4)
		} else {
			opt.MaxNodes = 0
		}
		result, err := opt.solve(t.Context(), f)
		if err != nil || result.Verdict != cnf.Unknown {
			return result, err
		}
	}
}

// removeCheckpoint removes what a search that has failed leaves behind.
func removeCheckpoint(t *testing.T, c Checkpoint) {
	if c.File == "" {
		return
	}
	for _, name := range []string{c.File, c.Pieces()} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
}
