package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/internal/web/engine"
)

// A machine that no browser has memory for is refused before it is built; an ordinary one is not.
func TestMachinesThatAreTooLargeAreRefused(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, grid := range []string{"2048x1024", "1024x1025", "1048577", "4096x4096", "2x1024x1024", "8x8"} {
		_, err := e.Do(t.Context(), fmt.Appendf(nil, `{"do": "run", "tree": "php-5-4", "policy": "plb", "grid": %q}`, grid), nil, nil)
		if grid == "8x8" {
			if err != nil {
				t.Errorf("%s: %v", grid, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), grid) || !strings.Contains(err.Error(), "1,048,576") {
			t.Errorf("%s: got %v", grid, err)
		}
	}
}
