package dpll

import (
	"testing"

	"transat/solver/internal/solvertest"
)

// BenchmarkWorker is to be compared with BenchmarkSolve of the same class: the same nodes in slices.
func BenchmarkWorker(b *testing.B) {
	const slice = 512
	for _, class := range solvertest.Classes() {
		b.Run("lex/"+class.String(), func(b *testing.B) {
			f := class.Formula()
			nodes := int64(0)
			for b.Loop() {
				w := mustWorker(b, f, WorkerOptions{})
				if err := w.Begin(w.Root()); err != nil {
					b.Fatal(err)
				}
				for outcome := Running; outcome == Running && w.Stats().Nodes+slice <= solvertest.BenchmarkNodes; {
					var err error
					if outcome, err = w.Search(slice); err != nil {
						b.Fatal(err)
					}
				}
				nodes += w.Stats().Nodes
			}
			solvertest.ReportNodes(b, nodes)
		})
	}
}
