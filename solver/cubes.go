package solver

import (
	"context"
	"io"

	"transat/balance/cores"
	"transat/solver/cnf"
	"transat/solver/internal/cube"
)

// ServeCubes is the life of a process for cubes, see Options.Helper: it reads cubes from r, and writes answers to w.
// It returns when r ends, so that it does not outlive the program that has started it.
func ServeCubes(r io.Reader, w io.Writer) error { return cube.Serve(r, w) }

// searchCubes decides the formula cube by cube.
func (s *session) searchCubes(ctx context.Context) error {
	cfg := cube.Config{
		Formula: s.formula, Cubes: s.opt.Cubes, Rule: s.opt.Rule, Depth: s.opt.CubeDepth,
		Procs: s.opt.Procs, Threads: s.opt.Threads, Layout: s.opt.layout, MaxMemory: s.memoryLeft(),
		Command: s.opt.Helper, Proof: s.proof.writer(), Verify: s.verify != nil,
	}
	s.opt.conquer(&cfg, !s.autoRule)
	if s.opt.Progress != nil {
		cfg.Progress = func(p cores.Progress) { s.opt.Progress(Progress{Nodes: p.Nodes}) }
	}
	found, err := cube.Run(ctx, cfg)
	s.result.Result, s.result.Machine, s.result.Cubes = found.Result, &found.Machine, CubeStats(found.Stats)
	if err == nil && found.Verdict == cnf.Unsatisfiable {
		parts := found.Stats.Cubes
		if len(s.opt.Cubes) == 0 {
			parts++ // the tree above the cubes
		}
		s.verify.cubes(found.Checked, parts)
	}
	if err == nil {
		s.note("%s with %s, %s refuted by propagation", counted(found.Stats.Cubes, "cube"),
			counted(found.Stats.Conflicts, "conflict"), counted(found.Stats.Refuted, "node"))
		s.noteConquest(CubeStats(found.Stats))
	}
	return err
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
