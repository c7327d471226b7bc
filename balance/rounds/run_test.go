package rounds

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
)

// shiftRight is a rule of one substep: a processor gives its successor one element, or half of a real
// load, if that has less.
type shiftRight struct{ links []balance.Link }

func (shiftRight) Substeps() int              { return 1 }
func (s shiftRight) Links(int) []balance.Link { return s.links }

func (shiftRight) Flow(_, _ int, own float64, loads []float64, whole bool, send []float64) {
	send[0] = 0
	switch {
	case own <= loads[0]:
	case whole:
		send[0] = 1
	default:
		send[0] = (own - loads[0]) / 2
	}
}

func shiftRightPolicy() balance.Chosen {
	return balance.Chosen{Spec: balance.Spec{
		Name: "shift-right", Kinds: []string{"ring"},
		New: func(balance.Topology, balance.Values) balance.Maker { return nil },
		Rule: func(t balance.Topology, _ balance.Values) func(rank int) balance.Rule {
			return func(rank int) balance.Rule {
				n := t.Procs()
				return shiftRight{[]balance.Link{{To: (rank + 1) % n, Hears: true}, {To: (rank + n - 1) % n, Tells: true}}}
			}
		},
	}}
}

func network(t testing.TB, kind string, sides ...int) topology.Network {
	t.Helper()
	n, err := topology.New(kind, sides...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func machine(t testing.TB, s Setup) *Machine {
	t.Helper()
	m, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRun(t *testing.T) {
	m := machine(t, Setup{Network: network(t, "ring", 4), Policy: shiftRightPolicy(), Loads: []float64{5, 0, 0, 0}, Whole: true})
	got, err := m.Run(context.Background(), Config{Until: Shared | Balanced, Every: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(got)
	if diff := cmp.Diff([]float64{2, 1, 1, 1}, m.Loads()); diff != "" {
		t.Error(diff)
	}
}
