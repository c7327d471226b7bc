package balance_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The numbers that a quick check gave: sharing and balancing from 5·P elements on one processor. Time is
// the largest single transfer of each step, added up.
func TestLiquidSection5Figure5NNAOnTheRing(t *testing.T) {
	for _, c := range []struct {
		procs           int
		shared, settled float64
	}{{32, 264, 575}, {64, 779, 1662}, {128, 2256, 4673}, {256, 6489, 13162}} {
		if testing.Short() && c.procs > 64 {
			break
		}
		m := newLockstepMachine(t, "nna-sync", grid(t, "ring", c.procs), true, point(c.procs, 5)...)
		time, shared := 0.0, 0.0
		for m.spread() > 1 && time < 20000 {
			m.step()
			time += m.largest
			if shared == 0 && slices.Min(m.loads) > 0 {
				shared = time
			}
		}
		if shared != c.shared || time != c.settled {
			t.Errorf("ring of %d: shared at %v, balanced at %v, want %v and %v", c.procs, shared, time, c.shared, c.settled)
		}
	}
}

func TestLiquidSection23NNAEquation3(t *testing.T) {
	m := newLockstepMachine(t, "nna-sync", grid(t, "torus", 3, 3), false, 45, 0, 0, 5, 0, 0, 0, 0, 10)
	m.step()
	want := []float64{
		10, 9, 11,
		10, 1, 3,
		12, 2, 2,
	}
	if diff := cmp.Diff(want, m.loads, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("-means of the neighbourhoods +got:\n%s", diff)
	}
}

// Synchronous averaging is diffusion with α = 1/(neighbours + 1).
func TestLiquidSection23NNAIsASpecialCaseOfDiffusion(t *testing.T) {
	loads := point(16, 3)
	loads[5], loads[9] = 7, 2
	nna := newLockstepMachine(t, "nna-sync", grid(t, "torus", 4, 4), false, loads...)
	diffusion := newLockstepMachine(t, "diffusion:alpha=0.2", grid(t, "torus", 4, 4), false, loads...)
	for range 10 {
		nna.step()
		diffusion.step()
		if diff := cmp.Diff(diffusion.loads, nna.loads, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Fatalf("-diffusion +averaging:\n%s", diff)
		}
	}
}

// Where processors differ in their numbers of neighbours, equal portions still keep the sum, though
// loads do not become means.
func TestLiquidSection23NNAEquation5OnALine(t *testing.T) {
	m := newLockstepMachine(t, "nna-sync", grid(t, "line", 3), false, 6, 6, 0)
	m.step()
	if diff := cmp.Diff([]float64{5, 5, 2}, m.loads, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestLiquidSection23NNAEquation4(t *testing.T) {
	for _, c := range []struct {
		name         string
		loads, after []float64
	}{
		// Only processor 1 is above its mean, by 3; processor 0 lacks 3 and processor 2 nothing.
		{"one lacks", []float64{2, 8, 5, 3}, []float64{5, 5, 5, 3}},
		// Processor 0 is above its mean of 4 by 8, and its neighbours lack 4 each.
		{"two lack alike", []float64{12, 0, 0, 0}, []float64{4, 4, 0, 4}},
		{"all the same", []float64{3, 3, 3, 3}, []float64{3, 3, 3, 3}},
		// Processors 0 and 2 each give what they have in excess of their mean 4: the others get both.
		{"two givers", []float64{6, 3, 6, 3}, []float64{4, 5, 4, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newLockstepMachine(t, "nna-async", grid(t, "ring", 4), false, c.loads...)
			m.step()
			if diff := cmp.Diff(c.after, m.loads, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
