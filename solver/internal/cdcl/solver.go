package cdcl

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// Options configure a solver. The zero value is a solver without a proof.
type Options struct {
	// Proof, if not nil, is told every clause that is learned or shortened, and every one that is forgotten.
	Proof cnf.ProofWriter
	// KeepFormula says that the proof is not to lose clauses of the formula, because others go on with it.
	KeepFormula bool
	// Hints, if not nil, is told the same with hints, see hints.go. Clauses must then come with their numbers: by Load, or AddNumbered.
	Hints cnf.HintWriter
	// Numbers are those of the clauses that Load adds, in their order; nil stands for 1, 2, …
	Numbers []int64
}

// Limits end a call of Solve before there is an answer. The zero value is no limit.
type Limits struct {
	Conflicts int64 // of this call
	Work      int64 // of this call, in the unit of Stats.Work
}

// Stats count what a solver has done in all its calls.
type Stats struct {
	Conflicts    int64
	Decisions    int64
	Propagations int64 // literals made true
	Work         int64 // clauses looked at while propagating, the unit of Limits.Work; some 20 to 100 million are a second
	Restarts     int64
	Reductions   int64 // how often learned clauses were thrown away
	Learned      int64 // clauses learned
	Forgotten    int64 // of these, clauses thrown away
	Vivified     int64 // of these, clauses that were made shorter
}

// Solver decides a formula that may grow between calls.
type Solver struct {
	vars  int // see grow.go for all that is by variable
	proof cnf.ProofWriter
	keep  bool // the proof keeps the formula
	hinter
	err error // of the proof, or too many clauses: the solver is of no use any more

	arena    []uint32  // all clauses, see arena.go
	clauses  []ref     // of the formula
	learned  []ref     // those that were learned and not forgotten
	garbage  int       // words of the arena that no clause lies in any more
	watches  [][]watch // by literal: the clauses that watch it
	vals     []int8    // by literal: 1 true, -1 false, 0 open
	values   []value   // by variable, if it has one
	trail    []cnf.Lit // true literals in the order in which they became so
	control  []int     // by level, from 1: length of the trail when its decision was made
	head     int       // literals of the trail before this have been propagated
	cleaned  int       // literals of the trail that were true at the root when satisfied clauses were last removed
	refuted  bool      // there is no model, whatever is assumed
	known    []bool    // by variable: it occurs in a clause
	unqueued span      // of the known variables, those that are not yet in queue and heap lie there

	assumptions []cnf.Lit
	paused      bool // the last call came to a limit: its decisions stand
	failed      []cnf.Lit
	model       cnf.Model

	queue   queue
	heap    heap
	phases  phases
	pace    pace
	probing bool  // vivify decides: phases are not to be kept
	spent   int64 // work by vivify
	scratch
	stats Stats
}

// span is a range of variables, from the first to the last. The zero value is none.
type span struct{ first, last cnf.Var }

// value is where the value of a variable comes from.
type value struct {
	level  int32 // decisions above
	reason ref   // the clause that gave it the value, 0 for decisions
}

// scratch is what the analysis of a conflict needs, kept to allocate nothing.
type scratch struct {
	clause   []cnf.Lit // learned last
	mark     []uint8   // by variable: bits, see analyze.go
	marked   []cnf.Var // those with a mark
	analyzed []cnf.Var // those that the conflict rests on
	shrunk   []cnf.Var // those of the level that is being shrunk
	levels   []uint32  // by level: stamp
	stamp    uint32
	merged   []cnf.Lit
	keys     []uint64 // to be sorted
	deleted  []cnf.Lit
}

// ErrTooLarge says that clauses take more than 8 GiB; it is cnf.ErrTooLarge.
var ErrTooLarge = cnf.ErrTooLarge

// New returns a solver for clauses over the variables 1 to vars; [Solver.Grow] adds more. Memory is some 150 bytes a variable.
func New(vars int, opt Options) *Solver {
	s := &Solver{
		proof: opt.Proof, keep: opt.KeepFormula, hinter: newHinter(opt.Hints),
		arena: make([]uint32, 1), control: []int{0}, heap: newHeap(), phases: newPhases(), pace: newPace(),
	}
	s.extend(vars)
	return s
}

// Stats returns what the solver has done so far.
func (s *Solver) Stats() Stats { return s.stats }

// Model returns the model that the last call of Solve has found, for the variables 1 to vars. Those that occur in no clause are false. It belongs to the
// caller.
func (s *Solver) Model() cnf.Model { return append(cnf.Model(nil), s.model...) }

// CopyModel writes the model that Model returns to m, as far as m goes.
func (s *Solver) CopyModel(m cnf.Model) { copy(m, s.model) }

// Failed returns, when the last call of Solve has said Unsatisfiable, some of its assumptions that cannot be true together under the formula, each
// once, not always as few as possible. There are none exactly if the solver has found the formula to have no model at all; if there are some, it
// may have none all the same. The slice is valid until the next call.
func (s *Solver) Failed() []cnf.Lit { return s.failed }

var (
	errLiteral = errors.New("a literal is none of the solver's variables")

	// ErrLimit is the reason why a call of Solve ended at its Limits.
	ErrLimit = errors.New("limit of work reached")
)

// Solve decides the clauses that were added, under assumptions: literals that are to be true in this call. The verdict is Unknown if the
// context ends first (the error is then the context's) or a limit is reached (ErrLimit); the next call goes on with all that was learned, and where this one was
// if its assumptions are the same and no clause came between: many short calls search as one long call does. Any other error is that of the proof, or ErrTooLarge, and
// the solver is of no use after it.
func (s *Solver) Solve(ctx context.Context, limits Limits, assumptions ...cnf.Lit) (cnf.Verdict, error) {
	if s.err != nil {
		return cnf.Unknown, s.err
	}
	for _, l := range assumptions {
		if !s.has(l) {
			return cnf.Unknown, s.foreign("assumptions", assumptions)
		}
	}
	if !s.paused || !slices.Equal(assumptions, s.assumptions) {
		s.backtrack(s.shared(assumptions))
	}
	s.failed, s.model = s.failed[:0], s.model[:0]
	s.assumptions = append(s.assumptions[:0], assumptions...)
	for _, l := range assumptions { // one that is in no clause has a value all the same
		s.know(l.Var())
	}
	s.enroll()
	s.levels = extended(s.levels, s.vars+2+len(assumptions)) // a repeated one has a level of its own
	verdict, err := s.search(ctx, limits)
	if s.err != nil {
		return cnf.Unknown, s.err
	}
	s.paused = err != nil
	return verdict, err
}

// foreign says which literal is none of the solver's.
func (s *Solver) foreign(where string, lits []cnf.Lit) error {
	if err := cnf.CheckLiterals(where, lits); err != nil {
		return err
	}
	at := slices.IndexFunc(lits, func(l cnf.Lit) bool { return !s.has(l) })
	return fmt.Errorf("%s: literal %v: %w", where, lits[at], errLiteral)
}

// has reports whether l is a literal of the solver.
func (s *Solver) has(l cnf.Lit) bool { return !l.IsNone() && int(l.Var()) <= s.vars }
