//go:build !wasip1

package command

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"transat/cmd/transat/command/internal/network"
)

// TestMain lends the program to the scripts. Package testscript starts processes, which wasip1 has none of.
func TestMain(m *testing.M) {
	if strings.Contains(filepath.Base(os.Args[0]), ".test") { // it is not lent as the program
		debug.SetGCPercent(400) // a thousand short commands leave little but garbage
	}
	testscript.Main(m, map[string]func(){
		"transat": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, WithNetwork(network.New()))) },
	})
}

// TestScripts runs the command lines of testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("TRANSAT_CACHE", e.WorkDir+"/.cache")
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "more" {
				return os.Getenv("TRANSAT_TEST_MORE") != "", nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "untimed": untimed},
	})
}

// exits is the script command "exits CODE PROGRAM ARG…", which wants a certain exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// untimed is the script command "untimed FILE", which wants the stdout of a file but for the time in the last line of solve.
func untimed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: untimed FILE")
	}
	got := regexp.MustCompile(`(?m)^(c .*) in [0-9.]+ s$`).ReplaceAllString(ts.ReadFile("stdout"), "$1 in T s")
	if diff := cmp.Diff(ts.ReadFile(args[0]), got); diff != "" {
		ts.Fatalf("-want +got:\n%s", diff)
	}
}
