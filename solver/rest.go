package solver

import (
	"context"
	"errors"
	"slices"
	"time"

	"transat/solver/cnf"
	"transat/solver/conquer"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/cube"
)

// Cubes from outside may leave something out: then a formula that is refuted under each of them may still have a model. What they leave
// out is the formula with the complement of every cube as a clause, and it is one more piece of the search:
//
//	1 ∨ 2                 the formula
//	¬1 ∧ ¬2               its only cube: refuted
//	1 ∨ 2, 1 ∨ 2          the rest: 1 is a model
//
// A split that covers everything, in the order of a tree, has a rest that is refuted node by node, see climb. So the rest comes first,
// within a limit: a split with a hole shows soon, rather than after hours. If the limit is not enough, the rest is split and
// solved like any formula after all cubes have been refuted.
//
// In a proof the lemmas of the rest come last: by then each cube has a lemma that excludes it, which is the clause of the rest.

// Uncovered returns the part of f that no cube covers: its clauses, and then for each cube, in their order, the clause that excludes it.
// That is the formula of one more piece: if it and f under each cube have no model, f has none; and its models are models of f.
func Uncovered(f *cnf.Formula, cubes [][]cnf.Lit) *cnf.Formula { return conquer.Uncovered(f, cubes) }

// restLimits are the limits within which the rest of a number of cubes is tried first: some seconds, and more for many cubes.
func (h hooks) restLimits(cubes int) cdcl.Limits {
	if h.rest != nil {
		return *h.rest
	}
	return cdcl.Limits{Conflicts: 20_000 + 4*int64(cubes), Work: 200_000_000 + 20_000*int64(cubes)}
}

// rest is the part that no cube covers.
type rest struct {
	formula *cnf.Formula
	cubes   [][]cnf.Lit
	limits  cdcl.Limits
	verdict cnf.Verdict
	model   cnf.Model
	steps   heldSteps
	checked int64 // lemmas, under Verify
}

// try decides the rest within the limit. The error is the context's, or that of a verifier.
func (r *rest) try(ctx context.Context, proves, verifies bool) error {
	var proof cnf.ProofWriter
	if proves {
		proof = &r.steps
	}
	var v *stream.Verifier
	var log *stream.Log
	if verifies {
		v = stream.New(r.formula)
		defer v.Close()
		log = v.Log()
		_ = log.Begin(0) // an error comes again
		proof = cnf.Both(proof, log)
	}
	s, err := cdcl.Load(ctx, r.formula, cdcl.Options{Proof: proof})
	if err != nil {
		return err
	}
	if r.verdict, err = climb(ctx, s, r.cubes, r.limits); err == nil && r.verdict == cnf.Unknown {
		r.verdict, err = s.Solve(ctx, r.limits)
	}
	switch {
	case errors.Is(err, cdcl.ErrLimit):
		r.steps = heldSteps{}
		return nil
	case err != nil:
		return err
	case r.verdict == cnf.Satisfiable:
		r.model = r.formula.Checked(s.CopyModel)
	case verifies:
		if err := errors.Join(log.End(), v.Conclude()); err != nil {
			return err
		}
		r.checked = v.Lemmas()
	}
	return nil
}

// climbConflicts are allowed at a node above the cubes.
const climbConflicts = 100

// climb excludes the nodes above the cubes, as far as that is easy, each as soon as the next cube leaves it:
//
//	1 2 3       the first cube
//	1 2 ¬3      the second one: now propagation refutes 1 2
//	1 ¬2 ¬3     a branch of 1 ¬2 is not in the list: the solver tries whether it is refuted easily. Now 1 is refuted
//
// So a list in the order of a tree takes a few propagations for each cube, where learning alone would take tens of conflicts. The verdict
// is Unknown if the root is still to be decided, or the work has reached the limits. Errors are those of the solver.
func climb(ctx context.Context, s *cdcl.Solver, cubes [][]cnf.Lit, limits cdcl.Limits) (cnf.Verdict, error) {
	for i, cube := range cubes {
		shared := 0
		if i+1 < len(cubes) {
			for next := cubes[i+1]; shared < min(len(cube), len(next)) && cube[shared] == next[shared]; {
				shared++
			}
		}
		for length := len(cube) - 1; length > shared; length-- {
			if n := s.Stats(); limits.Work > 0 && n.Work > limits.Work {
				return cnf.Unknown, nil
			}
			verdict, err := s.Solve(ctx, cdcl.Limits{Conflicts: climbConflicts}, cube[:length]...)
			switch {
			case errors.Is(err, cdcl.ErrLimit): // something is missing there
				continue
			case err != nil || verdict == cnf.Satisfiable:
				return verdict, err
			case len(s.Failed()) == 0:
				return cnf.Unsatisfiable, nil
			}
			if err := exclude(s); err != nil {
				return cnf.Unknown, err
			}
		}
	}
	return cnf.Unknown, nil
}

