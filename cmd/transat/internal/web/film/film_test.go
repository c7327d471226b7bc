package film

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/sim"
)

// times are some at which films are looked at: chosen ones, and those of events.
func (r recorded) times() []balance.Ticks {
	random := rand.New(rand.NewPCG(r.film.Seed, 1))
	all := []balance.Ticks{0, 1, r.film.End - 1, r.film.End, r.film.End + 1}
	for range 10 {
		all = append(all, balance.Ticks(random.Int64N(int64(r.film.End)+1)))
		m := r.moments[random.IntN(len(r.moments))]
		all = append(all, m.Time, max(0, m.Time-1))
	}
	return all
}

// each runs a test on all scenes.
func each(t *testing.T, test func(t *testing.T, r recorded)) {
	for i, s := range scenes() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		t.Run(fmt.Sprintf("%s %s", s.policy, s.kind), func(t *testing.T) { test(t, record(t, s)) })
	}
}

// Who has work at a time is what follows from all that has happened before.
func TestStateIsWhatHasHappened(t *testing.T) {
	each(t, func(t *testing.T, r recorded) {
		for _, at := range r.times() {
			want := make([]bool, r.film.Topology.Procs)
			for _, m := range r.moments {
				if m.Time > at {
					break
				}
				switch m.Kind {
				case sim.MomentBegan:
					want[m.Rank] = true
				case sim.MomentRanOut:
					want[m.Rank] = false
				}
			}
			if at >= r.film.End && r.film.Complete {
				clear(want)
			}
			got := r.film.StateAt(at)
			if diff := cmp.Diff(want, got.Busy); diff != "" {
				t.Fatalf("at %d of %d (-moments +film):\n%s", at, r.film.End, diff)
			}
			idle := 0
			for rank, busy := range got.Busy {
				if !busy {
					idle++
				}
				if !busy && (got.Waiting[rank] != 0 || got.Load[rank] != 0) {
					t.Fatalf("at %d, %d has no work, and %d elements with load %v wait", at, rank, got.Waiting[rank], got.Load[rank])
				}
			}
			if idle != got.Idle {
				t.Fatalf("at %d, %d have no work, not %d", at, idle, got.Idle)
			}
		}
	})
}

// What is under way is what was sent and has not arrived, with what it says; of the time of which it is known.
func TestInFlightIsWhatWasSent(t *testing.T) {
	each(t, func(t *testing.T, r recorded) {
		f := r.film
		for _, at := range r.times() {
			under := map[[2]int][]Parcel{}
			elements := 0
			for _, m := range r.moments {
				if m.Time > at {
					break
				}
				switch m.Kind {
				case sim.MomentSent, sim.MomentMessage:
					key := [2]int{m.Rank, m.Peer}
					under[key] = append(under[key], Parcel{From: m.Rank, To: m.Peer, Sent: m.Time, Elements: m.Elements, Message: m.Message})
					elements += m.Elements
				case sim.MomentArrived, sim.MomentReceived:
					key := [2]int{m.Peer, m.Rank}
					elements -= under[key][0].Elements
					under[key] = under[key][1:]
				}
			}
			var want []Parcel
			sum := 0
			for _, some := range under {
				for _, x := range some {
					if sum += x.Elements; f.Knows(x.Sent) {
						want = append(want, x)
					}
				}
			}
			if sum != elements {
				t.Fatalf("%d elements are under way by name, %d by number", sum, elements)
			}
			got := f.InFlight(at)
			for i := range got {
				if got[i].Arrived <= at {
					t.Errorf("at %d, %+v is under way", at, got[i])
				}
				got[i].Arrived = 0
			}
			order := func(x, y Parcel) int {
				return slices.Compare([]int{int(x.Sent), x.From, x.To, x.Elements, int(x.Message.Kind)}, []int{int(y.Sent), y.From, y.To, y.Elements, int(y.Message.Kind)})
			}
			slices.SortStableFunc(want, order)
			slices.SortStableFunc(got, order)
			threeDigits := cmp.Comparer(func(x, y float64) bool { return x == y || math.Abs(x-y) < 1e-3*math.Abs(x+y) })
			if diff := cmp.Diff(want, got, threeDigits); diff != "" {
				t.Fatalf("at %d (-moments +film):\n%s", at, diff)
			}
		}
	})
}

// What comes at the end is what the run came to, and on the way nothing is beyond it.
func TestCurvesEndWithTheResult(t *testing.T) {
	each(t, func(t *testing.T, r recorded) {
		f := r.film
		c := f.EfficiencyCurve()
		if last := len(c.Values) - 1; c.Values[last] != r.result.Efficiency() || c.Times[last] != r.result.Time || f.Efficiency != r.result.Efficiency() {
			t.Errorf("the efficiency ends with %v at %d, that of the run is %v at %d", c.Values[last], c.Times[last], r.result.Efficiency(), r.result.Time)
		}
		if !slices.IsSorted(c.Times) || len(slices.Compact(slices.Clone(c.Times))) != len(c.Times) {
			t.Error("the looks are not in order of time")
		}
		for i, e := range c.Values {
			if e < 0 || e > 1 {
				t.Errorf("at %d, the efficiency is %v", c.Times[i], e)
			}
		}
		end := f.StateAt(f.End)
		if end.Sent != r.result.Sent || end.Messages != r.result.Messages || end.Phases != r.result.Phases {
			t.Errorf("at the end %+v, the result is %+v", end, r.result)
		}
		if idle := f.IdleCurve().Values; f.Complete && idle[len(idle)-1] != 1 {
			t.Errorf("at the end of the run, %v have no work", idle[len(idle)-1])
		}
		most := r.scene.options.Looks
		if most == 0 {
			most = DefaultLooks
		}
		if f.Looks > most+1 || f.Looks > 5 && f.End > balance.Second && f.Looks < most/2 {
			t.Errorf("%d looks of at most %d", f.Looks, most)
		}
		kinds := int64(0)
		for _, x := range f.looks {
			for _, n := range x.kinds {
				kinds += int64(n)
			}
		}
		if kinds != r.result.Messages {
			t.Errorf("the looks have counted %d messages of %d", kinds, r.result.Messages)
		}
	})
}
