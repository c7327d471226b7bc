package dpll

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"transat/solver/cnf"
	"transat/solver/engine"
)

// A proof with hints says of every lemma which clauses it follows from. Engines do not know why a literal is true, and to keep that would cost
// them more than all the rest. But it can be found out afterwards, and only a few of the literals matter:
//
//	conflict   a clause of which all literals are false, looked for among the clauses of the literals that became true last
//	literal    a clause with it whose other literals became false before it: some six clauses to look at in random 3-SAT
//	decision   if it is a second child: the lemma of the first; a first child is an assumption
//
// From the conflict back along the trail, that leads to the first-child decisions it rests on. They alone are in the lemma (and the last one in any case,
// so that the lemma makes the second child's decision hold), so lemmas are shorter than those of a proof without hints, and still one for each leaf. The proof
// is told the clauses in the order of the trail.

// explainer finds hints for the lemmas of a search. It has the clauses a second time, each with its number.
type explainer struct {
	w      cnf.HintWriter
	engine engine.Trailed
	short  [][]shortClause // by literal: clauses of up to three literals that have it
	long   [][]longClause  // longer ones
	empty  int64           // the number of an empty clause, or 0

	trail   []cnf.Lit // as far as it is known
	falseAt []int32   // by literal: the place on the trail where it became false; never, or always for the literal that fills up short clauses
	level   int       // the trail from here on has changed since it was looked at
	owner   []int32   // by place: the decision there, as its place in the path, or -1
	wanted  []uint64  // a bit for each place: a reason is wanted
	lemma   []cnf.Lit
	hints   []int64
	proved  []proved // by place in the path: the lemma of the first child, if it is the second child's turn
}

// shortClause is a clause as it stands with one of its literals: the other two, and its number.
type shortClause struct {
	a, b   cnf.Lit
	number uint32
}

// longClause is a clause of four or more literals.
type longClause struct {
	lits   []cnf.Lit
	number int64
}

// proved is a lemma.
type proved struct {
	number int64
	lits   []cnf.Lit
}

const (
	never       = math.MaxInt32
	always      = -1
	alwaysFalse = cnf.Lit(1) // of no variable
)

// newExplainer returns an explainer for the clauses of f and those that the engine has derived from them.
func newExplainer(w cnf.HintWriter, e engine.Trailed, f *cnf.Formula, derived [][]cnf.Lit) (*explainer, error) {
	lits := 2*f.Vars() + 2
	x := &explainer{
		w: w, engine: e, short: make([][]shortClause, lits), long: make([][]longClause, lits),
		falseAt: make([]int32, lits), owner: make([]int32, f.Vars()+1), wanted: make([]uint64, f.Vars()/64+1),
	}
	for l := range x.falseAt {
		x.falseAt[l] = never
	}
	x.falseAt[alwaysFalse] = always
	var clause []cnf.Lit
	for i := range f.Len() {
		given := f.Clause(i)
		clause = append(clause[:0], given...)
		slices.Sort(clause)
		clause = slices.Compact(clause)
		number := int64(i + 1)
		if len(clause) < len(given) { // checkers may not see that a clause with a literal twice is a unit clause
			var err error
			if number, err = w.Infer(clause, []int64{number}); err != nil {
				return nil, &cnf.ProofError{Err: err}
			}
		}
		x.enter(clause, number)
	}
	for _, clause := range derived {
		hints := x.resolution(clause)
		if hints == nil {
			return nil, &cnf.ProofError{Err: fmt.Errorf("no two clauses of the formula have the resolvent %v", clause)}
		}
		number, err := w.Infer(clause, hints)
		if err != nil {
			return nil, &cnf.ProofError{Err: err}
		}
		x.enter(clause, number)
	}
	return x, nil
}

// enter lists a clause.
func (x *explainer) enter(clause []cnf.Lit, number int64) {
	switch n := len(clause); {
	case n == 0:
		x.empty = number
	case n <= 3:
		for i, l := range clause {
			others := [2]cnf.Lit{alwaysFalse, alwaysFalse}
			for j := 1; j < n; j++ {
				others[j-1] = clause[(i+j)%n]
			}
			x.short[l] = append(x.short[l], shortClause{others[0], others[1], uint32(number)})
		}
	default:
		c := longClause{slices.Clone(clause), number}
		for _, l := range clause {
			x.long[l] = append(x.long[l], c)
		}
	}
}

// resolution returns the hints for a clause that is the resolvent of two short ones: those that have one literal besides its own. It returns nil if there are none.
func (x *explainer) resolution(clause []cnf.Lit) []int64 {
	by := map[cnf.Lit]int64{}
	in := func(l cnf.Lit) bool { return l == alwaysFalse || slices.Contains(clause, l) }
	for _, l := range clause {
		for _, c := range x.short[l] {
			other := c.a
			if in(c.a) {
				other = c.b
			}
			switch {
			case in(c.a) && in(c.b):
				return []int64{int64(c.number)}
			case !in(c.a) && !in(c.b):
			case by[other.Not()] != 0:
				return []int64{by[other.Not()], int64(c.number)}
			default:
				by[other] = int64(c.number)
			}
		}
	}
	return nil
}

