package command

import (
	"context"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/cmd/transat/command/internal/cli"
)

func TestProofLeavesNoTemporaryFile(t *testing.T) {
	for _, tc := range []struct {
		name, line string
		code       cli.Code
		want       []string
	}{
		{"unsatisfiable", "solve --proof=p php-5-4", cli.Unsatisfiable, []string{"p"}},
		{"with hints", "solve -j 1 --proof=p --proof-format=lrat php-5-4", cli.Unsatisfiable, []string{"p"}},
		{"with hints, several cores", "solve --engine=dpll --procs=3 --proof=p --proof-format=lrat php-5-4", cli.Unsatisfiable, []string{"p"}},
		{"with hints, but no answer", "solve --proof=p --proof-format=lrat --max-nodes=10 php-5-4", cli.OK, nil},
		{"satisfiable", "solve --proof=p example", cli.Satisfiable, nil},
		{"node limit", "solve --proof=p --max-nodes=10 php-5-4", cli.OK, nil},
		{"time limit", "solve --proof=p --engine=cdcl --time-limit=1ns php-5-4", cli.OK, nil},
		{"no formula", "solve --proof=p missing.cnf", cli.Failure, nil},
		{"unreadable formula", "solve --proof=p -", cli.Failure, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := transat(t, t.Context(), tc.line)
			if code != tc.code {
				t.Errorf("exit code %d, want %d; stdout %q, stderr %q", code, tc.code, stdout, stderr)
			}
			checkFolder(t, tc.want)
		})
	}
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, stdout, _ := transat(t, ctx, "solve --proof=p php-5-4")
		want := "c stopped: interrupted\nc no proof, since there is no answer\ns UNKNOWN\n"
		if stdout != want {
			t.Errorf("stdout %q, want %q", stdout, want)
		}
		checkFolder(t, nil)
	})
}

// checkFolder checks the names in the current folder.
func checkFolder(t *testing.T, want []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
