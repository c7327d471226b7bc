package sim

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Against a slice, whose end is the top of the list.
func TestListAgainstSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l list[int]
		want := []int{}
		hidden, next := 0, 0
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			next++
			x := next
			visible := len(want) - hidden
			switch rapid.SampledFrom([]string{"pushHidden", "show", "pushTop", "pushBottom", "popTop", "remove"}).Draw(t, "do") {
			case "pushHidden":
				l.pushHidden(x)
				want = append(want, next)
				hidden++
			case "show":
				l.hidden, hidden = 0, 0
			case "pushTop":
				l.pushTop(x)
				want = slices.Insert(want, visible, next)
			case "pushBottom":
				l.pushBottom(x)
				want = slices.Insert(want, 0, next)
			case "popTop":
				if hidden == 0 && len(want) > 0 {
					if got := l.popTop(); got != want[len(want)-1] {
						t.Fatalf("popTop is %d of %v", got, want)
					}
					want = want[:len(want)-1]
				}
			case "remove":
				if visible > 0 {
					i := rapid.IntRange(0, visible-1).Draw(t, "index")
					if got := l.remove(i); got != want[i] {
						t.Fatalf("remove(%d) is %d of %v", i, got, want)
					}
					want = slices.Delete(want, i, i+1)
				}
			}
			got := []int{}
			for i := range l.n {
				got = append(got, *l.at(i))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("list (-want +got):\n%s", diff)
			}
			if l.visible() != len(want)-hidden {
				t.Fatalf("%d are visible of %d, of which %d are hidden", l.visible(), len(want), hidden)
			}
		}
	})
}
