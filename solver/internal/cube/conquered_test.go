package cube

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/cdcl"
)

// conquer is a program that decides a formula, or does something else.
func conquer(mode, formula string, proof []string) int {
	switch mode {
	case "crash":
		return 3
	case "vain":
		fmt.Println("s UNKNOWN")
		return 0
	case "limit":
		fmt.Println("c UNKNOWN")
		return 0
	case "hang":
		time.Sleep(time.Hour)
	}
	file, err := os.Open(formula)
	if err != nil {
		return 1
	}
	f, err := dimacs.Read(file, dimacs.Options{Name: "formula"})
	if err != nil {
		return 1
	}
	var w cnf.ProofWriter
	if len(proof) > 0 {
		out, err := os.Create(proof[0])
		if err != nil {
			return 1
		}
		steps := dimacs.NewDRATWriter(out, "drat")
		defer steps.Flush()
		w = steps
	}
	result, err := cdcl.Solve(context.Background(), f, w)
	switch {
	case err != nil:
		return 1
	case result.Verdict == cnf.Satisfiable:
		fmt.Println("s SATISFIABLE")
		_ = dimacs.WriteModel(os.Stdout, result.Model)
		return 10
	}
	fmt.Println("s UNSATISFIABLE")
	if mode == "liar" {
		return 10
	}
	return 20
}

// conquerorConfig has the test binary as the conqueror, and a folder for temporary files.
func conquerorConfig(t *testing.T, f *cnf.Formula, words string) (cfg Config, folder string) {
	cfg = config(f)
	cfg.Conqueror = fmt.Sprintf("%q conqueror %s", os.Args[0], words)
	folder = t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	return cfg, folder
}

func checkEmpty(t *testing.T, folder string) {
	t.Helper()
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

// Another program decides the cubes, its proofs are joined, and everything is verified.
func TestRunWithConqueror(t *testing.T) {
	f := families.Pigeons(6, 5, families.Pairwise)
	for _, test := range []struct {
		words            string
		faults           string
		outside, trusted bool
	}{
		{"honest {cnf} {proof}", "", true, false},
		{"honest {cnf}", "", true, true},
		{"liar {cnf} {proof}", "it says UNSATISFIABLE, but its exit code is 10; this cube is solved by the built-in engine", false, false},
		{"crash {cnf} {proof}", "it has failed (exit status 3); this cube is solved", false, false},
		{"crash {cnf} {proof}", "and all that follow on this core", false, false},
		{"limit {cnf} {proof}", "it has left 8 cubes in a row undecided; the built-in engine solves all others", false, false},
		{"vain {cnf} {proof}", "it has left 8 cubes in a row undecided; the built-in engine solves all others", false, false},
	} {
		t.Run(test.words, func(t *testing.T) {
			cfg, folder := conquerorConfig(t, f, test.words)
			var proof drat.Proof
			if !test.trusted {
				cfg.Proof, cfg.Verify = &proof, true
			}
			var mu sync.Mutex
			var warnings strings.Builder
			cfg.Warn = func(line string) {
				mu.Lock()
				defer mu.Unlock()
				warnings.WriteString(line + "\n")
			}
			cfg.Depth = 3
			result, err := Run(t.Context(), cfg)
			if err != nil || result.Verdict != cnf.Unsatisfiable {
				t.Fatalf("%v, %v", result.Verdict, err)
			}
			s := result.Stats
			if got := s.Outside == s.Cubes; s.Cubes == 0 || got != test.outside || (s.Trusted == s.Cubes) != test.trusted {
				t.Errorf("%+v", s)
			}
			if !strings.Contains(warnings.String(), test.faults) || test.faults == "" && warnings.Len() > 0 {
				t.Errorf("warnings %q, want %q", warnings.String(), test.faults)
			}
			if !test.trusted {
				if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
					t.Errorf("the proof is not accepted: %v", err)
				}
			}
			checkEmpty(t, folder)
		})
	}
}

// A program that hangs ends with the run, or when its time is over: then the cube is split. No file is left.
func TestRunWithConquerorThatHangs(t *testing.T) {
	cfg, folder := conquerorConfig(t, families.Pigeons(4, 3, families.Pairwise), "hang {cnf}")
	cfg.Depth = 1
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	cfg.Progress = func(Progress) {
		if asked++; asked == 2 {
			cancel()
		}
	}
	if result, err := Run(ctx, cfg); err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, context.Canceled) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
	checkEmpty(t, folder)
	cfg.Progress, cfg.ConquerorTime = nil, time.Millisecond
	if result, err := Run(t.Context(), cfg); err != nil || result.Verdict != cnf.Unsatisfiable || result.Stats.Split == 0 {
		t.Errorf("%v, %+v, %v", result.Verdict, result.Stats, err)
	}
	checkEmpty(t, folder)
}

func TestRunRefusesConquerors(t *testing.T) {
	f := families.Pigeons(4, 3, families.Pairwise)
	for _, test := range []struct {
		command string
		verify  bool
		want    string
	}{
		{filepath.Join(t.TempDir(), "missing") + " {cnf}", false, "conqueror: exec: "},
		{"kissat", false, "want {cnf} where"},
		{os.Args[0] + " {cnf}", true, "want {proof} among its arguments"},
	} {
		cfg := config(f)
		cfg.Conqueror, cfg.Verify = test.command, test.verify
		if _, err := Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.command, err, test.want)
		}
	}
}
