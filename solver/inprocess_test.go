package solver

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/simplify"
	"transat/solver/internal/solvertest"
)

// gates returns a random circuit whose gates are few, so that many are equal, with clauses over its outputs.
func gates(rng *rand.Rand) *cnf.Formula {
	inputs := 6 + rng.IntN(10)
	vars := inputs + 10 + rng.IntN(30)
	f := cnf.NewFormula(vars)
	below := func(v int) cnf.Lit { return cnf.FromCode(uint32(2 + rng.IntN(2*v-2))) }
	for v := inputs + 1; v <= vars; v++ {
		x, a, b, c := cnf.Pos(cnf.Var(v)), below(v), below(min(v, inputs)), below(v)
		switch rng.IntN(4) {
		case 0:
			f.Add(x.Not(), a)
			f.Add(x.Not(), b)
			f.Add(x, a.Not(), b.Not())
		case 1:
			f.Add(x.Not(), a, b)
			f.Add(x.Not(), a.Not(), b.Not())
			f.Add(x, a.Not(), b)
			f.Add(x, a, b.Not())
		case 2:
			f.Add(a.Not(), b.Not(), x)
			f.Add(a.Not(), b, x.Not())
			f.Add(a, c.Not(), x)
			f.Add(a, c, x.Not())
		}
	}
	for range vars * (3 + rng.IntN(3)) / 2 {
		f.Add(below(vars+1), below(vars+1), below(vars+1))
	}
	return f
}

// A learner that simplifies after almost every conflict decides circuits as learning alone does. Models and proofs, with hints and without,
// are checked, under assumptions, and whether another engine shares the proof or not.
func TestSimplifyingAgain(t *testing.T) {
	rounds, verdicts, failed := int64(0), map[cnf.Verdict]int{}, 0
	var gone, replaced int64
	for seed := range solvertest.Cases(t, 1800) {
		rng := rand.New(rand.NewPCG(uint64(seed), 40))
		base := gates(rng)
		if rng.IntN(4) == 0 {
			base = solvertest.RandomKSAT(rng.Uint64(), 40, 40*42/10, 3)
		}
		var assume []cnf.Lit
		for range rng.IntN(2) * rng.IntN(6) {
			assume = append(assume, cnf.FromCode(uint32(2+rng.IntN(2*base.Vars()))))
		}
		f, format := assuming(base, assume), dimacs.ProofFormats()[rng.IntN(len(dimacs.ProofFormats()))]
		var text bytes.Buffer
		opt := Options{Engine: CDCL, Assume: assume, Proof: Proof{W: &text, Format: format, Folder: t.TempDir()}, Log: func(string) {}}
		p, err := newProof(t.Context(), opt, f)
		if err != nil {
			t.Fatal(err)
		}
		s := &session{formula: f, base: base, opt: opt, proof: p, pace: ordinaryPace()}
		s.pace.simplifying, s.pace.everyRound, s.pace.richRounds, s.pace.longestSlice = 1, 1, true, 1+rng.Int64N(40)
		l, err := s.newLearner(t.Context(), rng.IntN(3) == 0)
		if err != nil {
			t.Fatal(err)
		}
		l.rounds.fixed = rng.IntN(3) > 0
		for decided := l.result.Verdict != cnf.Unknown; !decided; {
			if decided, err = l.run(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
		want, err := cdcl.Solve(t.Context(), f, nil)
		if err != nil || l.result.Verdict != want.Verdict {
			t.Fatalf("formula %d: %v, want %v, error %v", seed, l.result.Verdict, want.Verdict, err)
		}
		if want.Verdict == cnf.Satisfiable {
			if err := f.Check(l.result.Model); err != nil {
				t.Fatalf("formula %d: %v", seed, err)
			}
		} else {
			if without, err := cdcl.Solve(t.Context(), assuming(base, l.failed), nil); err != nil || without.Verdict != cnf.Unsatisfiable {
				t.Fatalf("formula %d: %v can be true together, error %v", seed, l.failed, err)
			}
			if err := p.complete(); err != nil {
				t.Fatal(err)
			}
			if err := (&trial{f: base}).judgeProof(t, Result{ProofBytes: int64(text.Len()), Lemmas: p.lemmas}, opt, text.Bytes()); err != nil {
				t.Fatalf("formula %d: %v", seed, err)
			}
			if len(l.failed) > 0 {
				failed++
			}
		}
		p.end(false)
		rounds += l.rounds.done
		verdicts[want.Verdict]++
		gone += l.simplified.Stats.Eliminated
		replaced += l.simplified.Stats.Substituted
	}
	t.Logf("%d rounds, %v, %d with failed assumptions, %d variables eliminated, %d replaced", rounds, verdicts, failed, gone, replaced)
	if rounds < 150 || verdicts[cnf.Satisfiable] < 20 || verdicts[cnf.Unsatisfiable] < 20 || failed < 5 || gone < 100 || replaced < 100 {
		t.Errorf("too little to test anything: %d rounds, %v, %d with failed assumptions, %d variables eliminated, %d replaced",
			rounds, verdicts, failed, gone, replaced)
	}
}

// Pauses grow, longer after rounds without effect, and a round waits until the search has done enough for what it may cost.
func TestPausesBetweenRounds(t *testing.T) {
	effect := simplify.Stats{Units: 1, Work: 100}
	var pauses []int64
	r := ordinaryPace().rounds(false)
	for _, effects := range []simplify.Stats{effect, effect, {}, {}, effect} {
		r.ended(cdcl.Stats{}, effects)
		pauses = append(pauses, r.next)
	}
	for i, more := range []bool{true, true, true, false} { // the last one is shorter
		if (pauses[i+1] > pauses[i]) != more {
			t.Errorf("pauses %d", pauses)
		}
	}
	if pauses[0] != conflictsPerRound || pauses[3] < 3*pauses[1] {
		t.Errorf("pauses %d", pauses)
	}
	for _, test := range []struct{ work, literals, want int64 }{{1000, 100, 0}, {10_000, 100, 700}, {1 << 30, 1 << 28, 0}} {
		if got := r.budget(cdcl.Stats{Work: test.work}, int(test.literals)); got != test.want {
			t.Errorf("a round may take %d after %d of the search, with %d literals; want %d", got, test.work, test.literals, test.want)
		}
	}
}
