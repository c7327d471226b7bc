package solver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"transat/dimacs"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
)

// crashes is the first argument of a process that kills itself at a stage.
const crashes = "crash-at"

// TestMain lets the tests be started again as a process that is killed while it ends its search.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == crashes {
		fmt.Println(crash(stage(os.Args[2])))
		os.Exit(0)
	}
	debug.SetGCPercent(400) // thousands of small searches leave little but garbage
	os.Exit(m.Run())
}

// file is a proof that appears under its name when it is committed.
type file struct{ f *os.File }

func (f *file) Write(b []byte) (n int, err error) {
	if f.f == nil {
		if f.f, err = os.Create("p.new"); err != nil {
			return 0, err
		}
	}
	return f.f.Write(b)
}

func (f *file) Commit() error { return errors.Join(f.f.Close(), os.Rename("p.new", "p")) }

const crashFormula = "150-645-3/2"

// crash solves with a proof and a checkpoint, and kills the process when the search has come to a stage.
func crash(at stage) string {
	f, err := named(crashFormula)
	if err != nil {
		return err.Error()
	}
	opt := Options{
		Rule: "lex", Threads: 2, Proof: Proof{W: &file{}, Name: "p"}, Checkpoint: Checkpoint{File: "c", Resume: true},
	}
	result, err := solve(context.Background(), f, opt, hooks{stage: func(reached stage) {
		if reached == at {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			panic(err) // it does not get here
		}
	}})
	return fmt.Sprint(result.Verdict, result.Stats.Nodes, err)
}

func named(name string) (*cnf.Formula, error) {
	set, err := instances.Open(name)
	if err != nil {
		return nil, err
	}
	return set.Instances[0].Formula()
}

