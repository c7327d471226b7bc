package cli_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

func TestOf(t *testing.T) {
	failure := errors.New("no such thing")
	for _, tc := range []struct {
		name string
		err  error
		want cli.Code
	}{
		{"success", nil, cli.OK},
		{"failure", failure, cli.Failure},
		{"misuse", cli.Misuse(failure), cli.Usage},
		{"misuse wrapped", fmt.Errorf("grid: %w", cli.Misuse(failure)), cli.Usage},
		{"misuse of nothing", cli.Misuse(nil), cli.OK},
		{"another code", cli.With(cli.Interrupted, failure), cli.Interrupted},
		{"verdict", cli.Unsatisfiable, cli.Unsatisfiable},
		{"verdict beside another error", errors.Join(failure, cli.Satisfiable), cli.Satisfiable},
		{"interrupted", fmt.Errorf("recording: %w", context.Canceled), cli.Interrupted},
		{"out of time", context.DeadlineExceeded, cli.Failure},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := cli.Of(tc.err); got != tc.want {
				t.Errorf("cli.Of(%v) = %d, want %d", tc.err, got, tc.want)
			}
		})
	}
}

// A program of Go that dies in the middle ends with 2, so a script could not tell that from an ending of ours with this code.
func TestNoCodeIsThatOfAProgramThatDies(t *testing.T) {
	const died = 2
	for _, code := range []cli.Code{
		cli.OK, cli.Failure, cli.Fault, cli.Satisfiable, cli.Unsatisfiable, cli.Usage, cli.Interrupted,
	} {
		if code == died {
			t.Errorf("a command may end with %d", died)
		}
	}
}
