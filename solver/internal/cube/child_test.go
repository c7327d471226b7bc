package cube

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/memory"
	"transat/solver/internal/wire"
)

func TestRunThatIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	result, err := Run(ctx, config(t, families.Pigeons(6, 5, families.Pairwise), "serve"))
	if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, enough) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
}

// A cube is refuted only if a child says so and, if all is to be verified, has checked something for that.
func TestAnswersThatAreNotBelieved(t *testing.T) {
	for _, c := range []struct {
		verdict cnf.Verdict
		verify  bool
		checked int64
		want    bool
	}{
		{cnf.Unsatisfiable, false, 0, true},
		{cnf.Unsatisfiable, true, 1, true},
		{cnf.Unsatisfiable, true, 0, false},
		{cnf.Satisfiable, true, 0, true},
		{cnf.Unknown, false, 0, false},
		{cnf.Unknown, true, 1, false},
	} {
		s := &search{
			run:   &run{cfg: Config{Verify: c.verify}, ctx: t.Context(), idle: make(chan *child, 1)},
			stack: part{{listed: true}}, grain: NewGrain(0, func() int64 { return 0 }), child: &child{},
		}
		s.run.proof.verifies = c.verify
		_, err := s.answered(answer{result: cdcl.CubeResult{Verdict: c.verdict}, checked: c.checked})
		if (err == nil) != c.want {
			t.Errorf("%+v: error %v", c, err)
		}
		if err != nil && len(s.run.proof.shown) > 0 {
			t.Errorf("%+v: the cube counts as refuted", c)
		}
	}
}

// A cube that takes hours does not keep a run from stopping.
func TestRunThatIsStoppedWithinACube(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cfg := config(t, families.Pigeons(14, 13, families.Pairwise), "serve")
	cfg.Depth = 1
	asked := 0
	cfg.Progress = func(Progress) {
		if asked++; asked == 2 {
			cancel()
		}
	}
	result, err := Run(ctx, cfg)
	if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, context.Canceled) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
}

func TestRunWithoutMemory(t *testing.T) {
	cfg := config(t, families.Pigeons(14, 13, families.Pairwise), "serve")
	cfg.Depth, cfg.MaxMemory = 1, 2<<20
	result, err := Run(t.Context(), cfg)
	if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, memory.ErrLimit) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
}

// A child that Go has ended for want of memory has no fault.
func TestChildThatDiesOfWantOfMemory(t *testing.T) {
	result, err := Run(t.Context(), config(t, families.Pigeons(6, 5, families.Pairwise), "die"))
	if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, memory.ErrLimit) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
}

func TestChildrenThatFail(t *testing.T) {
	missing := config(t, families.Pigeons(6, 5, families.Pairwise), "serve")
	missing.Command = []string{filepath.Join(t.TempDir(), "missing"), "child", "serve"}
	noted := config(t, families.Pigeons(6, 5, families.Pairwise), "serve")
	noted.Proof = fullProof{}
	for _, test := range []struct {
		name string
		cfg  Config
		want string
	}{
		{
			"ends at once", config(t, families.Pigeons(6, 5, families.Pairwise), "fail"),
			"a process for cubes has ended (exit status 3: no cubes today)",
		},
		{
			"is broken", config(t, families.Pigeons(6, 5, families.Pairwise), "panic"),
			"a process for cubes has ended (exit status 2: panic: a mistake)",
		},
		{"no such program", missing, "starting a process for cubes: "},
		{"proof cannot be written", noted, "writing the proof: the disk is full"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Run(t.Context(), test.cfg)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want %s", err, test.want)
			}
		})
	}
	t.Run("within a child", func(t *testing.T) {
		t.Setenv(marker, "1")
		if _, err := Run(t.Context(), config(t, families.Pigeons(6, 5, families.Pairwise), "serve")); err == nil ||
			!strings.Contains(err.Error(), "cannot start others") {
			t.Errorf("the error is %v", err)
		}
	})
}

type fullProof struct{}

func (fullProof) Add([]cnf.Lit) error    { return errors.New("the disk is full") }
func (fullProof) Delete([]cnf.Lit) error { return nil }

// A child ends when its input does, even in the middle of a cube that takes hours.
func TestChildEndsWithItsInput(t *testing.T) {
	hard := newProblem(families.Pigeons(14, 13, families.Pairwise))
	c, err := start(t.Context(), config(t, nil, "serve").Command, hard, hearer{proof: &lemmas{}})
	if err != nil {
		t.Fatal(err)
	}
	c.ask(nil, 0)
	if err := c.in.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := (<-c.answers).err, "a process for cubes has ended (exit status 0)"; got == nil || got.Error() != want {
		t.Errorf("got %v, want %s", got, want)
	}
	c.close()
}

func TestServeRefusesNonsense(t *testing.T) {
	if err := Serve(strings.NewReader("nonsense"), io.Discard); err == nil {
		t.Error("nonsense was taken for a problem")
	}
}

// Whichever of its goroutines notices the limit first, a child says that this is what has stopped it.
func TestServeSaysThatMemoryIsOut(t *testing.T) {
	p := newProblem(families.Pigeons(14, 13, families.Pairwise))
	p.Memory = 1
	for range 50 {
		var in, out bytes.Buffer
		if err := errors.Join(wire.Write(&in, p), wire.Write(&in, order{})); err != nil {
			t.Fatal(err)
		}
		err := Serve(&in, &out)
		var r reply
		if err := errors.Join(err, wire.Read(bufio.NewReader(&out), &r)); err != nil || !r.Done || !r.Memory {
			t.Fatalf("%+v, %v", r, err)
		}
	}
}

