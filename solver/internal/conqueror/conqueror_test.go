package conqueror

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/solvertest"
)

// TestMain lets the test binary be the program: with the arguments "fake", what it is to do, and the files. With "own" it runs one.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 2 && os.Args[1] == "fake":
		os.Exit(fake(os.Args[2], os.Args[3:]))
	case len(os.Args) > 2 && os.Args[1] == "own":
		os.Exit(own(os.Args[2]))
	}
	os.Exit(m.Run())
}

// fake decides a formula, and says what the mode wants.
func fake(mode string, files []string) int {
	file, err := os.Open(files[0])
	if err != nil {
		return 1
	}
	f, err := dimacs.Read(file, dimacs.Options{Name: "formula"})
	if err != nil {
		return 1
	}
	var steps drat.Proof
	result, err := cdcl.Solve(context.Background(), f, &steps)
	if err != nil {
		return 1
	}
	switch mode {
	case "crash":
		fmt.Fprintln(os.Stderr, "a bug")
		return 3
	case "code":
		fmt.Println("s UNSATISFIABLE")
		return 10
	case "unknown":
		fmt.Println("s UNKNOWN")
		return 0
	case "silent":
		return 20
	case "garbage":
		fmt.Println("c talk\nunsatisfiable")
		return 20
	case "bare":
		fmt.Println("unsatisfiable")
		return 0
	case "limit":
		fmt.Print("c a limit\n\n  c UNKNOWN\r\nc")
		return 0
	case "quiet":
		return 0
	case "model":
		fmt.Println("s SATISFIABLE\nv 1 2 3 0")
		return 10
	case "hang":
		time.Sleep(time.Hour)
	case "talk":
		for {
			if _, err := fmt.Println("c", strings.Repeat("talk ", 1000)); err != nil {
				return 1
			}
		}
	case "pages":
		for out, _ := os.Create(files[1]); ; {
			_, _ = out.WriteString(strings.Repeat("1 0\n", 1000))
		}
	}
	if result.Verdict == cnf.Satisfiable {
		fmt.Println("c a comment\ns SATISFIABLE")
		_ = dimacs.WriteModel(os.Stdout, result.Model)
		return 10
	}
	if len(files) > 1 && mode != "none" {
		if err := writeProof(files[1], f, &steps, mode); err != nil {
			return 1
		}
	}
	fmt.Println("s UNSATISFIABLE")
	return 20
}

func writeProof(name string, f *cnf.Formula, p *drat.Proof, mode string) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer out.Close()
	format := dimacs.ProofFormat(mode)
	switch mode {
	case "wrong":
		_, err = io.WriteString(out, "1 0\n0\n")
		return err
	case "define":
		n := f.Vars() + 1 // x = 1∧2, without any use but to reach a conflict by it
		_, err = fmt.Fprintf(out, "%d 1 0\n-%d 0\n1 0\n0\n", n, n)
		return err
	case "cut":
		_, err = io.WriteString(out, "1 2")
		return err
	}
	if format.Hints() {
		w := dimacs.NewLRATWriter(out, format, f.Len())
		if _, err := drat.Check(context.Background(), f, p, drat.Options{Hints: w}); err != nil {
			return err
		}
		return w.Flush()
	}
	w := dimacs.NewDRATWriter(out, format)
	for i := range p.Len() {
		step := w.Add
		clause, deletion := p.Step(i)
		if deletion {
			step = w.Delete
		}
		if err := step(clause); err != nil {
			return err
		}
	}
	return w.Flush()
}

func newSolver(t *testing.T, f *cnf.Formula, mode string, proof bool, opt Options) *Solver {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf("%q fake %s {cnf}", self, mode)
	if proof {
		line += " {proof}"
	}
	command, err := Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	opt.Folder = t.TempDir()
	s, err := New(f, command, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(opt.Folder); err != nil || len(left) > 0 {
			t.Errorf("files are left: %v, %v", left, err)
		}
	})
	return s
}

