package film

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
)

// A film with single parcels of a part of the run has the same as one of the whole, in that part.
func TestPartsAgreeWithTheWhole(t *testing.T) {
	for _, s := range []scene{
		{policy: "steal", sides: []int{4, 4}, nodes: 3000, seed: 1},
		{policy: "plb", sides: []int{4, 4}, nodes: 3000, seed: 2},
		{policy: "lade", kind: "ring", sides: []int{4, 4}, nodes: 3000, seed: 3, change: onTorus},
	} {
		t.Run(s.policy, func(t *testing.T) {
			whole := record(t, s).film
			for _, options := range []Options{
				{From: whole.End / 3, To: whole.End / 2},
				{Parcels: len(whole.parcels) / 3},
				{From: whole.End / 2, Parcels: 10},
				{Parcels: -1},
			} {
				s.options = options
				part := record(t, s).film
				if part.To > whole.End/2 && options.To > 0 || part.To == 0 && options.Parcels >= 0 {
					t.Errorf("%+v: parcels are known until %d", options, part.To)
				}
				var want []parcel
				for _, x := range whole.parcels {
					if x.sent >= part.From && x.sent < part.To {
						want = append(want, x)
					}
				}
				if len(want) == 0 && options.Parcels >= 0 {
					t.Errorf("%+v: no parcels", options)
				}
				if diff := cmp.Diff(want, part.parcels, cmp.AllowUnexported(parcel{}), cmpopts.IgnoreFields(parcel{}, "next")); diff != "" {
					t.Errorf("%+v (-whole +part):\n%.2000s", options, diff)
				}
				// Of spans of time it is known in full what went where.
				if part.Spans < 2 {
					t.Fatalf("%+v: %d spans", options, part.Spans)
				}
				for k := range part.Spans {
					from := balance.Ticks(k) * part.Span
					to := min(from+part.Span, part.End+1)
					got := part.spanFlows(from, to)
					if diff := cmp.Diff(whole.Flows(from, to), got, cmpopts.EquateEmpty()); diff != "" {
						t.Fatalf("%+v: from %d to %d (-single parcels +sums):\n%.2000s", options, from, to, diff)
					}
				}
			}
		})
	}
}

// spanFlows are the flows of whole spans.
func (f *Film) spanFlows(from, to balance.Ticks) []Flow {
	known, until := f.From, f.To
	f.From, f.To = 1, 0 // as if single parcels were not known
	defer func() { f.From, f.To = known, until }()
	return f.Flows(from, to)
}
