package cube

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// Split hands the cubes into which the splitter splits the formula to write, one after the other, instead
// of solving them. If no cube is needed for it, the verdict is that of the formula, and otherwise Unknown, with
// Reason nil; or if the context has ended first, with its cause. Of cfg, only Formula, Splitter, Rule and Depth count. The
// error is that of write.
func Split(ctx context.Context, cfg Config, write func(cube []cnf.Lit) error) (Result, error) {
	r := &run{cfg: cfg, ctx: ctx}
	elements, err := r.elements()
	if err != nil {
		return Result{}, err
	}
	if _, err := r.join(0); err != nil {
		return Result{}, err
	}
	s := r.searches[0]
	s.stack, s.learns = elements[0], false
	if look, ok := s.split.(*looking); ok && cfg.Splitter == LearningSplitter {
		if look.learn, err = cdcl.NewCubeSolver(ctx, cfg.Formula, nil); err != nil {
			return Result{}, err
		}
	}
	result := Result{}
	for len(s.stack) > 0 {
		if ctx.Err() != nil {
			result.Reason = context.Cause(ctx)
			break
		}
		top := s.stack[len(s.stack)-1]
		if !s.isCube(&top) {
			if s.expand(top) {
				result.Verdict, result.Model = cnf.Satisfiable, s.model
				break
			}
			continue
		}
		if err := write(top.path); err != nil {
			return Result{}, err
		}
		s.stack = s.stack[:len(s.stack)-1]
		s.nodes++
		s.Cubes++
	}
	if result.Verdict == cnf.Unknown && result.Reason == nil && s.Cubes == 0 {
		result.Verdict = cnf.Unsatisfiable
	}
	result.Result.Stats.Nodes, result.Stats = s.nodes, s.Stats
	return result, nil
}
