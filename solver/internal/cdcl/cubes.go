package cdcl

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"transat/solver/cnf"
)

// CubeSolver decides a formula under one cube after another; a cube is a list of literals to be true. It takes them as
// assumptions, so the clauses that it learns follow from the formula alone, and it keeps them for all later cubes, the best of
// them if they are many.
type CubeSolver struct {
	formula *cnf.Formula
	solver  *Solver
	proof   cnf.ProofWriter // or nil
	failed  error           // the error after which the solver cannot be used
	room    int             // for learned clauses between two cubes, in words
}

const leastRoom = 1 << 22 // words: 16 MiB

// CubeResult is the outcome for a cube.
type CubeResult struct {
	Verdict   cnf.Verdict // of the formula under the cube; Unknown if a limit was reached
	Model     cnf.Model   // checked, if Satisfiable
	Conflicts int64       // of this call
	Taken     int64       // lemmas of other solvers that this call has taken
	Branch    cnf.Var     // if a limit was reached, what to split the cube on by what was learned; 0 if that says nothing
	Outside   bool        // another program has decided it
	Trusted   bool        // that has said Unsatisfiable, and has shown no proof
	Work      int64       // of this call, in the unit of Stats.Work
}

var errCubeLiteral = errors.New("a cube has a literal that is none of the formula's")

// NewCubeSolver prepares to decide f. If proof is not nil, it gets every learned clause, and for every refuted cube the
// complements of its literals as a clause. Only learned clauses are deleted, so other solvers of f can write to the same proof. The error
// is the context's, ErrTooLarge, or that of the proof.
func NewCubeSolver(ctx context.Context, f *cnf.Formula, proof cnf.ProofWriter) (*CubeSolver, error) {
	s, err := Load(ctx, f, Options{Proof: proof, KeepFormula: true})
	if err != nil {
		return nil, err
	}
	s.cubes, s.tiers.fixed = true, true
	return &CubeSolver{formula: f, solver: s, proof: proof, room: max(leastRoom, 2*len(s.arena))}, nil
}

// Solve decides the formula under a cube. The error is the context's, after which the next call may go on with the same cube; or it
// says that a literal is none of the formula's (a *cnf.LiteralError if it is of no variable); or it is that of the proof, after which
// the solver cannot be used.
func (c *CubeSolver) Solve(ctx context.Context, cube []cnf.Lit) (CubeResult, error) {
	return c.SolveWithin(ctx, Limits{}, cube)
}

// SolveWithin is Solve with limits. What was learned until a limit is kept: the next call may go on with the same cube, or with cubes
// that it was split into.
func (c *CubeSolver) SolveWithin(ctx context.Context, limits Limits, cube []cnf.Lit) (CubeResult, error) {
	if c.failed != nil {
		return CubeResult{}, c.failed
	}
	if err := cnf.CheckLiterals("cube", cube); err != nil {
		return CubeResult{}, err
	}
	for _, l := range cube {
		if !c.solver.has(l) {
			return CubeResult{}, errCubeLiteral
		}
	}
	before := c.solver.stats
	verdict, err := c.solver.Solve(ctx, limits, cube...)
	result := CubeResult{Verdict: verdict, Conflicts: c.solver.stats.Conflicts - before.Conflicts}
	result.Taken = c.solver.stats.Taken - before.Taken
	result.Work = c.solver.stats.Work - before.Work
	switch {
	case errors.Is(err, ErrLimit):
		result.Branch = c.busiest()
		return result, nil
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		result.Branch = c.busiest()
		return result, err
	case err == nil && verdict == cnf.Satisfiable:
		result.Model = c.formula.Checked(func(m cnf.Model) { copy(m, c.solver.model) }, cube...)
		return result, nil
	case err == nil:
		err = c.refuted(cube)
	}
	if err == nil {
		err = c.shrink()
	}
	if err != nil {
		c.failed = err
		return CubeResult{}, err
	}
	return result, nil
}

// keptReductions is how many of the reductions under earlier cubes count when the next one begins. With none, 13 formulas took 5 % less CPU
// time, with four 1 % more, but then forecasts of a(b + c) = ab + ac were worse.
const keptReductions = 1

