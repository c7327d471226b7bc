package command

import (
	"context"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

func TestCalibrateCanBeInterrupted(t *testing.T) {
	for _, line := range []string{"calibrate lade", "calibrate --search --quick"} {
		t.Run(line, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			code, stdout, stderr := transat(t, ctx, line)
			if want := "transat: interrupted before anything was finished\n"; code != cli.Interrupted || stdout != "" || stderr != want {
				t.Errorf("exit code %d, stdout %q, stderr %q; want %d, nothing and %q", code, stdout, stderr, cli.Interrupted, want)
			}
		})
	}
}
