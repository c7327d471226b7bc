package solve

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/output"
	"transat/solver"
)

// A comment is one line, whatever its text.
func TestCommentsAreLines(t *testing.T) {
	var out strings.Builder
	o := &solveOutput{app: &cli.App{Out: &output.Checked{W: &out}}}
	o.comment("vm/1 has joined\ns UNSATISFIABLE\nc \x1b[2J")
	if got, want := out.String(), `c vm/1 has joined\ns UNSATISFIABLE\nc \x1b[2J`+"\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	o.flags.format = cli.JSONFormat
	o.comment("a\nb")
	if len(o.comments) != 1 || o.comments[0] != `a\nb` {
		t.Errorf("for JSON: %q", o.comments)
	}
}

// The command that goes on with a run has all that the run was begun with and its folder does not say: without --verify it would be
// refused.
func TestCommandThatGoesOn(t *testing.T) {
	f := solveFlags{cluster: clusterFlags{where: hereCluster}, proof: "p q", proofFormat: "lrat", verify: true}
	f.cube.conquer.Command = "kissat {cnf} {proof}"
	want := `transat solve --cluster --proof='p q' --proof-format=lrat --verify --conqueror='kissat {cnf} {proof}' --resume=run-1 goes on`
	if got := f.goesOn("run-1"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// removable is a run that notes whether it was removed.
type removable struct {
	cluster.Run
	removed bool
}

func (r *removable) Name() string                 { return "run-1" }
func (r *removable) Remove(context.Context) error { r.removed = true; return nil }

// A run is removed when its answer has been printed, and not if there was no room for that: then the error says how to go on.
func TestRunsStayUntilTheirAnswerIsPrinted(t *testing.T) {
	f := solveFlags{cluster: clusterFlags{where: hereCluster}}
	full := errors.New("no space left on device")
	for code, stays := range map[error]bool{cli.Satisfiable: false, cli.Unsatisfiable: false, full: true} {
		run := &removable{}
		err := f.remove(&cli.App{}, t.Context(), run, code)
		if run.removed == stays || !errors.Is(err, code) || stays != strings.Contains(err.Error(), "--resume=run-1 goes on") {
			t.Errorf("%v: removed %v, and the error is %v", code, run.removed, err)
		}
	}
}

// What a search that goes on has done in all is not said to have taken the time of its last session alone.
func TestClosingOfASearchThatGoesOn(t *testing.T) {
	end := solver.Result{Engine: solver.Cube, Cubes: solver.CubeStats{Cubes: 10995, Conflicts: 1681702}}
	o := &solveOutput{solving: 2 * time.Second}
	if got, want := o.closing(end), "cube: 10,995 cubes, 1,681,702 conflicts in 2.00 s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	silent := solver.Result{Engine: solver.Cube, Cubes: solver.CubeStats{Cubes: 219, Outside: 219}}
	if got, want := o.closing(silent), "cube: 219 cubes in 2.00 s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	o.flags.resume = true
	if got, want := o.closing(end), "cube: 10,995 cubes, 1,681,702 conflicts in all, the last of them in 2.00 s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