// Proofs of all formats under two complementary cubes are joined into a proof of the formula.
func TestSolve(t *testing.T) {
	f := families.Pigeons(5, 4, families.Pairwise)
	for _, format := range dimacs.ProofFormats() {
		t.Run(string(format), func(t *testing.T) {
			s := newSolver(t, f, string(format), true, Options{})
			var joined drat.Proof
			for _, cube := range [][]cnf.Lit{{cnf.Pos(1), cnf.Pos(6)}, {cnf.Pos(1), cnf.Neg(6)}, {cnf.Neg(1)}} {
				a, err := s.Solve(t.Context(), cube)
				if err != nil || a.Verdict != cnf.Unsatisfiable || len(a.Lemmas) == 0 {
					t.Fatalf("%+v, %v", a, err)
				}
				for _, lemma := range a.Lemmas {
					if err := joined.Add(lemma); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, last := range [][]cnf.Lit{{cnf.Neg(1)}, nil} {
				if err := joined.Add(last); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := drat.Check(t.Context(), f, &joined, drat.Options{Forward: true}); err != nil {
				t.Errorf("the joined proof is not accepted: %v", err)
			}
		})
	}
	sat := solvertest.Formula(3, []int{1, 2}, []int{-1, 3})
	s := newSolver(t, sat, "drat", true, Options{})
	a, err := s.Solve(t.Context(), []cnf.Lit{cnf.Pos(1)})
	if err != nil || a.Verdict != cnf.Satisfiable || !a.Model[1] || sat.Check(a.Model) != nil {
		t.Errorf("%+v, %v", a, err)
	}
	a, err = newSolver(t, f, "drat", false, Options{}).Solve(t.Context(), nil)
	if err != nil || a.Verdict != cnf.Unsatisfiable || a.Lemmas != nil {
		t.Errorf("without a proof: %+v, %v", a, err)
	}
}

// Whatever the program does instead, there is an error that says so, and no answer.
func TestSolveThatIsNoGood(t *testing.T) {
	f := families.Pigeons(4, 3, families.Pairwise)
	for _, test := range []struct{ mode, want string }{
		{"crash", "it has failed (exit status 3: a bug)"},
		{"code", "it says UNSATISFIABLE, but its exit code is 10"},
		{"silent", `its exit code is 20, but it has written no line "s UNSATISFIABLE"`},
		{"garbage", `its exit code is 20, but its answer cannot be read: stdout:2:1: `},
		{"bare", `its answer cannot be read: stdout:1:1: `},
		{"model", "its model is wrong: "},
		{"talk", "it has written more than is allowed"},
		{"pages", "its proof is larger than 100000 bytes"},
		{"none", "it has written no proof"},
		{"wrong", "its proof is wrong: "},
		{"cut", "its proof:1:4: the proof is cut short"},
	} {
		t.Run(test.mode, func(t *testing.T) {
			s := newSolver(t, f, test.mode, true, Options{Most: 100_000})
			a, err := s.Solve(t.Context(), []cnf.Lit{cnf.Pos(1)})
			if err == nil || !strings.Contains(err.Error(), test.want) || a.Verdict != cnf.Unknown {
				t.Errorf("%+v, %v; want the error %q", a, err, test.want)
			}
		})
	}
	for _, mode := range []string{"unknown", "limit", "quiet"} { // it may give up
		t.Run(mode, func(t *testing.T) {
			if a, err := newSolver(t, f, mode, true, Options{}).Solve(t.Context(), nil); err != nil || a.Verdict != cnf.Unknown {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
	t.Run("hang", func(t *testing.T) {
		var s *Solver
		for _, limit := range []time.Duration{time.Nanosecond, time.Millisecond, 100 * time.Millisecond} { // over before it starts, or later
			s = newSolver(t, f, "hang", true, Options{Limit: limit})
			if a, err := s.Solve(t.Context(), nil); err != nil || a.Verdict != cnf.Unknown {
				t.Errorf("%v: %+v, %v", limit, a, err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Solve(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped: %v", err)
		}
	})
}

// A proof that needs a definition of a new variable cannot be joined.
func TestSolveWithDefinitions(t *testing.T) {
	f := solvertest.Formula(1, []int{1}, []int{-1})
	s := newSolver(t, f, "define", true, Options{})
	if a, err := s.Solve(t.Context(), nil); err != nil || len(a.Lemmas) != 1 {
		t.Errorf("a definition that is not needed: %+v, %v", a, err)
	}
	needs := solvertest.Formula(2, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2})
	_, err := newSolver(t, needs, "define", true, Options{}).Solve(t.Context(), nil)
	if err == nil || !strings.Contains(err.Error(), "--no-factor") {
		t.Errorf("a definition that is needed: %v", err)
	}
}

func TestParse(t *testing.T) {
	for _, test := range []struct {
		line, err string
		words     []string
		proves    bool
	}{
		{line: "kissat -q {cnf} {proof}", words: []string{"kissat", "-q", "F", "P"}, proves: true},
		{line: ` 'my solver'  --in={cnf} "" `, words: []string{"my solver", "--in=F", ""}},
		{line: "kissat", err: "want {cnf} where"},
		{line: "{cnf}", err: "want {cnf} where"},
		{line: "", err: "want a program"},
		{
			line: "cadical -q {cnf} {foo}",
			err:  "{foo} stands for nothing: want {cnf} for the file of the formula, and {proof} for that of the proof",
		},
		{line: "solver --proof={PROOF} {cnf}", err: "{PROOF} stands for nothing"},
		{line: "solver {cnf} {{proofs}", err: "{proofs} stands for nothing"},
		{line: "solver {cnf} {} { x} {a,b} {cnf", words: []string{"solver", "F", "{}", "{", "x}", "{a,b}", "{cnf"}},
		{line: "a 'b {cnf}", err: "a quote ' has no end"},
	} {
		c, err := Parse(test.line)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: error %v, want %s", test.line, err, test.err)
			}
			continue
		}
		if diff := cmp.Diff(test.words, c.with("F", "P")); diff != "" || err != nil || c.Proves() != test.proves {
			t.Errorf("%s: %v, proves %v %s", test.line, err, c.Proves(), diff)
		}
	}
	if c, _ := Parse(filepath.Join(t.TempDir(), "missing") + " {cnf}"); c.Find() == nil {
		t.Error("a missing program was found")
	}
}

// Solvers in use, where they are installed.
func TestKnownSolvers(t *testing.T) {
	for _, line := range []string{"kissat -q --no-factor {cnf} {proof}", "cadical -q {cnf} {proof}"} {
		c, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exec.LookPath(c.words[0]); err != nil {
			t.Logf("%s: %v", line, err)
			continue
		}
		s, err := New(families.Pigeons(7, 6, families.Pairwise), c, Options{Folder: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		if a, err := s.Solve(t.Context(), []cnf.Lit{cnf.Pos(1)}); err != nil || a.Verdict != cnf.Unsatisfiable {
			t.Errorf("%s: %v, %v", line, a.Verdict, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