// exclude adds the clause that excludes the failed assumptions to a solver and its proof, unless two of them contradict each other.
func exclude(s *cdcl.Solver) error {
	var clause []cnf.Lit
	for _, l := range s.Failed() {
		if slices.Contains(s.Failed(), l.Not()) {
			return nil
		}
		clause = append(clause, l.Not())
	}
	number, err := s.ProveFailed()
	if err != nil {
		return err
	}
	return s.AddNumbered(number, clause...)
}

// heldSteps are steps of a proof that come after others. It is a cnf.ProofWriter.
type heldSteps struct {
	codes     []uint32 // literals, with a 0 behind each step
	deletions []bool   // of each step, whether it is a deletion
}

// Add implements cnf.ProofWriter.
func (h *heldSteps) Add(clause []cnf.Lit) error { return h.step(clause, false) }

// Delete implements cnf.ProofWriter.
func (h *heldSteps) Delete(clause []cnf.Lit) error { return h.step(clause, true) }

func (h *heldSteps) step(clause []cnf.Lit, deletion bool) error {
	h.codes = append(cnf.AppendCodes(h.codes, clause), 0)
	h.deletions = append(h.deletions, deletion)
	return nil
}

// writeTo writes the steps.
func (h *heldSteps) writeTo(w cnf.ProofWriter) error {
	var clause []cnf.Lit
	at := 0
	for _, code := range h.codes {
		if code > 0 {
			clause = append(clause, cnf.FromCode(code))
			continue
		}
		write := w.Add
		if h.deletions[at] {
			write = w.Delete
		}
		if err := write(clause); err != nil {
			return err
		}
		clause = clause[:0]
		at++
	}
	return nil
}

// searchAllCubes decides the formula by the given cubes and the rest that they leave.
func (s *session) searchAllCubes(ctx context.Context) error {
	writer := s.proof.writer()
	r := &rest{formula: Uncovered(s.formula, s.opt.Cubes), cubes: s.opt.Cubes, limits: s.hooks.restLimits(len(s.opt.Cubes))}
	if err := r.try(ctx, writer != nil, s.verify != nil); err != nil {
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			s.result.Reason = err
			return nil
		}
		return err
	}
	switch r.verdict {
	case cnf.Satisfiable:
		s.result.Verdict, s.result.Model = r.verdict, r.model
		s.note("the cubes leave a part out, and the model is there")
		return nil
	case cnf.Unknown:
		s.opt.Log("the cubes may leave a part out: it is too hard to be decided at once, and comes after them")
	}
	given, err := s.simplifyCubes(ctx)
	if given == nil {
		return err
	}
	found, err := s.runCubes(ctx, given.Listed().Formula, s.opt.Cubes)
	if err != nil || found.Verdict != cnf.Unsatisfiable {
		s.take(found.Result, given)
		return err
	}
	parts := found.Stats.Cubes + 1
	if r.verdict == cnf.Unknown {
		last, err := s.runCubes(ctx, given.Rest().Formula, nil)
		s.take(last.Result, given)
		if err != nil || last.Verdict != cnf.Unsatisfiable {
			return err
		}
		r.checked = last.Checked
		parts += last.Stats.Cubes
	} else if writer != nil {
		if err := r.steps.writeTo(writer); err != nil {
			return err
		}
	}
	s.result.Result = found.Result
	s.verify.cubes(found.Checked+r.checked+given.Checked(), parts)
	return nil
}

// unknown returns the places of the given cubes that are not known to be refuted.
func (s *session) unknown() (places []int) {
	for i := range s.opt.Cubes {
		if s.opt.Known == nil || !s.opt.Known[i] {
			places = append(places, i)
		}
	}
	return places
}

// runCubes decides a formula cube by cube, by the given ones or, if these are nil, those found by splitting. What it has done is added to
// the result.
func (s *session) runCubes(ctx context.Context, f *cnf.Formula, cubes [][]cnf.Lit) (cube.Result, error) {
	cfg := s.cubeConfig(f, cubes)
	if cubes != nil && (s.opt.Known != nil || s.opt.Refuted != nil) {
		places := s.unknown()
		if len(places) == 0 {
			return cube.Result{Result: dpll.Result{Verdict: cnf.Unsatisfiable}}, nil
		}
		cfg.Cubes = nil
		for _, place := range places {
			cfg.Cubes = append(cfg.Cubes, cubes[place])
		}
		if s.opt.Refuted != nil {
			cfg.Refuted = func(i int, conflicts int64, long time.Duration) { s.opt.Refuted(places[i], conflicts, long) }
		}
	}
	found, err := cube.Run(ctx, cfg)
	s.result.Machine = &found.Machine
	s.result.Cubes.add(CubeStats(found.Stats))
	if found.Long {
		s.note("cores without work: %.1f %% of the last tenth of the run", 100*max(0, found.Idle))
	}
	return found, err
}
