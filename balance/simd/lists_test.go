package simd

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
)

// A list is what a slice is, the oldest element first.
func TestListIsASlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, model, next := newLists[int](2), []int(nil), 0
		elements := func(n int) []int {
			var all []int
			for range n {
				next++
				all = append(all, next)
			}
			return all
		}
		take := func() int { return rapid.IntRange(0, len(model)).Draw(t, "n") }
		const p = 1
		t.Repeat(map[string]func(*rapid.T){
			"pushTop": func(*rapid.T) {
				e := elements(1)
				l.pushTop(p, e[0])
				model = append(model, e...)
			},
			"pushBottom": func(*rapid.T) {
				e := elements(1)
				l.pushBottom(p, e[0])
				model = append(e, model...)
			},
			"popTop": func(t *rapid.T) {
				if len(model) == 0 {
					t.Skip()
				}
				if got, want := l.popTop(p), model[len(model)-1]; got != want {
					t.Fatalf("top %d, want %d", got, want)
				}
				model = model[:len(model)-1]
			},
			"popBottom": func(t *rapid.T) {
				if len(model) == 0 {
					t.Skip()
				}
				if got, want := l.popBottom(p), model[0]; got != want {
					t.Fatalf("bottom %d, want %d", got, want)
				}
				model = model[1:]
			},
			"send": func(*rapid.T) {
				n := take()
				if got := l.send(p, n, []int{-1}); !slices.Equal(got[1:], model[:n]) || got[0] != -1 {
					t.Fatalf("sent %v, want %v", got[1:], model[:n])
				}
				model = model[n:]
			},
			"receive": func(t *rapid.T) {
				e := elements(rapid.IntRange(0, 40).Draw(t, "more"))
				if rapid.Bool().Draw(t, "top") {
					l.receive(p, balance.Top, e)
					model = append(model, e...)
				} else {
					l.receive(p, balance.Bottom, e)
					model = append(e, model...)
				}
			},
			"": func(t *rapid.T) {
				if int(l.loads[p]) != len(model) || l.loads[0] != 0 {
					t.Fatalf("loads %v, want 0 and %d", l.loads, len(model))
				}
				if got := l.rings[p].copyTo(nil, len(model)); !slices.Equal(got, model) {
					t.Fatalf("%v, want %v", got, model)
				}
			},
		})
	})
}
