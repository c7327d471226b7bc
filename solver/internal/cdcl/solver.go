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
	// Proof, if not nil, gets every clause that is learned, shortened or forgotten.
	Proof cnf.ProofWriter
	// KeepFormula says that clauses of the formula stay in the proof, because others still use them.
	KeepFormula bool
	// Hints, if not nil, gets the same with hints, see hints.go. Clauses must then have numbers: use Load or AddNumbered.
	Hints cnf.HintWriter
	// Numbers are the numbers of the clauses that Load adds, in their order; nil stands for 1, 2, …
	Numbers []int64
	// Own, if not 0, says that variables above it were added while the formula was simplified. Focused mode begins with the others.
	Own cnf.Var
}

// Limits end a call of Solve before there is an answer. The zero value sets no limit.
type Limits struct {
	Conflicts int64 // of this call
	Work      int64 // of this call, in the unit of Stats.Work
}

// Stats count the work of a solver in all its calls.
type Stats struct {
	Conflicts    int64
	Decisions    int64
	Propagations int64 // literals made true
	Work         int64 // clauses visited by propagation, the unit of Limits.Work; 20 to 100 million take a second
	Restarts     int64
	Reductions   int64 // times that learned clauses were forgotten
	Learned      int64 // clauses learned
	Forgotten    int64 // learned clauses that were forgotten
	Vivified     int64 // clauses that were made shorter, or that others replace
	Given, Taken int64 // lemmas to and from other solvers
}

// Solver decides a formula that may grow between calls.
type Solver struct {
	vars        int // grow.go has all lists by variable
	proof       cnf.ProofWriter
	own         cnf.Var
	cubes       bool  // for a CubeSolver: many short searches
	lowest      int32 // level that counts for the number of levels of a clause: 0, or the first one above those of a cube
	keepFormula bool  // the proof keeps the formula
	hinter
	err error // of the proof, or too many clauses: the solver cannot be used after it

	arena    []uint32  // all clauses, see arena.go
	clauses  []ref     // of the formula
	learned  []ref     // learned and not forgotten
	garbage  int       // words of the arena that belong to no clause
	watches  [][]watch // by literal: the clauses that watch it
	vals     []int8    // by literal: 1 true, -1 false, 0 open
	values   []value   // by variable, if it has one
	trail    []cnf.Lit // true literals in the order in which they became true
	control  []int     // by level, from 1: length of the trail when its decision was made
	head     int       // literals of the trail that have been propagated
	cleaned  int       // literals that were true at the root when clean last ran
	refuted  bool      // there is no model, whatever is assumed
	known    []bool    // by variable: it occurs in a clause
	unqueued span      // range of variables that occur, but are in neither queue nor heap yet

	assumptions []cnf.Lit
	paused      bool // the last call reached a limit: its decisions stand
	failed      []cnf.Lit
	model       cnf.Model

	queue    queue
	heap     heap
	phases   phases
	schedule schedule
	tiers    tiers
	ignored  ref   // vivify: propagation leaves this clause out
	probing  bool  // vivify decides: phases are not recorded
	spent    int64 // work by vivify
	vivifier vivifier
	trade
	scratch
	stats Stats
}

// span is a range of variables, from the first to the last. The zero value is none.
type span struct{ first, last cnf.Var }

// value is the level and the reason of a variable's value.
type value struct {
	level  int32 // the clause that implied it, 0 for decisions
	reason ref   // the clause that gave it the value, 0 for decisions
}

// scratch is memory for the analysis of a conflict, reused so that it allocates nothing.
type scratch struct {
	clause   []cnf.Lit // learned last
	mark     []uint8   // by variable: bits, see analyze.go
	marked   []cnf.Var // variables with a mark
	analyzed []cnf.Var // variables that the conflict rests on
	shrunk   []cnf.Var // variables of the level that shrink works on
	levels   []uint32  // by level: stamp
	stamp    uint32
	merged   []cnf.Lit
	keys     []uint64 // to be sorted
	deleted  []cnf.Lit
	flagged  []uint32 // flags of clauses that move, in the order of the arena
}

