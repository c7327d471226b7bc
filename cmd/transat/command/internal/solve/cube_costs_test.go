package solve

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/terminal"
	"transat/instances/families"
	"transat/solver"
	"transat/solver/cnf"
)

// kept keeps the costs of three cubes in a file.
func kept(t *testing.T, stderr io.Writer) (name string, opt solver.Options, end func(*solver.Result)) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "costs")
	f := families.Pigeons(5, 4, families.Pairwise)
	cubes := [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1), cnf.Pos(2)}, {cnf.Neg(1), cnf.Neg(2)}}
	flags := solveFlags{cube: cubeFlags{costs: name}}
	a := &cli.App{Line: terminal.NewLine(stderr)}
	end, err := keepCosts(a, f, cubes, flags, &solveOutput{app: a, flags: flags}, &opt)
	if err != nil {
		t.Fatal(err)
	}
	return name, opt, end
}

// A run that ends early says how many cubes it need not solve again.
func TestCostsOfARunThatEndsEarly(t *testing.T) {
	name, opt, end := kept(t, io.Discard)
	opt.Refuted(2, 7, time.Second)
	var stopped solver.Result
	end(&stopped)
	if want := "1 of 3 cubes refuted, as " + name + " says: the same command goes on"; !slices.Contains(stopped.Notes, want) {
		t.Errorf("%q, want %q", stopped.Notes, want)
	}
}

// If costs cannot be noted, one warning is enough, and none of these cubes is said to be refuted.
func TestCostsThatCannotBeNoted(t *testing.T) {
	var warnings strings.Builder
	name, opt, end := kept(t, &warnings)
	if err := errors.Join(os.Rename(name, name+"-away"), os.Mkdir(name, 0o777)); err != nil {
		t.Skip(err) // an open file keeps its name
	}
	for place := range 3 {
		opt.Refuted(place, 7, time.Second)
	}
	if got := strings.Count(warnings.String(), "--costs: "); got != 1 {
		t.Errorf("%d warnings: %q", got, warnings.String())
	}
	var stopped solver.Result
	end(&stopped)
	if len(stopped.Notes) != 1 || !strings.HasPrefix(stopped.Notes[0], "0 of 3 cubes refuted") {
		t.Errorf("%q", stopped.Notes)
	}
}
