package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/evidence"
	"transat/cmd/transat/internal/parts"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// A proof by parts, see package parts: every part is checked, several at a time, as it is read.

// partsAnswer counts the parts.
type partsAnswer struct {
	Cubes int   `json:"cubes"`
	Parts int   `json:"parts"`                 // checked
	Wrong []int `json:"wrong_parts,omitempty"` // by number; the formula outside of all cubes is 0
}

// checkParts checks the flags for a proof by parts.
func (f checkFlags) checkParts(given func(string) bool, args []string) error {
	if f.parts == "" {
		if given("threads") {
			return errors.New("--threads is for --parts=DIR")
		}
		if len(args) < 2 {
			return errors.New("want a formula and a MODEL or PROOF, or a formula and --parts=DIR")
		}
		return nil
	}
	if len(args) > 1 {
		return fmt.Errorf("--parts=%s and %s: want only one proof", f.parts, args[1])
	}
	for _, name := range []string{"forward", "lrat", "lrat-binary", "assume", "project", "proof-format"} {
		if given(name) {
			return fmt.Errorf("--parts does not go with --%s", name)
		}
	}
	if f.threads < 1 {
		return fmt.Errorf("--threads=%d: want at least 1", f.threads)
	}
	return nil
}

// mostWrong bounds the parts that are named.
const mostWrong = 10

// checkFolder checks all parts of a proof.
func checkFolder(a *cli.App, ctx context.Context, name string, flags checkFlags) error {
	out := newCheckOutput(a.Out, flags)
	formula, err := a.OneFormula(name, flags.lenient)
	if err != nil {
		return err
	}
	f, _, err := formula.ReadCubes(ctx)
	if err != nil {
		return err
	}
	cubes, err := parts.Cubes(flags.parts, f.Vars())
	if err != nil {
		return fmt.Errorf("--parts: %w", err)
	}
	out.formula(formula.Name, f)
	out.file(flags.parts)
	out.answer.Kind = "parts"
	out.comment("a proof by %s, and that nothing is left out", cli.Counted(len(cubes), "cube"))
	began := time.Now()
	c := &partsCheck{folder: flags.parts, formula: f, cubes: cubes, wrong: map[int]error{}, out: out}
	c.bar = a.Line.Start("checking " + flags.parts)
	err = c.run(ctx, flags.threads)
	c.bar.Done()
	if ctx.Err() != nil {
		return cmp.Or(out.verdict(unknown, "interrupted"), error(cli.Interrupted))
	}
	if err != nil {
		return err
	}
	long := time.Since(began)
	out.answer.partsAnswer = &partsAnswer{Parts: c.done, Cubes: len(cubes)}
	out.answer.checkedAnswer = &checkedAnswer{
		Direction: forward, Checked: c.sum.Checked, RAT: c.sum.RATLemmas, Propagations: c.sum.Propagations, Seconds: long.Seconds(),
	}
	if len(c.wrong) > 0 {
		return c.refused()
	}
	out.comment("%s checked, %s, in %.2f s", cli.Counted(c.done, "part"), cli.Counted(c.sum.Checked, "lemma"), long.Seconds())
	return out.verdict(verified)
}

// partsCheck is a check of all parts.
type partsCheck struct {
	folder  string
	formula *cnf.Formula
	cubes   [][]cnf.Lit
	out     *checkOutput
	bar     interface {
		Set(done float64, what string)
		Done()
	}

	mu    sync.Mutex
	next  int // part
	done  int // parts
	sum   drat.Report
	wrong map[int]error // the first parts that are wrong
	err   error         // of something else
}

// run checks with several threads until all parts are checked, or several are wrong.
func (c *partsCheck) run(ctx context.Context, threads int) error {
	var all sync.WaitGroup
	for range min(threads, len(c.cubes)+1) {
		all.Go(func() {
			for {
				c.mu.Lock()
				number := c.next
				c.next++
				enough := number > len(c.cubes) || len(c.wrong) >= mostWrong || c.err != nil
				c.mu.Unlock()
				if enough {
					return
				}
				report, err := parts.Check(ctx, c.folder, c.formula, c.cubes, number)
				c.add(number, report, err)
			}
		})
	}
	all.Wait()
	return c.err
}

// add notes the outcome for a part.
func (c *partsCheck) add(number int, report drat.Report, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sum.Checked += report.Checked
	c.sum.RATLemmas += report.RATLemmas
	c.sum.Propagations += report.Propagations
	switch {
	case err == nil:
	case errors.As(err, new(*evidence.FaultError)):
		c.wrong[number] = err
	default:
		c.err = err
	}
	c.done++
	c.bar.Set(float64(c.done)/float64(len(c.cubes)+1), "checking "+c.folder)
}

// refused says what is wrong with the parts: the first one is the reason, and comments before it name others.
func (c *partsCheck) refused() error {
	var reason error
	foreign := parts.Foreign(c.folder, c.formula) // that explains all that is wrong
	for _, number := range slices.Sorted(maps.Keys(c.wrong)) {
		c.out.answer.Wrong = append(c.out.answer.Wrong, number)
		if err := c.wrong[number]; reason == nil {
			reason = err
		} else if !foreign {
			c.out.comment("%v", err)
		}
	}
	if c.done <= len(c.cubes) && !foreign {
		c.out.comment("%d of %d parts were looked at", c.done, len(c.cubes)+1)
	}
	var wrong *evidence.FaultError
	if errors.As(reason, &wrong) {
		c.out.answer.at(wrong.At)
	}
	if foreign {
		reason = fmt.Errorf("%s has the parts of a proof of another formula: %w", c.folder, reason)
	}
	return cmp.Or(c.out.verdict(notVerified, reason.Error()), error(cli.Failure))
}
