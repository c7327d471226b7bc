package conqueror

import (
	"context"
	"math"
	"os"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// checkHinted checks a proof by its hints (LRAT). That takes a fraction of the time which it takes to find them. It returns the core
// lemmas; ok is false if the proof has no hints, or if they do not show it: the lemmas may follow all the same.
func checkHinted(ctx context.Context, under *cnf.Formula, name string) (core [][]cnf.Lit, ok bool) {
	file, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer file.Close()
	r, err := dimacs.NewProofReader("its proof", file, dimacs.ProofOptions{})
	if err != nil || !r.Format().Hints() {
		return nil, false
	}
	checker, err := drat.NewHinted(under)
	if err != nil {
		return nil, false
	}
	trace := trace{at: map[int64]int32{}}
	for !checker.Refuted() && ctx.Err() == nil {
		step, err := r.Next()
		switch {
		case err != nil:
			return nil, false
		case step.Deletion:
			checker.Delete(step.Hints)
		case checker.Add(step.Number, step.Clause, step.Hints) != nil:
			return nil, false
		case !trace.add(step):
			return nil, false
		}
	}
	return trace.core(), checker.Refuted() && checker.Report().RATLemmas == 0
}

// trace keeps lemmas with what each rests on.
type trace struct {
	at     map[int64]int32 // lemmas by number
	lemmas []traced
	lits   []cnf.Lit
	hints  []int32 // lemmas, by their place
}

// mostHints bounds the hints that are kept: half a gigabyte.
const mostHints = 1 << 27

// traced is where the literals and the hints of a lemma end.
type traced struct{ lits, hints int }

// add reports whether there is room for a lemma.
func (t *trace) add(step dimacs.ProofStep) bool {
	for _, n := range step.Hints {
		if i, is := t.at[n]; is {
			t.hints = append(t.hints, i)
		}
	}
	t.at[step.Number] = int32(len(t.lemmas))
	t.lits = append(t.lits, step.Clause...)
	t.lemmas = append(t.lemmas, traced{len(t.lits), len(t.hints)})
	return len(t.hints) <= mostHints && len(t.lemmas) < math.MaxInt32
}

// core returns the lemmas on which the last one rests, without that.
func (t *trace) core() (core [][]cnf.Lit) {
	needed := make([]bool, len(t.lemmas))
	for i := len(t.lemmas) - 1; i >= 0; i-- {
		if needed[i] = needed[i] || i == len(t.lemmas)-1; !needed[i] {
			continue
		}
		for _, j := range t.hints[t.before(i).hints:t.lemmas[i].hints] {
			needed[j] = true
		}
	}
	for i, is := range needed[:max(0, len(needed)-1)] {
		if is {
			core = append(core, t.lits[t.before(i).lits:t.lemmas[i].lits])
		}
	}
	return core
}

// before returns where the lemma before one ends.
func (t *trace) before(i int) traced {
	if i == 0 {
		return traced{}
	}
	return t.lemmas[i-1]
}
