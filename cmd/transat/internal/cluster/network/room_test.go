package network

import (
	"runtime"
	"testing"
)

// While all cores search, one goroutine more may run, and afterwards everything is as before.
func TestRoom(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	for _, c := range []struct{ searching, want int }{{1, max(before, 2)}, {before, before + 1}, {4 * before, before + 1}} {
		restore := room(c.searching)
		if got := runtime.GOMAXPROCS(0); got != c.want {
			t.Errorf("%d search, and %d goroutines run at a time, want %d", c.searching, got, c.want)
		}
		restore()
		if got := runtime.GOMAXPROCS(0); got != before {
			t.Errorf("afterwards %d goroutines run at a time, want %d", got, before)
		}
	}
}
