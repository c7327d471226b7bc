package solver

import "testing"

// BenchmarkWorker is to be compared with BenchmarkSolve of the same class: the same nodes in slices.
func BenchmarkWorker(b *testing.B) {
	const slice = 512
	for _, class := range []benchmarkClass{{250, 1075, 3}, {300, 1290, 3}, {350, 1505, 3}, {80, 1700, 5}} {
		b.Run("lex/"+class.String(), func(b *testing.B) {
			f := class.formula()
			nodes := int64(0)
			for b.Loop() {
				w := mustWorker(b, f, Options{})
				if err := w.Begin(w.Root()); err != nil {
					b.Fatal(err)
				}
				for outcome := Running; outcome == Running && w.Stats().Nodes+slice <= benchmarkNodes; {
					var err error
					if outcome, err = w.Search(slice); err != nil {
						b.Fatal(err)
					}
				}
				nodes += w.Stats().Nodes
			}
			reportNodes(b, nodes)
		})
	}
}
