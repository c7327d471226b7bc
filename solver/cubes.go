package solver

import (
	"context"
	"errors"

	"transat/solver/cnf"
	"transat/solver/conquer"
	"transat/solver/dpll"
	"transat/solver/internal/cube"
)

// searchCubes decides the formula cube by cube.
func (s *session) searchCubes(ctx context.Context) (err error) {
	if len(s.opt.Cubes) > 0 && !s.opt.OnlyCubes {
		err = s.searchAllCubes(ctx)
	} else {
		err = s.searchTheseCubes(ctx)
	}
	if n := s.result.Cubes; err == nil && n != (CubeStats{}) {
		work := counted(n.Cubes, "cube")
		if !n.Silent() {
			work += " with " + counted(n.Conflicts, "conflict")
		}
		s.note("%s, %s refuted by propagation", work, counted(n.Refuted, "node"))
		s.result.Notes = append(s.result.Notes, n.Notes(s.opt.Conquer.Command)...)
	}
	return err
}

// searchTheseCubes decides the formula by cubes that splitting finds, or under the given ones only.
func (s *session) searchTheseCubes(ctx context.Context) error {
	given, err := s.simplifyCubes(ctx)
	if given == nil {
		return err
	}
	found, err := s.runCubes(ctx, given.Listed().Formula, s.opt.Cubes)
	s.take(found.Result, given)
	if err == nil && found.Verdict == cnf.Unsatisfiable {
		parts := found.Stats.Cubes
		if len(s.opt.Cubes) == 0 {
			parts++ // the tree above the cubes
		}
		s.verify.cubes(found.Checked+given.Checked(), parts)
	}
	return err
}

// simplifyCubes returns the formula with the given cubes, simplified if that is worth it; or nil if there is an error, or the context has
// ended.
func (s *session) simplifyCubes(ctx context.Context) (*conquer.Given, error) {
	given := &conquer.Given{Formula: s.formula, List: s.opt.Cubes}
	if !cube.Simplifies(s.splitter(), len(s.opt.Cubes) > 0) {
		return given, nil
	}
	var verify *cnf.Formula
	if s.verify != nil {
		verify = s.verify.formula
	}
	err := given.Simplify(ctx, s.proof.writer(), verify)
	switch {
	case err != nil && errors.Is(err, ctx.Err()):
		s.result.Reason = err
		return nil, nil
	case err != nil:
		return nil, err
	case given.Refuted():
		s.note("simplifying has refuted the formula")
	}
	return given, nil
}

// splitter returns the splitter of the session.
func (s *session) splitter() string { return s.opt.splitter(!s.autoRule || s.random > 0) }

// take takes a result of the trees of given cubes. A model is checked.
func (s *session) take(found dpll.Result, given *conquer.Given) {
	s.result.Result = found
	if found.Model != nil {
		s.result.Model = s.formula.Checked(func(m cnf.Model) { copy(m, given.Model(found.Model)) })
	}
}

// cubeConfig says how to decide a formula cube by cube.
func (s *session) cubeConfig(f *cnf.Formula, cubes [][]cnf.Lit) cube.Config {
	cfg := cube.Config{
		Formula: f, Cubes: cubes, Rule: s.opt.Rule, Depth: s.opt.CubeDepth,
		Procs: s.opt.Procs, Threads: s.opt.Threads, Layout: s.opt.layout, MaxMemory: s.memoryLeft(),
		Proof: s.proof.writer(), Verify: s.verify != nil,
	}
	s.opt.conquer(&cfg)
	cfg.Splitter = s.splitter()
	if s.opt.Progress != nil {
		known := 0
		if cubes != nil {
			known = len(cubes) - len(s.unknown())
		}
		cfg.Progress = func(p cube.Progress) {
			s.opt.Progress(Progress{Nodes: p.Nodes, Closed: p.Closed, Off: p.Off, Cubes: known + p.Cubes, AllCubes: len(cubes)})
		}
	}
	return cfg
}

// SplitCubes hands the cubes into which the branching rule splits a formula to write, one after the other, instead of solving them.
// If no cube is needed for it, the verdict is that of the formula, and otherwise Unknown, with Reason nil; or if the context has
// ended first, with its cause. Of the options, only Rule, CubeDepth and Conquer count. The error is that of write, of a rule that does not
// exist, or of the formula, as in Solve.
func SplitCubes(ctx context.Context, f *cnf.Formula, opt Options, write func(cube []cnf.Lit) error) (Result, error) {
	if err := f.Err(); err != nil {
		return Result{}, err
	}
	opt = opt.withDefaults()
	ruled := opt.Rule != AutoRule
	if !ruled {
		rule, why := ChooseRule(f)
		if opt.Rule = rule; why != "" {
			opt.Log(ruleNote(rule, why))
		}
	}
	cfg := cube.Config{Formula: f, Rule: opt.Rule, Depth: opt.CubeDepth}
	opt.conquer(&cfg)
	cfg.Splitter = opt.splitter(ruled || randomLength(f) > 0)
	found, err := cube.Split(ctx, cfg, write)
	return Result{Result: found.Result, Engine: Cube, Rule: opt.Rule, Cubes: CubeStats(found.Stats)}, err
}
