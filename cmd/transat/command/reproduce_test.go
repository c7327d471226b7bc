package command

import (
	"context"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

func TestExperimentsCanBeInterrupted(t *testing.T) {
	for _, tc := range []struct{ line, stderr string }{
		{"reproduce plb/table1 plb/table2", "transat: interrupted after 0 of 2 experiments\n"},
		{"rounds --until=never --steps=1000000000 --grid=4x4", "transat: interrupted\n"},
	} {
		t.Run(tc.line, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			code, _, stderr := transat(t, ctx, tc.line)
			if code != cli.Interrupted || stderr != tc.stderr {
				t.Errorf("exit code %d, stderr %q; want %d, %q", code, stderr, cli.Interrupted, tc.stderr)
			}
		})
	}
}
