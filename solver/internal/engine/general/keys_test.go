package general

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestKeysCompareLengthByLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minWeight := rapid.IntRange(1, 2).Draw(t, "weight of the rarer sign")
		longest := rapid.IntRange(0, 12).Draw(t, "longest")
		most := rapid.SampledFrom([]uint32{1, 2, 40, 85, 1000, 1 << 20, 1 << 29}).Draw(t, "occurrences")
		k := newKeys([]uint32{0, 0, most, most}, longest, minWeight, true)
		if k.lanes < 2 {
			t.Fatalf("%d lanes", k.lanes)
		}
		type counts struct{ pos, neg []int }
		draw := func(name string) counts {
			var c counts
			for left := [2]int{int(most), int(most)}; len(c.pos) < k.lanes; {
				pos, neg := rapid.IntRange(0, left[0]).Draw(t, name), rapid.IntRange(0, left[1]).Draw(t, name)
				c.pos, c.neg = append(c.pos, pos), append(c.neg, neg)
				left[0], left[1] = left[0]-pos, left[1]-neg
			}
			return c
		}
		word := func(counts []int) (w uint64) {
			for i, n := range counts {
				w += uint64(n) * k.one[i+2]
			}
			return w
		}
		scores := func(c counts) (s []int) {
			for i := range c.pos {
				lower, higher := min(c.pos[i], c.neg[i]), max(c.pos[i], c.neg[i])
				s = append(s, higher+minWeight*lower)
			}
			return s
		}
		a, b := draw("a"), draw("b")
		x, y := k.score(word(a.pos), word(a.neg)), k.score(word(b.pos), word(b.neg))
		want, got := slices.Compare(scores(a), scores(b)), cmp.Compare(x, y)
		if want != got {
			t.Fatalf("%v and %v: %d, want %d", a, b, got, want)
		}
		if bound := k.scoreBound(word(a.pos), word(a.neg)); bound < x {
			t.Fatalf("%v: the bound %x is below the score %x", a, bound, x)
		}
	})
}
