// Package localsearch looks for models by flipping variables one by one: see [Run]. It finds those of large random
// formulas in seconds, but cannot show that a formula has none.
package localsearch

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"transat/solver/cnf"
)

// Options configure a local search.
type Options struct {
	Flips     int64  // it gives up after this number of flips
	Seed      uint64 // of all that is drawn at random
	MaxMemory int64  // as in Options
	// Progress, if not nil, is called every ProgressFlips flips, with the number of flips and the fewest falsified clauses
	// so far.
	Progress func(flips int64, least int)
}

// ProgressFlips is the number of flips between two calls of Options.Progress: a few hundredths of a second.
const ProgressFlips = 1 << 18

// Result is the outcome of a local search.
type Result struct {
	Model cnf.Model // checked; nil if none was found
	Flips int64     // variables flipped
	Least int       // the fewest falsified clauses so far
}

// Run looks for a model of f by local search. It begins with a random assignment. While a clause is falsified, it draws
// one of these at random and flips one of its variables: with high probability one that breaks few other clauses
// (probSAT: Balint, Schöning: Choosing Probability Distributions for Stochastic Local Search and the Role of Make
// versus Break, 2012). So it cannot show that a formula is unsatisfiable. But it finds models of large random formulas
// in seconds for which a tree search takes years.
//
// The same formula, seed and number of flips give the same result on every computer. A flip takes time linear in
// the clauses of its variable, about 0.1 µs for random 3-SAT; memory is linear in the number of literals. The error is the
// context's, a *MemoryError, a *LiteralError, or ErrTooLarge.
func Run(ctx context.Context, f *cnf.Formula, opt Options) (Result, error) {
	if need := memory(f); opt.MaxMemory > 0 && need > opt.MaxMemory {
		return Result{}, &cnf.MemoryError{Need: need, Limit: opt.MaxMemory}
	}
	p, err := cnf.Normalise(ctx, f)
	if err != nil {
		return Result{}, err
	}
	if p.Refuted {
		return Result{Least: 1}, nil
	}
	w := newWalk(p, rand.NewPCG(opt.Seed, stream))
	result := Result{Least: len(w.falsified)}
	for ; len(w.falsified) > 0 && result.Flips < opt.Flips; result.Flips++ {
		if result.Flips%flipsBetweenChecks == 0 {
			if ctx.Err() != nil {
				return result, ctx.Err()
			}
			if opt.Progress != nil && result.Flips%ProgressFlips == 0 {
				opt.Progress(result.Flips, result.Least)
			}
		}
		w.flip(w.pick())
		result.Least = min(result.Least, len(w.falsified))
	}
	if len(w.falsified) == 0 {
		result.Model = f.Checked(w.model)
	}
	return result, nil
}

const (
	stream             = 0x77616c6b // the stream of random numbers of local search, for any seed
	flipsBetweenChecks = 1 << 12    // of the context
)

// walk is a local search under way.
type walk struct {
	random *rand.PCG
	clause []clauseState
	lits   []cnf.Lit // of all clauses
	lists  []uint32  // the clauses of all literals
	list   []uint32  // by literal: where its list begins in lists, and the one before it ends

	isTrue    []bool   // by literal
	breaks    []uint32 // by variable: clauses that only it satisfies
	falsified []uint32 // clauses, in any order
	weights   [64]uint32
}

// clauseState is a clause of a local search.
type clauseState struct {
	begin, end uint32 // of its literals
	satisfied  uint32 // number of true literals
	those      uint32 // exclusive or of the codes of its true literals: the literal itself if there is one
	place      uint32 // in falsified, if falsified
}

const clauseStateBytes = 5 * 4

// memory returns the bytes that normalising f, and then the search, take.
func memory(f *cnf.Formula) int64 {
	literals, clauses, lits := int64(f.Literals()), int64(f.Len()), int64(2*f.Vars()+3)
	return 3*4*literals + (clauseStateBytes+4+4)*clauses + (4+4+1+4+4+1+2)*lits
}

func newWalk(p *cnf.Problem, random *rand.PCG) *walk {
	w := &walk{
		random:  random,
		list:    make([]uint32, len(p.Occ)+1),
		isTrue:  make([]bool, len(p.Occ)),
		breaks:  make([]uint32, p.Vars+1),
		weights: breakWeights(p.Longest),
	}
	for _, l := range p.Units {
		w.add(l)
	}
	for i := range p.Clauses.Len() {
		w.add(p.Clauses.Clause(i)...)
	}
	w.makeLists()
	for v := cnf.Var(1); int(v) <= p.Vars; v++ {
		l := cnf.Pos(v)
		if random.Uint64()&1 == 0 {
			l = l.Not()
		}
		w.isTrue[l.Code()] = true
	}
	for c := range w.clause {
		w.begin(uint32(c))
	}
	return w
}

