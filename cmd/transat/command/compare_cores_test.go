package command

import (
	"context"
	"testing"

	"transat/cmd/transat/internal/exit"
)

func TestCompareOnCoresInterrupted(t *testing.T) {
	for _, line := range []string{"compare --machine=cores --repeat=2 php-5-4", "compare --machine=cores --repeat=2 uts-default"} {
		t.Run(line, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			code, stdout, stderr := transat(t, ctx, line)
			if want := "transat: interrupted after 0 of 10 runs\n"; code != exit.Interrupted || stdout != "" || stderr != want {
				t.Errorf("exit code %d, stdout %q, stderr %q; want %d and %q", code, stdout, stderr, exit.Interrupted, want)
			}
		})
	}
}
