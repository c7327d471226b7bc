package command

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/command/internal/cli"
)

// killed is a search by a program that is killed again and again.
type killed struct {
	t         *testing.T
	rng       *rand.Rand
	formula   string
	flags     []string
	remaining int // times that it is still to be killed
	resumed   int // runs that went on from a checkpoint
}

// run starts the program until it has come to its end, and returns what it has printed then.
func (k *killed) run() string {
	k.t.Helper()
	for {
		args := []string{
			"solve", k.formula, "--stats", "--checkpoint=c", "--resume", "--checkpoint-every=3ms",
			fmt.Sprintf("-j%d", 1+k.rng.IntN(3)), fmt.Sprintf("--procs=%d", 1+k.rng.IntN(8)),
			"--policy=" + []string{"steal", "plb", "lade", "random-polling"}[k.rng.IntN(4)],
		}
		args = append(args, k.flags...)
		out, done := k.once(args)
		if strings.Contains(out, "c going on from") {
			k.resumed++
		}
		if done {
			return out
		}
	}
}

// once starts the program, and kills it after a random time if that is still to be done.
func (k *killed) once(args []string) (out string, done bool) {
	k.t.Helper()
	ctx := k.t.Context()
	if k.remaining > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(k.rng.IntN(80))*time.Millisecond)
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, "transat", args...)
	var errs strings.Builder
	cmd.Stderr = &errs
	stdout, err := cmd.Output()
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed) && cli.Code(failed.ExitCode()) == cli.Unsatisfiable:
		return string(stdout), true
	case ctx.Err() == nil:
		k.t.Fatalf("%v: %v: %s%s", cmd, err, stdout, errs.String())
	}
	k.remaining--
	return string(stdout), false
}

// However often it is killed, a search comes to its verdict, has visited every node once, and can prove it.
func TestKilledAtRandomMoments(t *testing.T) {
	const formula = "225-967-3/3"
	k := &killed{t: t, rng: rand.New(rand.NewPCG(44, 0)), formula: formula, flags: []string{"--proof=p"}, remaining: 30}
	if testing.Short() {
		k.remaining = 4
	}
	code, stdout, _ := transat(t, t.Context(), "solve -j 1 --stats --proof="+filepath.Join(t.TempDir(), "p")+" "+formula)
	if code != cli.Unsatisfiable {
		t.Fatalf("%s is not unsatisfiable: exit code %d", formula, code)
	}
	counts := regexp.MustCompile(`(?m)^c (nodes|leaves|decisions|propagations|clause visits|depth|proof lemmas) .*$`)
	want := strings.Join(counts.FindAllString(stdout, -1), "\n")
	for first := true; first || k.remaining > 0; first = false {
		t.Chdir(t.TempDir())
		// However slow the computer is, there is a checkpoint to go on from.
		if code, _, stderr := transatHere(t, t.Context(), "solve --checkpoint=c --proof=p --max-nodes=100 "+formula); code != cli.OK {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		out := k.run()
		got := strings.Join(counts.FindAllString(out, -1), "\n")
		if got != want {
			t.Fatalf("counts of a search that was killed:\n%s\nwant:\n%s", got, want)
		}
		if code, stdout, stderr := transatHere(t, t.Context(), "check "+formula+" p"); code != cli.OK {
			t.Fatalf("the proof is wrong: %s%s", stdout, stderr)
		}
		if err := os.Remove("p"); err != nil {
			t.Fatal(err)
		}
		checkFolder(t, nil)
	}
	t.Logf("%d runs went on from a checkpoint", k.resumed)
	if k.resumed == 0 {
		t.Error("no run has gone on from a checkpoint")
	}
}
