package cube

import (
	"context"
	"fmt"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/conqueror"
)

// Leaf decides cubes of one formula, one after the other, in this process, and keeps what it has learned, in bounded memory.
type Leaf interface {
	// Solve decides the formula under a cube. When it has had budget conflicts, the verdict is Unknown; 0 is no limit. The error is the
	// context's, after which the leaf can still be used, or that of the proof, after which it cannot. What was learned till then is kept.
	Solve(ctx context.Context, cube []cnf.Lit, budget int64) (cdcl.CubeResult, error)
	// Close frees what it holds, such as a folder.
	Close() error
}

// LeafOptions configure a Leaf.
type LeafOptions struct {
	// Proof, if not nil, gets the lemmas in their order. Each follows by propagation from the formula and from earlier lemmas of the
	// same leaf, whatever other leaves add. The last lemma of a refuted cube excludes it.
	Proof  cnf.ProofWriter
	Share  cdcl.LemmaExchange // if not nil, exchanges short lemmas with other leaves of the same formula
	Memory int64              // bytes that the process may take; 0 is no limit

	// Conqueror is the command of a program that decides the cubes, see package conqueror; "" is none. A cube for which its answer is no
	// good is decided by the built-in engine. Without {proof} in the command, its refutations are trusted: then Proof must be nil.
	Conqueror string
	Folder    string            // for its files; "" is that of the system
	Limit     time.Duration     // for its time for a cube, after which the verdict is Unknown; 0 is conqueror.DefaultLimit
	Warn      func(line string) // if not nil, gets what is wrong with its answers, each fault once
}

// learnedShare is the share of the memory that learned clauses may take between two cubes: one in that many. In a search they become
// more, watches and a copy of the clauses come on top, and with a proof the verifier.
const learnedShare = 16

// How long others wait before a cube of another program is split for them, see WorthLosing.
const (
	leastWait = 250 * time.Millisecond
	mostWait  = 4 * time.Second
)

// WorthLosing reports whether another program is to be ended in the middle of a cube, which is then split for processors that wait. Its
// work is lost, so they wait as long as it had worked when they came: then as much is lost as they have lost. Which cubes end soon is not
// known.
func WorthLosing(worked, waited time.Duration) bool {
	return waited >= leastWait && (waited >= worked-waited || waited >= mostWait)
}

// NewLeaf returns a leaf of f. The error is that of cdcl.NewCubeSolver, or says what is wrong with the command of a conqueror.
func NewLeaf(ctx context.Context, f *cnf.Formula, opt LeafOptions) (Leaf, error) {
	inside := &learner{ctx: ctx, formula: f, opt: opt}
	if opt.Conqueror == "" {
		return inside, inside.load()
	}
	command, err := conqueror.Parse(opt.Conqueror)
	if err != nil {
		return nil, fmt.Errorf("conqueror: %w", err)
	}
	if opt.Proof != nil && !command.Proves() {
		return nil, errTrust
	}
	outside, err := conqueror.New(f, command, conqueror.Options{Folder: opt.Folder, Limit: opt.Limit})
	if err != nil {
		return nil, err
	}
	return &conquered{solver: outside, inside: inside, opt: opt, warned: map[string]bool{}}, nil
}

// learner is a leaf that learns clauses.
type learner struct {
	ctx     context.Context // for loading
	formula *cnf.Formula
	opt     LeafOptions
	solver  *cdcl.CubeSolver // nil: not loaded yet
}

func (l *learner) load() (err error) {
	if l.solver, err = cdcl.NewCubeSolver(l.ctx, l.formula, l.opt.Proof); err != nil {
		return err
	}
	if l.opt.Memory > 0 {
		l.solver.SetRoom(l.opt.Memory / learnedShare)
	}
	if l.opt.Share != nil {
		l.solver.Share(l.opt.Share)
	}
	return nil
}

// Solve implements Leaf.
func (l *learner) Solve(ctx context.Context, cube []cnf.Lit, budget int64) (cdcl.CubeResult, error) {
	if l.solver == nil {
		if err := l.load(); err != nil {
			return cdcl.CubeResult{}, err
		}
	}
	return l.solver.SolveWithin(ctx, cdcl.Limits{Conflicts: budget}, cube)
}

// Close implements Leaf.
func (l *learner) Close() error { return nil }
