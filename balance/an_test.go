package balance

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance/topology"
)

// plan is the decision of a master with that much load, whose members have the given loads; all have elements of
// load 1 waiting, but for the one in work.
func plan(threshold, own float64, loads ...float64) averagePlan {
	var a averagePlan
	a.begin(own, grainOfLoad(own), true)
	for i, load := range loads {
		a.add(i, load, grainOfLoad(load), true)
	}
	a.make(threshold)
	return a
}

// grainOfLoad is the mean load of the waiting elements of a processor of which one is in work.
func grainOfLoad(load float64) float64 {
	if load > 1 {
		return 1
	}
	return 0
}

func TestCorradiSection32SendersAndReceivers(t *testing.T) {
	for _, c := range []struct {
		name  string
		own   float64
		loads []float64
		want  []averageMove
	}{
		{"alone", 9, nil, nil},
		{"balanced", 5, []float64{5, 5, 5, 5}, nil},
		{"no member has anything", 0, []float64{0, 0}, nil},
		{"the master and another send", 9, []float64{3, 5, 2, 6}, []averageMove{{self, 2, 3}, {self, 0, 1}, {3, 0, 1}}},
		{"the master receives", 1, []float64{9, 5}, []averageMove{{0, self, 4}}},
		{"the master is neither", 5, []float64{9, 1}, []averageMove{{0, 1, 4}}},
		{"two senders", 4, []float64{7, 7, 4, 4, 4, 4, 4, 4, 0}, []averageMove{{1, 8, 2.8}, {0, 8, 1.4}}},
		{"a sender, no receiver", 5, []float64{5, 5, 6, 5, 5}, nil},
		{"a receiver, no sender", 10, []float64{10, 10, 10, 10, 8}, nil},
		{
			"who has nothing gets one element, though none has 10 % too much", 2,
			[]float64{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0},
			[]averageMove{{10, 11, 1}},
		},
		{"but none from those who have no other", 1, []float64{1, 1, 0}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := plan(0.2, c.own, c.loads...).moves
			near := cmp.Comparer(func(a, b averageMove) bool {
				return a.from == b.from && a.to == b.to && math.Abs(a.load-b.load) < 1e-9
			})
			if diff := cmp.Diff(c.want, got, near, cmp.Transformer("empty", func(m []averageMove) []averageMove {
				return append([]averageMove{}, m...)
			})); diff != "" {
				t.Errorf("moves (-want +got):\n%s", diff)
			}
		})
	}
}

// A member that has been given more than the aim, since elements cannot be divided, has enough, even if it is still
// below the average: the next sender gives it nothing.
func TestCorradiSection32WhoHasGotAnElementBeyondTheAimHasEnough(t *testing.T) {
	var a averagePlan
	a.begin(14, 1, false) // takes part in another action: it only counts for the average, 10
	a.add(0, 14, 6, true) // should give 4, and has elements of 6
	a.add(1, 12, 1, true) // could give 2 as well
	a.add(2, 0, 0, true)
	a.make(0.2)
	if diff := cmp.Diff([]averageMove{{0, 2, 6}}, a.moves, cmp.AllowUnexported(averageMove{})); diff != "" {
		t.Errorf("moves (-want +got):\n%s", diff)
	}
}

// A plan takes no sender below the average and no receiver above it, except that who has nothing
// may get one element.
func TestCorradiSection32PlansNeverReverseRoles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loads := rapid.SliceOfN(rapid.Float64Range(0, 40), 1, 12).Draw(t, "loads")
		sum, least, most := 0.0, loads[0], loads[0]
		for _, l := range loads {
			sum += l
			least, most = min(least, l), max(most, l)
		}
		average := sum / float64(len(loads))
		a := plan(0.2, loads[0], loads[1:]...)
		for _, m := range a.moves {
			from, to := loads[m.from+1], loads[m.to+1]
			after, there := a.loadAfter(m.from), a.loadAfter(m.to)
			one := 0.0
			if least == 0 {
				one = 1
			}
			if from <= average || to >= average || after < average-one-1e-9 || there > average+one+1e-9 {
				t.Fatalf("average %v: %+v leads from %v to %v and from %v to %v", average, m, from, after, to, there)
			}
		}
		if sender := most > 1.1*average && most >= average+1; sender && least < 0.9*average && least <= average-1 && len(a.moves) == 0 {
			t.Fatalf("average %v: nothing moves", average)
		}
	})
}

func TestCorradiSection33Domains(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		sides      []int
		radius     int
		want       []int // how many are in the domain of each processor, itself not counted
	}{
		{"line, radius 1", "line", []int{4}, 1, []int{1, 2, 2, 1}},
		{"line, radius 2", "line", []int{4}, 2, []int{2, 3, 3, 2}},
		{"line, radius 8", "line", []int{4}, 8, []int{3, 3, 3, 3}},
		{"mesh, radius 1", "mesh", []int{3, 3}, 1, []int{2, 3, 2, 3, 4, 3, 2, 3, 2}},
		{"mesh, radius 2", "mesh", []int{3, 3}, 2, []int{5, 6, 5, 6, 8, 6, 5, 6, 5}},
		{"one processor", "mesh", []int{1, 1}, 2, []int{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := topology.New(c.kind, c.sides...)
			if err != nil {
				t.Fatal(err)
			}
			got := make([]int, g.Procs())
			for rank := range got {
				got[rank] = len(within(g, rank, c.radius))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("sizes of domains (-want +got):\n%s", diff)
			}
		})
	}
}
