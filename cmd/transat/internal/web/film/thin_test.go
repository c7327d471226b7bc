package film

import (
	"strings"
	"testing"

	"transat/balance"
)

// A film that was made to fit is one of the same run: who has work is as exact, the curves go through points of the
// whole one, and nothing is left out that is not told.
func TestFittedFilmsAgreeWithTheWhole(t *testing.T) {
	for _, s := range []scene{
		{policy: "steal", sides: []int{6, 6}, nodes: 6000, seed: 1, options: Options{Looks: 300}},
		{policy: "plb", sides: []int{6, 6}, nodes: 6000, seed: 2, options: Options{Looks: 300}},
		{policy: "steal", sides: []int{6, 6}, nodes: 6000, seed: 3, options: Options{Looks: 300, Parcels: 1500}},
	} {
		t.Run(s.policy, func(t *testing.T) {
			r := record(t, s)
			whole := r.film
			before, err := whole.Encode()
			if err != nil {
				t.Fatal(err)
			}
			for _, share := range []int{100, 75, 50, 40} {
				limit := len(before) * share / 100
				fitted, err := whole.Fit(limit)
				if err != nil {
					t.Fatalf("%d %%: %v", share, err)
				}
				f, err := Read(fitted.Bytes)
				if err != nil {
					t.Fatal(err)
				}
				if len(fitted.Bytes) > limit || (fitted.Left == "") != (share == 100) {
					t.Errorf("%d %%: %d bytes, left out: %q", share, len(fitted.Bytes), fitted.Left)
				}
				if (f.Parcels < whole.Parcels) != strings.Contains(fitted.Left, "single messages") || (f.Looks < whole.Looks) != strings.Contains(fitted.Left, "waits") {
					t.Errorf("%d %%: %d looks of %d, %d parcels of %d, left out: %q", share, f.Looks, whole.Looks, f.Parcels, whole.Parcels, fitted.Left)
				}
				for _, at := range r.times() {
					if got, want := f.StateAt(at).Idle, whole.StateAt(at).Idle; f.Exact > 0 && got != want {
						t.Fatalf("%d %%: at %d, %d have no work, want %d", share, at, got, want)
					}
				}
				points := map[balance.Ticks]float64{}
				for i, c := 0, whole.EfficiencyCurve(); i < len(c.Times); i++ {
					points[c.Times[i]] = c.Values[i]
				}
				for i, c := 0, f.EfficiencyCurve(); i < len(c.Times); i++ {
					if want, known := points[c.Times[i]]; !known || want != c.Values[i] {
						t.Fatalf("%d %%: at %d, the efficiency is %v, want %v", share, c.Times[i], c.Values[i], want)
					}
				}
				var got, want float64
				for _, x := range f.Flows(0, f.End+1) {
					got += x.Elements + 1e3*x.Messages
				}
				for _, x := range whole.Flows(0, whole.End+1) {
					want += x.Elements + 1e3*x.Messages
				}
				if got != want {
					t.Errorf("%d %%: the flows of the run add up to %v, want %v", share, got, want)
				}
				if after, err := whole.Encode(); err != nil || string(after) != string(before) {
					t.Fatalf("%d %%: the whole film has changed", share)
				}
			}
			if _, err := whole.Fit(100); err == nil {
				t.Error("a film fits into 100 bytes")
			}
		})
	}
}
