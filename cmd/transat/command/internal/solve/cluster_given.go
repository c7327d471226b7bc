package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// givenCubes are the cubes of a run, if some are given, and what they leave out.
type givenCubes struct {
	flags   *solveFlags
	out     *solveOutput
	formula *cnf.Formula       // nil if the run to resume has it
	cubes   [][]cnf.Lit        // nil if none are given
	run     func() cluster.Run // once it is open
	rest    *solver.Rest       // if it was tried
}

// split says how the formula of a run is split, if it is one of cubes. What given cubes leave out is tried first: if a
// model is there, that is the answer.
func (g *givenCubes) split(ctx context.Context, opt *cluster.Options) (*solver.Result, error) {
	cube := &g.flags.cube
	opt.Covered = g.covered
	if g.flags.engine != string(solver.Cube) {
		return nil, nil
	}
	opt.Cubes = &cluster.Cubes{
		Depth: cube.depth, Conqueror: cube.conquer.Command, List: g.cubes, Only: g.cubes != nil && cube.only,
	}
	if g.formula == nil {
		return nil, nil
	}
	opt.Cubes.Splitter = solver.ChooseSplitter(g.formula, solver.Options{Rule: g.flags.rule, Conquer: cube.conquer})
	opt.Cubes.Simple = opt.Cubes.Splitting(opt.Rule).Simplifies(g.cubes != nil)
	if g.cubes == nil || cube.only || g.flags.cluster.run != "" {
		return nil, nil
	}
	var err error
	if g.rest, err = solver.TryRest(ctx, g.formula, g.cubes, g.flags.proof != "", g.flags.verify); err != nil {
		return nil, err
	}
	switch g.rest.Verdict {
	case cnf.Satisfiable:
		end := &solver.Result{Result: dpll.Result{Verdict: cnf.Satisfiable, Model: g.rest.Model}, Engine: solver.Cube, Rule: opt.Rule}
		end.Notes = []string{"the cubes leave a part out, and the model is there"}
		return end, nil
	case cnf.Unknown:
		opt.Cubes.Rest = true
		g.out.comment("the cubes may leave a part out: it is too hard to be decided at once, and is one more piece")
	}
	return nil, nil
}

// answered prints the answer that was found before a run.
func (g *givenCubes) answered(ctx context.Context, found *solver.Result, err error) error {
	out := g.out
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		found = &solver.Result{Result: dpll.Result{Reason: context.Cause(ctx)}}
	case errors.As(err, new(*solver.VerifyError)):
		return faultOf(err)
	case err != nil:
		return ofFormula(err)
	}
	out.vars, out.clauses = g.formula.Vars(), g.formula.Len()
	out.head(g.flags)
	return out.end(*found)
}

// covered writes the refutation of what the cubes leave out, which was found before the run began.
func (g *givenCubes) covered(ctx context.Context, w cnf.ProofWriter) (err error) {
	if g.rest == nil { // the run goes on
		run := g.run()
		if g.rest, err = solver.TryRest(ctx, run.Formula(), run.Head().Cubes.List, true, g.flags.verify); err != nil {
			return err
		}
	}
	return g.rest.Write(w)
}

// checked returns how many lemmas of the refutation of what the cubes leave out were checked.
func (g *givenCubes) checked() int64 {
	if g.rest == nil {
		return 0
	}
	return g.rest.Checked
}

// fits returns an error unless a run is the one that the flags and the input ask for, and takes over how it was begun.
func (g *givenCubes) fits(run cluster.Run) error {
	head := run.Head()
	if g.formula != nil && run.Formula().Hash() != g.formula.Hash() {
		return fmt.Errorf("--checkpoint=%s holds a search of another formula, %s", g.flags.checkpoint, head.Name)
	}
	switch engine := solver.Engine(g.flags.engine); {
	case head.Cubes == nil && engine == solver.Cube:
		return cli.Misuse(fmt.Errorf("--engine=cube: run %s searches the tree", run.Name()))
	case head.Cubes == nil:
		g.flags.engine, g.out.flags.engine = string(solver.DPLL), string(solver.DPLL)
		return nil
	case engine == solver.DPLL:
		return cli.Misuse(fmt.Errorf("--engine=dpll: run %s solves cubes", run.Name()))
	}
	if g.formula != nil && !slices.EqualFunc(g.cubes, head.Cubes.List, slices.Equal[[]cnf.Lit]) {
		want := "other given cubes: go on with those (--cube-list, or an input that has them)"
		if head.Cubes.List == nil {
			want = "cubes that it finds: go on without given ones"
		}
		return fmt.Errorf("--checkpoint=%s holds a search of %s with %s", g.flags.checkpoint, head.Name, want)
	}
	if was := head.Cubes.Conqueror; was != "" && g.flags.cube.conquer.Command == "" {
		g.out.comment(fmt.Sprintf("run %s was begun with --conqueror=%s; without it, clause learning solves the cubes of this computer",
			run.Name(), cli.ShellWord(was)))
	}
	if only := g.flags.cube.only; g.formula != nil && g.cubes != nil && only != head.Cubes.Only {
		what := "that answers for the formula: go on without --only-cubes"
		if !only {
			what = "whose answer holds under the given cubes only: go on with --only-cubes"
		}
		return cli.Misuse(fmt.Errorf("--checkpoint=%s holds a search %s", g.flags.checkpoint, what))
	}
	for _, f := range []*solveFlags{g.flags, &g.out.flags} {
		f.engine = string(solver.Cube)
		f.cube.only = f.cube.only || head.Cubes.Only
	}
	g.out.cubes = g.flags.restricting(head.Cubes.List)
	return nil
}
