package dimacs

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
)

// benchLemmas returns lemmas of about 12 literals over 300 variables, as a tree search finds them: consecutive ones
// begin alike.
func benchLemmas() [][]cnf.Lit {
	const count, vars = 100_000, 300
	rng := rand.New(rand.NewPCG(1, 2))
	lemmas := make([][]cnf.Lit, count)
	var path []cnf.Lit
	for i := range lemmas {
		path = path[:rng.IntN(len(path)+1)]
		for depth := 4 + rng.IntN(17); len(path) < depth; {
			path = append(path, cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1))
		}
		lemmas[i] = append([]cnf.Lit(nil), path...)
	}
	return lemmas
}

// writeLemmas writes and deletes lemmas, and returns the number of their literals.
func writeLemmas(b *testing.B, w *DRATWriter, lemmas [][]cnf.Lit) (lits int) {
	for _, clause := range lemmas {
		if err := w.Add(clause); err != nil {
			b.Fatal(err)
		}
		if err := w.Delete(clause); err != nil {
			b.Fatal(err)
		}
		lits += 2 * len(clause)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	return lits
}

// BenchmarkWriteProof reports the time of a step, a lemma or a deletion, without that of the disk.
func BenchmarkWriteProof(b *testing.B) {
	for _, format := range []ProofFormat{ProofText, ProofBinary} {
		b.Run(string(format), func(b *testing.B) {
			lemmas := benchLemmas()
			var out bytes.Buffer
			writeLemmas(b, NewDRATWriter(&out, format), lemmas)
			b.SetBytes(int64(out.Len()))
			w, lits := NewDRATWriter(io.Discard, format), 0
			for b.Loop() {
				lits = writeLemmas(b, w, lemmas)
			}
			reportSteps(b, 2*len(lemmas), lits)
		})
	}
}

// BenchmarkReadProof reads what BenchmarkWriteProof writes.
func BenchmarkReadProof(b *testing.B) {
	for _, format := range []ProofFormat{ProofText, ProofBinary} {
		b.Run(string(format), func(b *testing.B) {
			lemmas := benchLemmas()
			var out bytes.Buffer
			lits := writeLemmas(b, NewDRATWriter(&out, format), lemmas)
			b.SetBytes(int64(out.Len()))
			for b.Loop() {
				p, err := NewProofReader("bench", bytes.NewReader(out.Bytes()), ProofOptions{})
				for err == nil {
					_, err = p.Next()
				}
				if !errors.Is(err, io.EOF) {
					b.Fatal(err)
				}
			}
			reportSteps(b, 2*len(lemmas), lits)
		})
	}
}

// reportSteps reports the time of a step and of a literal.
func reportSteps(b *testing.B, steps, lits int) {
	ns := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	b.ReportMetric(ns/float64(steps), "ns/step")
	b.ReportMetric(ns/float64(lits), "ns/literal")
}
