package coordinator

import "testing"

func TestProcessorsAreCounted(t *testing.T) {
	for n, want := range map[int]string{1: "1 processor", 2: "2 processors"} {
		if got := processors(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
