package solver

import (
	"context"
	"io"

	"transat/solver/cnf"
	"transat/solver/internal/cube"
)

// ServeCubes is the life of a process for cubes, see Options.Helper: it reads cubes from r, and writes answers to w.
// It returns when r ends, so that it does not outlive the program that has started it.
func ServeCubes(r io.Reader, w io.Writer) error { return cube.Serve(r, w) }

// searchCubes decides the formula cube by cube.
func (s *session) searchCubes(ctx context.Context) (err error) {
	if len(s.opt.Cubes) > 0 && !s.opt.OnlyCubes {
		err = s.searchAllCubes(ctx)
	} else {
		err = s.searchTheseCubes(ctx)
	}
	if n := s.result.Cubes; err == nil && n != (CubeStats{}) {
		s.note("%s with %s, %s refuted by propagation", counted(n.Cubes, "cube"), counted(n.Conflicts, "conflict"), counted(n.Refuted, "node"))
		s.result.Notes = append(s.result.Notes, n.Notes(s.opt.Conquer.Command)...)
	}
	return err
}

// searchTheseCubes decides the formula by cubes that splitting finds, or under the given ones only.
func (s *session) searchTheseCubes(ctx context.Context) error {
	found, err := s.runCubes(ctx, s.formula, s.opt.Cubes)
	s.result.Result = found.Result
	if err == nil && found.Verdict == cnf.Unsatisfiable {
		parts := found.Stats.Cubes
		if len(s.opt.Cubes) == 0 {
			parts++ // the tree above the cubes
		}
		s.verify.cubes(found.Checked, parts)
	}
	return err
}

// cubeConfig says how to decide a formula cube by cube.
func (s *session) cubeConfig(f *cnf.Formula, cubes [][]cnf.Lit) cube.Config {
	cfg := cube.Config{
		Formula: f, Cubes: cubes, Rule: s.opt.Rule, Depth: s.opt.CubeDepth,
		Procs: s.opt.Procs, Threads: s.opt.Threads, Layout: s.opt.layout, MaxMemory: s.memoryLeft(),
		Command: s.opt.Helper, Proof: s.proof.writer(), Verify: s.verify != nil,
	}
	s.opt.conquer(&cfg, !s.autoRule)
	if s.opt.Progress != nil {
		cfg.Progress = func(p cube.Progress) { s.opt.Progress(Progress{Nodes: p.Nodes, Closed: p.Closed}) }
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
	opt.conquer(&cfg, ruled)
	found, err := cube.Split(ctx, cfg, write)
	return Result{Result: found.Result, Engine: Cube, Rule: opt.Rule, Cubes: CubeStats(found.Stats)}, err
}
