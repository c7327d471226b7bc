package exit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"transat/cmd/transat/internal/exit"
)

func TestOf(t *testing.T) {
	failure := errors.New("no such thing")
	for _, tc := range []struct {
		name string
		err  error
		want exit.Code
	}{
		{"success", nil, exit.OK},
		{"failure", failure, exit.Failure},
		{"misuse", exit.Misuse(failure), exit.Usage},
		{"misuse wrapped", fmt.Errorf("grid: %w", exit.Misuse(failure)), exit.Usage},
		{"misuse of nothing", exit.Misuse(nil), exit.OK},
		{"another code", exit.With(exit.Interrupted, failure), exit.Interrupted},
		{"verdict", exit.Unsatisfiable, exit.Unsatisfiable},
		{"verdict beside another error", errors.Join(failure, exit.Satisfiable), exit.Satisfiable},
		{"interrupted", fmt.Errorf("recording: %w", context.Canceled), exit.Interrupted},
		{"out of time", context.DeadlineExceeded, exit.Failure},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := exit.Of(tc.err); got != tc.want {
				t.Errorf("exit.Of(%v) = %d, want %d", tc.err, got, tc.want)
			}
		})
	}
}

// A program of Go that dies in the middle ends with 2, so a script could not tell that from an ending of ours with this code.
func TestNoCodeIsThatOfAProgramThatDies(t *testing.T) {
	const died = 2
	for _, code := range []exit.Code{
		exit.OK, exit.Failure, exit.Fault, exit.Satisfiable, exit.Unsatisfiable, exit.Usage, exit.Interrupted,
	} {
		if code == died {
			t.Errorf("a command may end with %d", died)
		}
	}
}