// emptied returns the scratch of no variables in the memory of x.
func (x *scratch) emptied() scratch {
	return scratch{
		clause: x.clause[:0], mark: x.mark[:0], marked: x.marked[:0], analyzed: x.analyzed[:0], shrunk: x.shrunk[:0], levels: x.levels[:0],
		merged: x.merged[:0], keys: x.keys[:0], deleted: x.deleted[:0], flagged: x.flagged[:0],
	}
}

// ErrTooLarge says that clauses take more than 8 GiB; it is cnf.ErrTooLarge.
var ErrTooLarge = cnf.ErrTooLarge

// New returns a solver for clauses over the variables 1 to vars; [Solver.Grow] adds more. Memory is some 150 bytes a variable.
func New(vars int, opt Options) *Solver {
	s := &Solver{proof: opt.Proof, own: opt.Own, keepFormula: opt.KeepFormula, hinter: newHinter(opt.Hints)}
	s.Reset(vars)
	return s
}

// Reset makes s what New returns for that many variables and the same options, in the memory that it has: for one small formula after
// another. What s has returned is then no longer valid.
func (s *Solver) Reset(vars int) {
	old := *s
	*s = Solver{
		proof: old.proof, own: old.own, keepFormula: old.keepFormula, hinter: old.hinter.emptied(),
		arena: append(old.arena[:0], 0), clauses: old.clauses[:0], learned: old.learned[:0],
		watches: old.watches[:min(cap(old.watches), 2*vars+2)], vals: old.vals[:0], values: old.values[:0],
		trail: old.trail[:0], control: append(old.control[:0], 0), known: old.known[:0],
		assumptions: old.assumptions[:0], failed: old.failed[:0], model: old.model[:0],
		queue: queue{links: old.queue.links[:0], bumped: old.queue.bumped[:0]}, heap: old.heap.emptied(), phases: old.phases.emptied(),
		schedule: newSchedule(), tiers: newTiers(), scratch: old.scratch.emptied(),
	}
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0] // their places stay
	}
	s.extend(vars)
}

// Stats returns what the solver has done so far.
func (s *Solver) Stats() Stats { return s.stats }

// Model returns the model that the last call of Solve found, for the variables 1 to vars. Variables that occur in no
// clause are false. The slice is the caller's.
func (s *Solver) Model() cnf.Model { return append(cnf.Model(nil), s.model...) }

// CopyModel writes Model to m, as far as m goes.
func (s *Solver) CopyModel(m cnf.Model) { copy(m, s.model) }

// Failed returns, when the last call of Solve said Unsatisfiable, assumptions that cannot be true together under the
// formula, each once, not always as few as possible. It is empty exactly if the solver has found that the formula has
// no model at all; even if it is not empty, the formula may have none. The slice is valid until the next call.
func (s *Solver) Failed() []cnf.Lit { return s.failed }

var (
	errLiteral = errors.New("a literal is none of the solver's variables")

	// ErrLimit says that a call of Solve ended at its Limits.
	ErrLimit = errors.New("limit of work reached")
)

// Solve decides the clauses that were added, under assumptions: literals to be true in this call. The verdict is
// Unknown if the context ends first (the error is then the context's) or a limit is reached (ErrLimit). The next call
// keeps all learned clauses. If its assumptions are the same and no clause was added, it goes on where this one
// stopped, so that many short calls search as one long call does. Any other error is that of the proof, or ErrTooLarge,
// after which the solver cannot be used.
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
		if s.cubes {
			s.beginCube(len(assumptions))
		}
		s.take()
	}
	s.failed, s.model = s.failed[:0], s.model[:0]
	s.assumptions = append(s.assumptions[:0], assumptions...)
	for _, l := range assumptions { // one that is in no clause gets a value too
		s.know(l.Var())
	}
	s.enroll()
	s.levels = extended(s.levels, s.vars+2+len(assumptions)) // a repeated assumption has a level of its own
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
