package solve

import (
	"errors"
	"fmt"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/parts"
	"transat/solver"
	"transat/solver/cnf"
)

// Costs of given cubes: --costs=FILE notes what each has cost as soon as it is refuted, so that a run that ends early is not repeated.

// checkCosts checks the flags for costs.
func (f *solveFlags) checkCosts(given func(flag string) bool) error {
	if f.cube.costs == "" {
		return nil
	}
	for _, name := range []string{"proof", "verify", "proof-parts", "cubes", "models", "assume", "cube", "cluster", "checkpoint"} {
		if given(name) {
			return fmt.Errorf("--costs does not go with --%s", name)
		}
	}
	return nil
}

// keepCosts has what cubes cost noted, and takes those that the file has as refuted. Call end with the result.
func keepCosts(
	a *cli.App, f *cnf.Formula, cubes [][]cnf.Lit, flags solveFlags, out *solveOutput, opt *solver.Options,
) (end func(*solver.Result), err error) {
	if flags.cube.costs == "" {
		return func(*solver.Result) {}, nil
	}
	if len(cubes) == 0 {
		return nil, cli.Misuse(errors.New("--costs is for cubes that are given: write them first (--cubes=FILE)"))
	}
	file, err := parts.OpenCosts(flags.cube.costs, f, cubes)
	if err != nil {
		return nil, fmt.Errorf("--costs: %w", err)
	}
	if known := file.Done(); known > 0 {
		out.important(fmt.Sprintf("%s of %d refuted before, as %s says: they are trusted",
			cli.Counted(known, "cube"), len(cubes), flags.cube.costs))
	}
	opt.Known = file.Refuted
	warn := cluster.Once(a.Line.Warn)
	opt.Refuted = func(place int, conflicts int64, long time.Duration) {
		if err := file.Add(place, conflicts, long); err != nil {
			warn(fmt.Sprintf("--costs: %v", err))
		}
	}
	return func(r *solver.Result) {
		if r.Verdict == cnf.Unknown {
			r.Notes = append(r.Notes, fmt.Sprintf("%d of %s refuted, as %s says: the same command goes on",
				file.Done(), cli.Counted(len(cubes), "cube"), flags.cube.costs))
		}
		_ = file.Close() // each line that was written was checked
	}, nil
}
