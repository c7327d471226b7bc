package solve

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/instances/families"
	"transat/solver"
	"transat/solver/cnf"
)

// A run that ends early says how many cubes it need not solve again.
func TestCostsOfARunThatEndsEarly(t *testing.T) {
	name := filepath.Join(t.TempDir(), "costs")
	f := families.Pigeons(5, 4, families.Pairwise)
	cubes := [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1), cnf.Pos(2)}, {cnf.Neg(1), cnf.Neg(2)}}
	flags := solveFlags{cube: cubeFlags{costs: name}}
	a := &cli.App{}
	var opt solver.Options
	end, err := keepCosts(a, f, cubes, flags, &solveOutput{app: a, flags: flags}, &opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Refuted(2, 7, time.Second)
	var stopped solver.Result
	end(&stopped)
	if want := "1 of 3 cubes refuted, as " + name + " says: the same command goes on"; !slices.Contains(stopped.Notes, want) {
		t.Errorf("%q, want %q", stopped.Notes, want)
	}
}
