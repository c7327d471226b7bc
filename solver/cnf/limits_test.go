package cnf_test

import (
	"testing"

	"transat/solver/cnf"
)

func TestMemoryErrorSaysHowMuch(t *testing.T) {
	for want, e := range map[string]cnf.MemoryError{
		"the search needs about 1234 MB of memory, 512 MB are allowed": {Need: 1_233_000_001, Limit: 512_000_000},
		"the search needs about 1.3 MB of memory, 0.1 MB are allowed":  {Need: 1_200_001, Limit: 1},
	} {
		if got := e.Error(); got != want {
			t.Errorf("the error is %q, want %q", got, want)
		}
	}
}
