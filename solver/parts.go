package solver

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// A proof by parts: each cube has a proof of its own, with hints, which rests on no other. So the parts can be made and checked on any
// computers, in any order, by several checkers side by side:
//
//	part 0         the formula, and the clause that excludes each cube: the cubes cover everything that matters
//	part 1, 2, …   the formula, and the literals of cube 1, 2, … as unit clauses
//
// If every part is refuted so is the formula: a model would make a cube true, or all of the clauses that exclude cubes.
//
// Each part is solved by a learner of its own, which is simplified for it and knows nothing of the others: what they have learned would
// have to be proved again in each.

// Part returns the formula that part number of a proof by parts refutes, see [ProveParts].
func Part(f *cnf.Formula, cubes [][]cnf.Lit, number int) *cnf.Formula {
	if number == 0 {
		return Uncovered(f, cubes)
	}
	return assuming(f, cubes[number-1])
}

// PartFile is where the proof of a part goes.
type PartFile interface {
	io.Writer
	Commit() error // the proof is complete
	Discard()      // it will not be; no more after Commit
}

// Parts is where the parts of a proof lie. Several goroutines call its methods.
type Parts interface {
	// Has reports whether a part is there already, so that it need not be solved, and how many of its lemmas were checked just now: with
	// Verify, one that is not checked is solved again. The error ends the search.
	Has(ctx context.Context, number int) (there bool, checked int64, err error)
	Create(number int) (PartFile, error)
	// Solved tells that a part has been refuted.
	Solved(number int, conflicts int64, long time.Duration)
}

// proving is a call of ProveParts.
type proving struct {
	formula *cnf.Formula
	cubes   [][]cnf.Lit
	opt     Options
	parts   Parts
	all     int

	mu      sync.Mutex
	numbers []int // that nobody has taken yet
	done    int
	result  Result
	err     error
}

// ProveParts decides the parts of a formula with the given numbers, 0 to len(cubes), or all if there are none, on opt.Threads cores, and
// writes the proof of each that is unsatisfiable, in opt.Proof.Format, which is to be one with hints. It is Unsatisfiable if all of these
// are, and Satisfiable as soon as one is. Of the other options, only MaxMemory, Verify, Progress and Log count. Result.Lemmas and
// ProofBytes are those of the Result.Parts that were written now, and Cubes are those that were decided now. Errors are those of
// [Solve] and of parts.
func ProveParts(ctx context.Context, f *cnf.Formula, cubes [][]cnf.Lit, numbers []int, opt Options, parts Parts) (Result, error) {
	opt.Engine = CDCL
	opt.Cubes, opt.Conquer = nil, Conquer{}
	if err := opt.Check(); err != nil {
		return Result{}, err
	}
	for _, c := range cubes {
		if err := checkLiterals(f, "Cubes", c); err != nil {
			return Result{}, err
		}
	}
	if !opt.Proof.Format.Hints() {
		return Result{}, optionError("Proof.Format", opt.Proof.Format, errNoHints)
	}
	opt = opt.withDefaults()
	if opt.MaxMemory > 0 {
		var stop func()
		ctx, stop = LimitMemory(ctx, opt.MaxMemory)
		defer stop()
		opt.MaxMemory = 0
	}
	p := &proving{formula: f, cubes: cubes, opt: opt, parts: parts, numbers: slices.Clone(numbers)}
	if len(numbers) == 0 {
		for n := range len(cubes) + 1 {
			p.numbers = append(p.numbers, n)
		}
	}
	p.all = len(p.numbers)
	p.run(ctx)
	if p.err != nil {
		return Result{}, p.err
	}
	p.result.Engine = Cube
	switch {
	case p.result.Verdict == cnf.Satisfiable:
		p.result.Reason = nil
	case p.done == p.all:
		p.result.Verdict = cnf.Unsatisfiable
	default:
		p.result.Reason = context.Cause(ctx)
	}
	return p.result, nil
}

var errNoHints = errors.New("want one with hints: lrat or lrat-binary")

// run solves the parts with all threads.
func (p *proving) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	for range min(p.opt.Threads, p.all) {
		all.Go(func() {
			for ctx.Err() == nil {
				n, some := p.next()
				if !some {
					return
				}
				if !p.add(ctx, n) {
					cancel()
					return
				}
			}
		})
	}
	all.Wait()
}

func (p *proving) next() (number int, some bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.numbers) == 0 {
		return 0, false
	}
	number, p.numbers = p.numbers[0], p.numbers[1:]
	return number, true
}

// add solves a part and adds its result to that of all. It reports whether others are to be solved.
func (p *proving) add(ctx context.Context, number int) bool {
	began := time.Now()
	r, had, err := p.solve(ctx, number)
	long := time.Since(began)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.err = err
		return false
	}
	if !had && r.Verdict != cnf.Unknown && number > 0 {
		p.result.Cubes.Cubes++
	}
	p.result.Cubes.Conflicts += r.Conflicts
	if !had && r.Verdict == cnf.Unsatisfiable {
		p.result.Parts++
		p.result.Lemmas += r.Lemmas
		p.result.ProofBytes += r.ProofBytes
	}
	if v := r.Verified; v != nil {
		if p.result.Verified == nil {
			p.result.Verified = new(Verified)
		}
		p.result.Verified.Lemmas += v.Lemmas
		p.result.Verified.Parts++
	}
	switch r.Verdict {
	case cnf.Satisfiable:
		p.result.Result = dpll.Result{Verdict: cnf.Satisfiable, Model: r.Model}
		return false
	case cnf.Unknown:
		return false
	}
	p.done++
	if !had {
		p.parts.Solved(number, r.Conflicts, long)
	}
	if p.opt.Progress != nil {
		p.opt.Progress(Progress{Parts: p.done, AllParts: p.all})
	}
	return true
}

// solve decides a part, unless its proof is there.
func (p *proving) solve(ctx context.Context, number int) (r Result, had bool, err error) {
	r.Verdict = cnf.Unsatisfiable
	there, checked, err := p.parts.Has(ctx, number)
	switch {
	case ctx.Err() != nil:
		return Result{}, false, nil
	case err != nil, there && !p.opt.Verify:
		return r, there, err
	case there && checked > 0:
		r.Verified = &Verified{Lemmas: checked}
		return r, true, nil
	}
	file, err := p.parts.Create(number)
	if err != nil {
		return Result{}, false, err
	}
	defer file.Discard()
	r, err = Solve(ctx, Part(p.formula, p.cubes, number), Options{
		Engine: CDCL, Threads: 1, LocalSearch: NoFlips, Verify: p.opt.Verify, Proof: Proof{W: file, Format: p.opt.Proof.Format},
	})
	return r, false, err
}
