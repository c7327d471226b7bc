package search

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Places come back from their bytes, which have the order of places, and that of a node is a prefix of those below it.
func TestPlacesAsBytes(t *testing.T) {
	numbers := rapid.SliceOfN(rapid.OneOf(rapid.Uint32Range(0, 300), rapid.Uint32Range(16300, 16500), rapid.Uint32()), 0, 6)
	rapid.Check(t, func(t *rapid.T) {
		a, b := numbers.Draw(t, "a"), numbers.Draw(t, "b")
		x, y := appendPlace(nil, a), appendPlace(nil, b)
		if back, err := readPlace(x); err != nil || !slices.Equal(back, a) {
			t.Fatalf("%v comes back as %v, %v", a, back, err)
		}
		if got, want := bytes.Compare(x, y), comparePlaces(a, b); cmp.Compare(got, 0) != cmp.Compare(want, 0) {
			t.Fatalf("%v and %v compare as %d, and their bytes as %d", a, b, want, got)
		}
		if got, want := bytes.HasPrefix(y, x), len(a) <= len(b) && slices.Equal(b[:len(a)], a); got != want {
			t.Fatalf("%v before %v: prefix %v, want %v", a, b, got, want)
		}
	})
	for _, text := range [][]byte{{0x80}, {0x80, 5}, {0xc0, 0, 0}, {0xc0, 0, 0, 0x3f, 0xff}, {0xc1, 0, 0, 0, 0}, {0xff}} {
		if place, err := readPlace(text); err == nil {
			t.Errorf("%x is read as %v", text, place)
		}
	}
}