// beginCube begins with another cube, of that many literals.
//
// The levels of its literals hold for all of the cube, so they do not count for the levels of a clause: restarts, and what is kept of the
// clauses, go by the levels that the search itself has made (G. Audemard, J.-M. Lagniez, L. Simon, "Improving Glucose for Incremental SAT
// Solving with Assumptions", SAT 2013). Under another cube it is not known whether they hold, and so they count again until a conflict
// rests on the clause.
//
// Clauses are forgotten about as often as in a search that begins: what helps under a cube is mostly learned under it. After some hundred
// reductions, pauses as long as those of one long search would fill the lists of watches with clauses that are hardly ever used.
func (s *Solver) beginCube(literals int) {
	s.lowest = int32(literals) + 1
	p := &s.schedule
	p.reductions = min(p.reductions, keptReductions)
	p.reduceAt = min(p.reduceAt, s.stats.Conflicts+reducePause(p.reductions+1))
	for _, c := range s.learned {
		if n := s.under(c); n > 0 {
			s.setUnder(c, 0)
			s.setLBD(c, s.lbd(c)+n)
		}
	}
}

// recentClauses is how many of the clauses that were learned last busiest looks at.
const recentClauses = 2000

// busiest returns the variable that the cube leaves open, and which occurs most in the clauses that were learned last: those that are
// of few levels, and the newest, count most. Where learning always comes back to a variable, it is worth deciding.
func (c *CubeSolver) busiest() cnf.Var {
	s := c.solver
	recent := s.learned[max(0, len(s.learned)-recentClauses):]
	weights := map[cnf.Var]float64{}
	for i, l := range recent {
		weight := float64(i+1) / float64(len(recent)*max(1, s.lbd(l)))
		for _, w := range s.words(l) {
			weights[cnf.FromCode(w).Var()] += weight
		}
	}
	best := cnf.Var(0)
	for v, w := range weights {
		fixed := s.vals[cnf.Pos(v).Code()] != 0 && int(s.values[v].level) <= len(s.assumptions)
		if !fixed && (best == 0 || w > weights[best] || w == weights[best] && v < best) {
			best = v
		}
	}
	return best
}

// Share makes the solver give short lemmas to an exchange, and take those of others. It is called before the first cube.
func (c *CubeSolver) Share(x LemmaExchange) { c.solver.exchange = x }

// SetRoom says how many bytes learned clauses may take between two cubes.
func (c *CubeSolver) SetRoom(bytes int64) { c.room = max(1, int(bytes/4)) }

// shrink forgets learned clauses, those of many levels first, when they take more than their room. A search reduces them as conflicts
// come, but each reduction leaves more than the one before.
func (c *CubeSolver) shrink() error {
	s := c.solver
	words := 0
	for _, l := range s.learned {
		words += headWords + int(s.arena[l])
	}
	if words <= c.room || s.refuted {
		return nil
	}
	s.backtrack(0)
	if s.cleaned < len(s.trail) {
		s.clean()
	}
	worst := slices.SortedStableFunc(slices.Values(s.learned), func(a, b ref) int {
		return cmp.Or(cmp.Compare(s.lbd(b), s.lbd(a)), cmp.Compare(s.arena[b], s.arena[a]))
	})
	for _, l := range worst {
		if words <= c.room/2 {
			break
		}
		if words -= headWords + int(s.arena[l]); !s.isReason(l) && !s.isGarbage(l) {
			s.forget(l)
			s.stats.Forgotten++
		}
	}
	s.collect()
	return s.err
}

// refuted adds the clause that excludes a cube to the proof, unless the cube contradicts itself.
func (c *CubeSolver) refuted(cube []cnf.Lit) error {
	if c.proof == nil || c.solver.refuted { // then the proof has ended
		return nil
	}
	var clause []cnf.Lit
	for _, l := range cube {
		if slices.Contains(clause, l) {
			return nil
		}
		if !slices.Contains(clause, l.Not()) {
			clause = append(clause, l.Not())
		}
	}
	if err := c.proof.Add(clause); err != nil {
		return &cnf.ProofError{Err: err}
	}
	return nil
}
