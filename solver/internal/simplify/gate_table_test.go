package simplify

import (
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
)

// Gates are found by their kind and inputs alone, however often the table has grown.
func TestGateTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	var table gateTable
	type name struct {
		kind    kind
		a, b, c cnf.Lit
	}
	index := map[name]int{}
	for range 5 * leastHashes {
		n := name{kind: kind(rng.IntN(2)), a: cnf.FromCode(uint32(2 + rng.IntN(20))), b: cnf.FromCode(uint32(2 + rng.IntN(20)))}
		inputs := []cnf.Lit{n.a, n.b}
		if rng.IntN(2) == 0 {
			n.c = cnf.FromCode(uint32(2 + rng.IntN(20)))
			inputs = append(inputs, n.c)
		}
		g := gate{kind: n.kind, output: cnf.FromCode(uint32(100 + table.len())), inputs: inputs}
		want, known := index[n]
		if !known {
			want = -1
		}
		if got := table.find(&g); got != want {
			t.Fatalf("%v is gate %d, want %d", n, got, want)
		}
		if known {
			continue
		}
		index[n] = table.len()
		table.add(&g)
		if got := table.at(table.len() - 1); got.kind != g.kind || got.output != g.output || !slices.Equal(got.inputs, inputs) {
			t.Fatalf("%v has been added, and is %v", g, got)
		}
	}
	if table.len() <= 2*leastHashes {
		t.Errorf("%d gates: the table has not grown twice", table.len())
	}
}
