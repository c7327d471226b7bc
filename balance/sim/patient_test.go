package sim

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// heard is what a policy is told of the load, and what it sees then.
type heard struct {
	Rank, Len int
	Now       balance.Ticks
	Busy      bool
	Load      float64
}

// listener is a policy around another one, which is a balance.PatientWatcher, that notes what it hears of the load.
type listener struct {
	balance.PatientWatcher
	balance.Policy
	all *[][]heard // by rank
}

// LoadChanged implements balance.LoadWatcher.
func (l listener) LoadChanged(p balance.Proc) {
	(*l.all)[p.Rank()] = append((*l.all)[p.Rank()], heard{p.Rank(), p.Len(), p.Now(), p.Busy(), p.Load() + p.Working()})
	l.PatientWatcher.LoadChanged(p)
}

// hurried is a listener that hears of every change at once.
type hurried struct{ listener }

// Patient hides that of the listener: it is not that of balance.PatientWatcher.
func (hurried) Patient() {}

// What a patient policy is told late makes no difference, event for event, and it is told the same.
func TestPatientWatchersChangeNothing(t *testing.T) {
	spec, err := balance.Choose("adaptive")
	if err != nil {
		t.Fatal(err)
	}
	late := 0
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfigOf(t, spec.Spec)
		cfg.Budget = balance.Ticks(rapid.SampledFrom([]int64{1, 1e6, 1e7, 1e9}).Draw(t, "some budget"))
		maker := cfg.Policy
		listen := func(wrap func(l listener) balance.Policy) (balance.Result, []Event, [][]heard, bool) {
			all := make([][]heard, cfg.Topology.Procs())
			cfg := cfg
			cfg.Policy = func(rank int) balance.Policy {
				inner := maker(rank)
				return wrap(listener{inner.(balance.PatientWatcher), inner, &all})
			}
			r, events, done := explore(t, cfg)
			return r, events, all, done
		}
		r, events, all, done := listen(func(l listener) balance.Policy { return l })
		want, wantEvents, wantAll, wantDone := listen(func(l listener) balance.Policy { return hurried{l} })
		if !slices.Equal(events, wantEvents) {
			t.Fatalf("events (-at once +late):\n%s", cmp.Diff(wantEvents, events))
		}
		if !done || !wantDone {
			return
		}
		if diff := cmp.Diff(want, r); diff != "" {
			t.Fatalf("result (-at once +late):\n%s", diff)
		}
		if diff := cmp.Diff(wantAll, all); diff != "" {
			t.Fatalf("heard (-at once +late):\n%s", diff)
		}
		late++
	})
	if late == 0 {
		t.Error("no run came to its end")
	}
}

// A patient policy is looked at less often than one that hears of everything at once.
func TestPatientWatchersAreLookedAtLessOften(t *testing.T) {
	cfg := config(t, "adaptive", "", []int{3, 3}, &balancetest.Tree{Nodes: 20_000, Seed: 3})
	cfg.Budget = 4 * cfg.Cost.MoveTime()
	var s *sim[balancetest.Element]
	late := 0
	cfg.Trace = func(Event) {
		for i := range s.procs {
			if p := &s.procs[i]; p.busy && p.bound() > p.workEnd {
				late++
			}
		}
	}
	s, err := newSim(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if late == 0 {
		t.Error("every processor is looked at after each element")
	}
}