// add adds a clause.
func (w *walk) add(clause ...cnf.Lit) {
	begin := uint32(len(w.lits))
	w.lits = append(w.lits, clause...)
	w.clause = append(w.clause, clauseState{begin: begin, end: uint32(len(w.lits))})
	for _, l := range clause {
		w.list[l.Code()+1]++
	}
}

// makeLists makes the lists of all literals; list has their lengths.
func (w *walk) makeLists() {
	for l := 1; l < len(w.list); l++ {
		w.list[l] += w.list[l-1]
	}
	w.lists = make([]uint32, len(w.lits))
	filled := make([]uint32, len(w.list)) // of the lists
	for c := range w.clause {
		for _, l := range w.literals(uint32(c)) {
			w.lists[w.list[l.Code()]+filled[l.Code()]] = uint32(c)
			filled[l.Code()]++
		}
	}
}

// literals returns the literals of a clause.
func (w *walk) literals(c uint32) []cnf.Lit { return w.lits[w.clause[c].begin:w.clause[c].end] }

// begin counts the true literals of a clause.
func (w *walk) begin(c uint32) {
	at := &w.clause[c]
	for _, l := range w.literals(c) {
		if w.isTrue[l.Code()] {
			at.satisfied++
			at.those ^= l.Code()
		}
	}
	switch at.satisfied {
	case 0:
		w.falsify(c)
	case 1:
		w.breaks[at.those>>1]++
	}
}

// falsify adds a clause to the falsified ones.
func (w *walk) falsify(c uint32) {
	w.clause[c].place = uint32(len(w.falsified))
	w.falsified = append(w.falsified, c)
}

// satisfy removes it from them.
func (w *walk) satisfy(c uint32) {
	last := w.falsified[len(w.falsified)-1]
	place := w.clause[c].place
	w.falsified[place] = last
	w.clause[last].place = place
	w.falsified = w.falsified[:len(w.falsified)-1]
}

// pick draws a falsified clause, and one of its literals by the weights.
func (w *walk) pick() cnf.Lit {
	random := w.random.Uint64()
	lits := w.literals(w.falsified[(random>>32)*uint64(len(w.falsified))>>32])
	total := uint64(0)
	for _, l := range lits {
		total += w.weight(l)
	}
	drawn, _ := bits.Mul64(random<<32, total)
	for _, l := range lits[1:] {
		weight := w.weight(l)
		if drawn < weight {
			return l
		}
		drawn -= weight
	}
	return lits[0]
}

// weight returns the weight of a false literal.
func (w *walk) weight(l cnf.Lit) uint64 {
	return uint64(w.weights[min(w.breaks[l.Var()], uint32(len(w.weights)-1))])
}

// breakWeights returns the weights of variables by the number of clauses that a flip breaks. For clauses of up to three
// literals a weight is (0.9 + breaks)⁻²; for longer ones it falls by a constant factor for each. The factors are those
// that Balint and Schöning found to suit random formulas, or lie between them.
func breakWeights(longest int) (weights [64]uint32) {
	const most = 1 << 30
	percent := uint64(100)
	switch {
	case longest == 4:
		percent = 300
	case longest == 5:
		percent = 370
	case longest == 6:
		percent = 450
	case longest > 6:
		percent = 540
	}
	weight := uint64(most)
	for b := range weights {
		if longest <= 3 {
			tenths := uint64(9 + 10*b)
			weight = most * 81 / (tenths * tenths)
		}
		weights[b] = uint32(max(weight, 1))
		weight = weight * 100 / percent
	}
	return weights
}

// flip makes a false literal true.
func (w *walk) flip(l cnf.Lit) {
	v, not := l.Var(), l.Not()
	w.isTrue[l.Code()], w.isTrue[not.Code()] = true, false
	for _, c := range w.lists[w.list[l.Code()]:w.list[l.Code()+1]] {
		at := &w.clause[c]
		switch at.satisfied {
		case 0:
			w.satisfy(c)
			w.breaks[v]++
		case 1:
			w.breaks[at.those>>1]--
		}
		at.satisfied++
		at.those ^= l.Code()
	}
	for _, c := range w.lists[w.list[not.Code()]:w.list[not.Code()+1]] {
		at := &w.clause[c]
		at.satisfied--
		at.those ^= not.Code()
		switch at.satisfied {
		case 0:
			w.falsify(c)
			w.breaks[v]--
		case 1:
			w.breaks[at.those>>1]++
		}
	}
}

// model copies the true variables to m.
func (w *walk) model(m cnf.Model) {
	for v := range w.breaks {
		if v > 0 {
			m[v] = w.isTrue[cnf.Pos(cnf.Var(v)).Code()]
		}
	}
}
