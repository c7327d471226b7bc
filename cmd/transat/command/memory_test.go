//go:build linux && (amd64 || arm64)

package command

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/command/internal/cli"
)

// Where memory is short, solve ends as at any other limit: with s UNKNOWN and the reason, and not as Go ends a program.
//
// How many addresses a program has before it does anything depends on the computer and on how it was built, so the limits count from
// there. With less than the least of them, Go's runtime sometimes does not come as far as main.
func TestSolveWhereMemoryIsShort(t *testing.T) {
	t.Chdir(t.TempDir())
	formulas := []string{"php-5-4"}
	limits := []int{100, 900}
	sizes := []int{100_000, 1_000_000}
	more := os.Getenv("TRANSAT_TEST_MORE") != ""
	if more {
		limits, sizes = []int{100, 300, 900}, append(sizes, 3_000_000)
	}
	engines := []string{"auto", "cdcl", "dpll", "cube"}
	if testing.Short() {
		limits, sizes, engines = limits[:1], sizes[:2], engines[:2]
	}
	for _, clauses := range sizes {
		name := strconv.Itoa(clauses) + ".cnf"
		generate := fmt.Sprintf("generate --vars=%d --clauses=%d -o %s", clauses/4, clauses, name)
		if code, _, stderr := transatHere(t, t.Context(), generate); code != cli.OK {
			t.Fatal(stderr)
		}
		formulas = append(formulas, name)
	}
	base := addressesAtFirst(t)
	runs, died := 0, 0
	for _, megabytes := range limits {
		short := 0
		for _, engine := range engines {
			for _, formula := range formulas {
				if engine != "auto" && (formula == "3000000.cnf" || formula == "1000000.cnf" && !more) {
					continue // reading it takes longest, and is the same for all
				}
				limit := "300ms"
				if formula == "php-5-4" || megabytes == 100 && engine == "auto" && formula == "1000000.cnf" {
					limit = "0" // it ends by itself, however busy the computer is
				}
				code, stdout, stderr := solveWithin(t, base+megabytes<<10, "--time-limit="+limit, "--engine="+engine, formula)
				runs++
				if limit := base + megabytes<<10; code == 2 && limit < mayDie { // Go gives up before the limit is noticed
					died++
					t.Logf("%d MB more, %s by %s died: %.300s", megabytes, formula, engine, stderr)
					continue
				}
				answered := strings.Contains(stdout, "s UNKNOWN\n") && strings.Contains(stdout, "c stopped: ")
				if code != cli.OK {
					answered = code == cli.Satisfiable && strings.Contains(stdout, "s SATISFIABLE\n") ||
						code == cli.Unsatisfiable && strings.Contains(stdout, "s UNSATISFIABLE\n") && formula == "php-5-4"
				}
				if !answered || stderr != "" || megabytes > 100 && formula == "php-5-4" && code != cli.Unsatisfiable {
					t.Errorf("%d MB more, %s by %s: exit code %d\n%s\n%s", megabytes, formula, engine, code, tail(stdout), tail(stderr))
				}
				if strings.Contains(stdout, "ulimit -v") {
					short++
				}
			}
		}
		if megabytes == 100 && short == 0 && died == 0 {
			t.Error("100 MB more are enough for everything")
		}
	}
	if t.Logf("%d of %d runs died", died, runs); died > runs/2 {
		t.Errorf("%d of %d runs died, and said nothing that helps", died, runs)
	}
}

// mayDie is the limit, in kB, below which the program may die before it can say why, as doc/solving.md says.
const mayDie = 1_800_000

// tail is the end of an output.
func tail(text string) string { return text[max(0, len(text)-2000):] }

// addressesAtFirst returns how many kB of addresses the program has when it reads its input.
func addressesAtFirst(t *testing.T) int {
	t.Helper()
	return sizeOf(t, reading(t, "unlimited", []string{"solve", "-"}).status, "VmSize:")
}

// solveWithin runs solve with so many kB of addresses.
func solveWithin(t *testing.T, kilobytes int, args ...string) (code cli.Code, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := limited(t, strconv.Itoa(kilobytes), append([]string{"solve"}, args...)...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })()
	_ = cmd.Wait() // the exit code is in ProcessState
	return cli.Code(cmd.ProcessState.ExitCode()), out.String(), errs.String()
}
