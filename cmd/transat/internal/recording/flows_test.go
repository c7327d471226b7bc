package recording

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
)

// routed is what is sent from one time to before another, over each link: elements and messages. It follows each parcel link by link.
func (f *Run) routed(from, to balance.Ticks) map[int][2]int32 {
	sums := map[int][2]int32{}
	for _, x := range f.parcels {
		if x.sent < from || x.sent >= to {
			continue
		}
		at, goal := f.cell(int(x.from)), f.cell(int(x.to))
		for at != goal {
			next, port := f.grid.Route(at, goal)
			sum := sums[at*2*len(f.grid.Sides())+port]
			if x.elements > 0 {
				sum[0] += x.elements
			} else {
				sum[1]++
			}
			sums[at*2*len(f.grid.Sides())+port] = sum
			at = next
		}
	}
	return sums
}

// cell is where on the machine's grid a processor lies.
func (f *Run) cell(rank int) int {
	if f.place == nil {
		return rank
	}
	return int(f.place[rank])
}

// A recording with single parcels of a part of the run has the same ones as that of the whole, in that part; and what it says of spans of
// time is what the single parcels of the whole add up to.
func TestPartsAgreeWithTheWhole(t *testing.T) {
	for _, s := range []scene{
		{policy: "steal", sides: []int{4, 4}, nodes: 3000, seed: 1},
		{policy: "plb", sides: []int{4, 4}, nodes: 3000, seed: 2},
		{policy: "lade", kind: "ring", sides: []int{4, 4}, nodes: 3000, seed: 3, change: onTorus},
	} {
		t.Run(s.policy, func(t *testing.T) {
			whole := record(t, s).run
			for _, options := range []Options{
				{From: whole.End / 3, To: whole.End / 2},
				{Parcels: len(whole.parcels) / 3},
				{From: whole.End / 2, Parcels: 10},
				{Parcels: -1},
			} {
				s.options = options
				part := record(t, s).run
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
				if part.Spans < 2 {
					t.Fatalf("%+v: %d spans", options, part.Spans)
				}
				for k, x := range part.flows {
					from := balance.Ticks(k) * part.Span
					got := map[int][2]int32{}
					for i, link := range x.links {
						got[int(link)] = [2]int32{x.elements[i], x.messages[i]}
					}
					if diff := cmp.Diff(whole.routed(from, min(from+part.Span, part.End+1)), got); diff != "" {
						t.Fatalf("%+v: span %d (-single parcels +sums):\n%.2000s", options, k, diff)
					}
				}
			}
		})
	}
}