// A search that is killed at any stage of its end leaves no half proof, and comes to its end when it is gone on with: with a right
// proof, and nothing left over. After the proof was complete it is not written again.
func TestKilledAtEveryStageOfTheEnd(t *testing.T) {
	f, err := named(crashFormula)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Solve(t.Context(), f, Options{Rule: "lex", Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		at   stage
		left []string
	}{
		{stageDecided, []string{"c", "c.pieces"}},
		{stageCommitted, []string{"c", "c.pieces", "p"}},
		{stageDone, []string{"c", "c.pieces", "p"}},
		{stageRemoved, []string{"c", "p"}},
	} {
		t.Run(string(tc.at), func(t *testing.T) {
			t.Chdir(t.TempDir())
			if out, err := exec.Command(os.Args[0], crashes, string(tc.at)).CombinedOutput(); err == nil {
				t.Fatalf("the process was not killed: %s", out)
			}
			if got := names(t); !slices.Equal(got, tc.left) {
				t.Fatalf("%v is left, want %v", got, tc.left)
			}
			done := tc.at == stageDone || tc.at == stageRemoved
			if done { // what is complete is not written again
				if err := os.WriteFile("p", []byte("as it was"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var log []string
			result, err := Solve(t.Context(), f, Options{
				Rule: "lex", Threads: 1, Proof: Proof{W: &file{}, Name: "p"}, Checkpoint: Checkpoint{File: "c", Resume: true},
				Log: func(line string) { log = append(log, line) },
			})
			if err != nil || result.Verdict != cnf.Unsatisfiable || result.Stats != want.Stats || result.Now != 0 || len(log) != 1 {
				t.Errorf("%v, error %v, %d nodes now, log %q, statistics %+v, want %+v", result.Verdict, err, result.Now, log, result.Stats, want.Stats)
			}
			if got := names(t); !slices.Equal(got, []string{"p"}) {
				t.Errorf("%v is left, want the proof alone", got)
			}
			if proof, err := os.ReadFile("p"); done && (err != nil || string(proof) != "as it was") {
				t.Errorf("a proof that was complete has been written again: %v", err)
			}
			if !done {
				checkProof(t, f, "p")
			}
			if result.Lemmas != want.Stats.Leaves || result.ProofBytes == 0 {
				t.Errorf("%d lemmas for %d leaves, %d bytes", result.Lemmas, want.Stats.Leaves, result.ProofBytes)
			}
		})
	}
}

// names returns what is in the current folder.
func names(t *testing.T) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func checkProof(t *testing.T, f *cnf.Formula, name string) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := dimacs.NewProofReader(name, bufio.NewReader(file), dimacs.ProofOptions{Format: dimacs.ProofText, MaxVars: 2 * f.Vars()})
	if err != nil {
		t.Fatal(err)
	}
	proof := new(drat.Proof)
	for {
		step, err := r.Next()
		if err == io.EOF {
			break
		}
		add := proof.Add
		if step.Deletion {
			add = proof.Delete
		}
		if err = errors.Join(err, add(step.Clause)); err != nil {
			t.Fatal(err)
		}
	}
	if report, err := drat.Check(t.Context(), f, proof, drat.Options{}); err != nil {
		t.Errorf("%v; %+v", err, report)
	}
}

// A search that was stopped goes on; a checkpoint is not written over, and a damaged piece of the proof is refused or searched again.
func TestCheckpoint(t *testing.T) {
	t.Chdir(t.TempDir())
	f, err := named("200-860-3/2")
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Rule: "lex", Threads: 2, MaxNodes: 3000, Proof: Proof{W: &file{}, Name: "p"}, Checkpoint: Checkpoint{File: "c"}}
	result, err := Solve(t.Context(), f, opt)
	if err != nil || !errors.Is(result.Reason, dpll.ErrNodeLimit) || result.Saved == nil || result.Saved.File != "c" {
		t.Fatalf("%+v, error %v", result, err)
	}
	if _, err := Solve(t.Context(), f, opt); !errors.Is(err, ErrHeld) {
		t.Errorf("error %v, want %v", err, ErrHeld)
	}
	spool := filepath.Join("c.pieces", "0")
	data, err := os.ReadFile(spool)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(spool, data, 0o644); err != nil {
		t.Fatal(err)
	}
	opt.MaxNodes, opt.Checkpoint.Resume = 0, true
	var damaged *DamagedError
	if _, err := Solve(t.Context(), f, opt); !errors.As(err, &damaged) {
		t.Errorf("error %v, want that a piece is damaged", err)
	}
	opt.Checkpoint.Repair = true
	if result, err := Solve(t.Context(), f, opt); err != nil || result.Verdict != cnf.Unsatisfiable || result.Stats.Nodes <= 39_767 {
		t.Errorf("%v, error %v, %d nodes; want more than the 39,767 of the tree, since some are searched again", result.Verdict, err,
			result.Stats.Nodes)
	}
	checkProof(t, f, "p")
	if got := names(t); !slices.Equal(got, []string{"p"}) {
		t.Errorf("%v is left, want the proof alone", got)
	}
}

func TestOptionErrors(t *testing.T) {
	folder := t.TempDir()
	var known []string
	for _, r := range dpll.Rules() {
		known = append(known, r.Name)
	}
	for _, tc := range []struct {
		option string
		opt    Options
		want   string
	}{
		{"Engine", Options{Engine: "cdcll"}, "want one of [auto dpll cdcl cube cdcl:gophersat]"},
		{"Rule", Options{Rule: "lux"}, "want " + strings.Join(known, ", ") + " or auto"},
		{"Threads", Options{Threads: -1}, "want 1 to 4096 cores"},
		{"Procs", Options{Procs: -1}, "want 1 to"},
		{"Policy", Options{Policy: "stel"}, "unknown policy"},
		{"Policy", Options{Policy: "ideal"}, "it is not for a search"},
		{"Topology", Options{Topology: "hypercube", Procs: 6}, "power of two"},
		{"MaxNodes", Options{MaxNodes: -1}, "not negative"},
		{"MaxNodes", Options{MaxNodes: 5, Engine: CDCL}, "it is for the engine dpll"},
		{"MaxMemory", Options{MaxMemory: -1}, "not negative"},
		{"LocalSearch", Options{LocalSearch: -2}, "not negative"},
		{"CubeDepth", Options{CubeDepth: -2}, "not negative"},
		{"Proof.Format", Options{Proof: Proof{Format: "frat"}}, "want one of [drat drat-binary lrat lrat-binary]"},
		{"Cubes", Options{Engine: DPLL, Cubes: [][]cnf.Lit{{cnf.Pos(1)}}}, "they are for the engine cube"},
		{"Deterministic", Options{Engine: CDCL, Deterministic: true}, "it is for the engine dpll"},
		{"Checkpoint.Every", Options{Checkpoint: Checkpoint{Every: -1}}, "not negative"},
		{"Checkpoint.File", Options{Checkpoint: Checkpoint{File: folder}}, "want an ordinary file"},
		{"Checkpoint.File", Options{Engine: CDCL, Checkpoint: Checkpoint{File: "c"}}, "it is for the engine dpll"},
	} {
		var wrong *OptionError
		if _, err := Solve(t.Context(), cnf.NewFormula(1), tc.opt); !errors.As(err, &wrong) || wrong.Option != tc.option ||
			!strings.Contains(err.Error(), tc.want) {
			t.Errorf("error %v, want one about %s: %s", err, tc.option, tc.want)
		}
	}
	if _, err := Solve(t.Context(), cnf.NewFormula(1),
		Options{Checkpoint: Checkpoint{File: filepath.Join(folder, "no", "c")}}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want %v", err, fs.ErrNotExist)
	}
}