func TestProblemSurvivesThePipe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := cnf.NewFormula(rapid.IntRange(0, 9).Draw(t, "vars"))
		for range rapid.IntRange(0, 9).Draw(t, "clauses") {
			var clause []cnf.Lit
			for range rapid.IntRange(0, 4).Draw(t, "length") {
				clause = append(clause, cnf.FromCode(uint32(rapid.IntRange(2, 19).Draw(t, "literal"))))
			}
			f.Add(clause...)
		}
		var pipe bytes.Buffer
		var p problem
		if err := errors.Join(wire.Write(&pipe, newProblem(f)), wire.Read(bufio.NewReader(&pipe), &p)); err != nil {
			t.Fatal(err)
		}
		if f.Hash() != p.formula().Hash() {
			t.Fatalf("%v became %v", f, p.formula())
		}
	})
}

// A cube that is interrupted, or has spent its budget, has no verdict; the same process then goes on with it.
func TestChildThatIsInterrupted(t *testing.T) {
	hard := newProblem(families.Pigeons(14, 13, families.Pairwise))
	c, err := start(t.Context(), config(t, nil, "serve").Command, hard, hearer{proof: &lemmas{}})
	if err != nil {
		t.Fatal(err)
	}
	c.ask(nil, 0)
	c.stop()
	if a := <-c.answers; a.err != nil || a.result.Verdict != cnf.Unknown {
		t.Errorf("interrupted: %+v", a)
	}
	c.stop() // nothing is under way
	c.ask(nil, 300)
	if a := <-c.answers; a.err != nil || a.result.Verdict != cnf.Unknown || a.result.Conflicts < 300 || a.result.Conflicts > 600 {
		t.Errorf("with a budget of 300 conflicts: %+v", a)
	}
	if err := c.in.Close(); err != nil {
		t.Fatal(err)
	}
	c.close()
}

// Cubes that are too hard are split as often as it takes, and nothing of the proof is lost.
func TestRunSplitsHardCubes(t *testing.T) {
	for i, procs := range []int{1, 3, 1, 3} {
		var proof drat.Proof
		f := families.Pigeons(8, 7, families.Pairwise)
		cfg := config(t, f, "serve")
		cfg.Splitter = []string{RuleSplitter, LearningSplitter}[i/2]
		cfg.Depth, cfg.Procs, cfg.Threads, cfg.Proof, cfg.Verify, cfg.budget = 1, procs, procs, &proof, true, 50
		result, err := Run(t.Context(), cfg)
		if err != nil || result.Verdict != cnf.Unsatisfiable || result.Stats.Split < 10 || result.Checked == 0 {
			t.Fatalf("%d processors: %v, %+v, %v", procs, result.Verdict, result.Stats, err)
		}
		if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
			t.Errorf("%d processors: the proof is not accepted: %v", procs, err)
		}
	}
}

// One cube is enough for several cores: it is split while the others wait.
func TestRunSplitsForIdleCores(t *testing.T) {
	cfg := config(t, families.Pigeons(9, 8, families.Pairwise), "serve")
	cfg.Depth, cfg.Procs, cfg.Threads, cfg.budget = 1, 4, 4, math.MaxInt64
	result, err := Run(t.Context(), cfg)
	if err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Fatalf("%v, %v", result.Verdict, err)
	}
	if result.Stats.Split == 0 {
		t.Errorf("of %d cubes, none was split for 4 cores", result.Stats.Cubes)
	}
}

// Cubes of a list are split too, and all is verified.
func TestRunListSplitsHardCubes(t *testing.T) {
	f := families.Pigeons(8, 7, families.Pairwise)
	cfg := config(t, f, "serve")
	cfg.Cubes, cfg.Verify, cfg.budget = [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1), cnf.Pos(2)}}, true, 50
	result, err := Run(t.Context(), cfg)
	if err != nil || result.Verdict != cnf.Unsatisfiable || result.Stats.Split < 5 || result.Checked == 0 {
		t.Fatalf("%v, %+v, %v", result.Verdict, result.Stats, err)
	}
}

// When one cube of a list has taken more than most, others of its size are not tried before they are split, and all is verified.
func TestRunListSplitsLargeCubesAtOnce(t *testing.T) {
	f := families.MultiplierMiter(7)
	cfg := config(t, f, "serve")
	cfg.Splitter, cfg.Procs, cfg.Threads, cfg.Depth = LookaheadSplitter, 1, 1, 3
	var list [][]cnf.Lit
	if _, err := Split(t.Context(), cfg, func(cube []cnf.Lit) error { list = append(list, cube); return nil }); err != nil {
		t.Fatal(err)
	}
	var done []int
	cfg.Depth, cfg.Cubes, cfg.Verify = 0, list, true
	cfg.Refuted = func(place int, _ int64, _ time.Duration) { done = append(done, place) }
	result, err := Run(t.Context(), cfg)
	if err != nil || result.Verdict != cnf.Unsatisfiable || result.Checked == 0 {
		t.Fatalf("%v, %+v, %v", result.Verdict, result.Stats, err)
	}
	if result.Stats.Split > 1 || result.Stats.Cubes < int64(2*len(list)) {
		t.Errorf("of %d cubes: %+v", len(list), result.Stats)
	}
	slices.Sort(done)
	if len(done) != len(list) || len(slices.Compact(done)) != len(list) {
		t.Errorf("of %d cubes, these are said to be refuted: %v", len(list), done)
	}
}