// changed notes that the trail has changed from a place on.
func (x *explainer) changed(level int) { x.level = min(x.level, level) }

// refuted proves the lemma of the node at the end of path[:first], where the engine is in conflict at the end of path: those that follow first are second children.
func (x *explainer) refuted(path []decision, first int) error {
	x.update(path)
	x.analyse(path, first)
	number, err := x.w.Infer(x.lemma, x.hints)
	if err != nil {
		return &cnf.ProofError{Err: err}
	}
	if first == 0 {
		return nil
	}
	x.hints = x.hints[:0]
	for i := len(path) - 1; i >= first; i-- {
		x.hints = append(x.hints, x.proved[i].number)
	}
	if len(x.hints) > 0 {
		if err := x.w.Forget(x.hints...); err != nil {
			return &cnf.ProofError{Err: err}
		}
	}
	p := &x.proved[first-1]
	p.number, p.lits = number, append(p.lits[:0], x.lemma...)
	return nil
}

// update brings the trail up to date.
func (x *explainer) update(path []decision) {
	level := min(x.level, len(x.trail))
	for _, l := range x.trail[level:] {
		x.falseAt[l.Not()] = never
	}
	x.trail = x.engine.Trail(x.trail[:level], level)
	for i, l := range x.trail[level:] {
		x.falseAt[l.Not()] = int32(level + i)
		x.owner[level+i] = -1
	}
	for i := len(path) - 1; i >= 0 && int(path[i].level) >= level; i-- {
		x.owner[path[i].level] = int32(i)
	}
	for len(x.proved) < len(path) {
		x.proved = append(x.proved, proved{})
	}
	x.level = len(x.trail)
}

// analyse finds lemma and hints, backward.
func (x *explainer) analyse(path []decision, first int) {
	x.lemma, x.hints = x.lemma[:0], x.hints[:0]
	if first > 0 {
		x.want(path[first-1].lit.Not())
	}
	top := x.conflict()
	for w := top; w >= 0; w-- {
		for x.wanted[w] != 0 {
			at := w<<6 + bits.Len64(x.wanted[w]) - 1
			x.wanted[w] &^= 1 << (at & 63)
			i := x.owner[at]
			switch {
			case i < 0:
				x.explains(x.trail[at], int32(at))
			case path[i].child != secondChild:
				x.lemma = append(x.lemma, x.trail[at].Not())
			default:
				x.hints = append(x.hints, x.proved[i].number)
				for _, l := range x.proved[i].lits {
					if l != x.trail[at] {
						x.want(l)
					}
				}
			}
		}
	}
	slices.Reverse(x.lemma)
	slices.Reverse(x.hints)
}

// want notes that a false literal needs a reason.
func (x *explainer) want(l cnf.Lit) {
	if at := x.falseAt[l]; at >= 0 {
		x.wanted[at>>6] |= 1 << (at & 63)
	}
}

// conflict finds a clause that is false. It returns the last word of wanted in which there may be a bit.
func (x *explainer) conflict() (top int) {
	if x.empty != 0 {
		x.hints = append(x.hints, x.empty)
		return (len(x.trail) - 1) >> 6
	}
	for i := len(x.trail) - 1; i >= 0; i-- {
		if l := x.trail[i].Not(); x.explains(l, never) {
			x.want(l)
			return (len(x.trail) - 1) >> 6
		}
	}
	for l := cnf.Pos(1); int(l) < len(x.short); l += 2 { // two unit clauses that the engine has not even begun with
		if x.explains(l, 0) && x.explains(l.Not(), 0) {
			break
		}
		x.hints = x.hints[:0]
	}
	return -1
}

// explains finds a clause with the literal whose other literals became false before a place of the trail.
func (x *explainer) explains(l cnf.Lit, before int32) bool {
	falseAt := x.falseAt
	for i := range x.short[l] {
		c := &x.short[l][i]
		if falseAt[c.a] < before && falseAt[c.b] < before {
			x.hints = append(x.hints, int64(c.number))
			x.want(c.a)
			x.want(c.b)
			return true
		}
	}
longs:
	for i := range x.long[l] {
		c := &x.long[l][i]
		for _, m := range c.lits {
			if m != l && falseAt[m] >= before {
				continue longs
			}
		}
		x.hints = append(x.hints, c.number)
		for _, m := range c.lits {
			if m != l {
				x.want(m)
			}
		}
		return true
	}
	return false
}
