package recording

import (
	"os"
	"strings"
	"testing"

	"transat/balance"
)

// A recording that was made to fit is one of the same run: who has work is as exact, the curves go through points of the whole one, and
// what is left out is told.
func TestFittedRecordingsAgreeWithTheWhole(t *testing.T) {
	if testing.Short() && os.Getenv("TRANSAT_TEST_NO_SKIP") == "" {
		t.Skip("takes a second")
	}
	for i, s := range []scene{
		{policy: "steal", sides: []int{6, 6}, nodes: 6000, seed: 1, options: Options{Looks: 300}},
		{policy: "plb", sides: []int{6, 6}, nodes: 6000, seed: 2, options: Options{Looks: 300}},
		{policy: "steal", sides: []int{6, 6}, nodes: 6000, seed: 3, options: Options{Looks: 300, Parcels: 1500}},
	} {
		if i == 0 && os.Getenv("TRANSAT_TEST_MORE") == "" {
			continue // the others are of both policies
		}
		t.Run(s.policy, func(t *testing.T) {
			r := record(t, s)
			whole, q := r.run, r.question(t)
			q.Times, q.Ranks = append(q.Times, whole.End+1), append(q.Ranks, 0)
			before, questions := string(q.data), []question{q}
			shares := []int{100, 75, 50, 40}
			var fits []Fitted
			for _, share := range shares {
				fitted, err := whole.Fit(len(before) * share / 100)
				if err != nil {
					t.Fatalf("%d %%: %v", share, err)
				}
				q.data = fitted.Bytes
				fits, questions = append(fits, fitted), append(questions, q)
				if after, err := whole.Encode(); err != nil || string(after) != before {
					t.Fatalf("%d %%: the whole recording has changed", share)
				}
			}
			all := ask(t, questions)
			for i, share := range shares {
				checkFitted(t, share, fits[i], len(before)*share/100, all[0], all[i+1])
			}
			if _, err := whole.Fit(100); err == nil {
				t.Error("a recording fits into 100 bytes")
			}
		})
	}
}

func checkFitted(t *testing.T, share int, fitted Fitted, limit int, whole, got answers) {
	t.Helper()
	f, w := got.Header, whole.Header
	if got.Error != "" || len(fitted.Bytes) > limit || (fitted.Left == "") != (share == 100) {
		t.Errorf("%d %%: %d bytes, left out: %q; %s", share, len(fitted.Bytes), fitted.Left, got.Error)
	}
	if (f.Parcels < w.Parcels) != strings.Contains(fitted.Left, "single messages") ||
		(f.Looks < w.Looks) != strings.Contains(fitted.Left, "waits") {
		t.Errorf("%d %%: %d looks of %d, %d parcels of %d, left out: %q", share, f.Looks, w.Looks, f.Parcels, w.Parcels, fitted.Left)
	}
	for i, m := range got.Moments {
		if want := whole.Moments[i].Idle; f.Exact > 0 && m.Idle != want {
			t.Fatalf("%d %%: at time %d, %d have no work, want %d", share, i, m.Idle, want)
		}
	}
	points := map[balance.Ticks]float64{}
	for i, at := range whole.Times {
		points[at] = whole.Efficiency[i]
	}
	for i, at := range got.Times {
		if want, known := points[at]; !known || want != got.Efficiency[i] {
			t.Fatalf("%d %%: at %d, the efficiency is %v, want %v", share, at, got.Efficiency[i], want)
		}
	}
	sum := func(a answers) (sum float64) {
		for _, link := range a.Moments[len(a.Moments)-1].Flows {
			sum += link[2] + 1e3*link[3]
		}
		return sum
	}
	if sum(got) != sum(whole) {
		t.Errorf("%d %%: the flows of the run add up to %v, want %v", share, sum(got), sum(whole))
	}
}
