package pages

import (
	"runtime"
	"testing"
)

// Moved keeps the contents, whatever the size, and leaves the room. On Linux the old pages are given back: they are zero.
func TestMoved(t *testing.T) {
	for _, n := range []int{0, 1, 1000, leastDiscarded/4 - 1, leastDiscarded / 4, chunk/4 + 1, 3*chunk/4 + 17} {
		for _, spare := range []int{0, 3000} {
			old := make([]uint32, n, n+spare)
			for i := range old {
				old[i] = uint32(i + 1)
			}
			moved := Moved(old, n+5)
			if len(moved) != n || cap(moved) < n+5 {
				t.Fatalf("%d of %d: moved to %d of %d", n, n+spare, len(moved), cap(moved))
			}
			for i, x := range moved {
				if x != uint32(i+1) {
					t.Fatalf("%d elements: element %d is %d", n, i, x)
				}
			}
			if runtime.GOOS == "linux" && 4*n >= leastDiscarded && &old[0] != &moved[0] {
				if x := old[n/2]; x != 0 {
					t.Errorf("%d elements: the old place has still %d", n, x)
				}
			}
		}
	}
}

func TestDiscard(t *testing.T) {
	small, large := make([]int32, 100), make([]int32, leastDiscarded)
	small[50], large[len(large)/2] = 1, 1
	Discard(small)
	Discard(large[:0])
	Discard[int32](nil)
	if small[50] != 1 || runtime.GOOS == "linux" && large[len(large)/2] != 0 {
		t.Errorf("a small slice has %d, and a large one %d", small[50], large[len(large)/2])
	}
}
