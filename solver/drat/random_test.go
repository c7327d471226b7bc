package drat_test

import (
	"math/rand/v2"
	"slices"

	"transat/solver/cnf"
	"transat/solver/drat"
)

// randomFormula returns a random formula of the fixed clause length model.
func randomFormula(seed uint64, vars, clauses, k int) *cnf.Formula {
	rng := rand.New(rand.NewPCG(seed, 0))
	f := cnf.NewFormula(vars)
	clause := make([]cnf.Lit, k)
	for range clauses {
		for i, v := range rng.Perm(vars)[:k] {
			clause[i] = cnf.Signed(cnf.Var(v+1), rng.IntN(2) == 1)
		}
		f.Add(clause...)
	}
	return f
}

// randomMixed returns a formula whose clauses have lengths up to longest, mostly long ones; literals may repeat and
// contradict each other.
func randomMixed(rng *rand.Rand, vars, longest int) *cnf.Formula {
	f := cnf.NewFormula(vars)
	for range vars + rng.IntN(4*vars) {
		n := 2 + rng.IntN(longest-1)
		if rng.IntN(12) == 0 {
			n = 1
		}
		if rng.IntN(1500) == 0 {
			n = 0
		}
		f.Add(randomClause(rng, vars, n)...)
	}
	return f
}

func randomClause(rng *rand.Rand, vars, n int) []cnf.Lit {
	clause := make([]cnf.Lit, n)
	for i := range clause {
		clause[i] = cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1)
	}
	return clause
}

// step is a step of a proof in the making.
type step struct {
	clause   []cnf.Lit
	deletion bool
}

func proofOf(steps []step) *drat.Proof {
	p := new(drat.Proof)
	for _, s := range steps {
		add := p.Add
		if s.deletion {
			add = p.Delete
		}
		if err := add(s.clause); err != nil {
			panic(err)
		}
	}
	return p
}

func stepsOf(p *drat.Proof) []step {
	var steps []step
	for i := range p.Len() {
		clause, deletion := p.Step(i)
		steps = append(steps, step{slices.Clone(clause), deletion})
	}
	return steps
}

// randomSteps makes a proof of random clauses that follow, over two variables more than the formula has, and random
// deletions. A few steps are wrong.
func randomSteps(rng *rand.Rand, f *cnf.Formula, wanted int) []step {
	r := &reference{}
	var known [][]cnf.Lit
	for i := range f.Len() {
		r.clauses = append(r.clauses, setOf(f.Clause(i)))
		known = append(known, f.Clause(i))
	}
	var steps []step
	for tries := 0; tries < 20*wanted && len(steps) < wanted && !r.refuted(); tries++ {
		if len(known) > 0 && rng.IntN(8) == 0 {
			clause := slices.Clone(known[rng.IntN(len(known))])
			rng.Shuffle(len(clause), func(i, j int) { clause[i], clause[j] = clause[j], clause[i] })
			r.delete(setOf(clause))
			steps = append(steps, step{clause, true})
			continue
		}
		clause := randomClause(rng, f.Vars()+2, 1+rng.IntN(5))
		if n := len(steps); n > 0 && rng.IntN(2) == 0 { // so that part of the trail can stay
			last := steps[n-1].clause
			copy(clause, last[:rng.IntN(len(last)+1)])
		}
		if r.follows(clause) || rng.IntN(200) == 0 {
			r.clauses = append(r.clauses, setOf(clause))
			known = append(known, clause)
			steps = append(steps, step{clause, false})
		}
	}
	return steps
}

// mutate changes a proof at random places.
func mutate(rng *rand.Rand, steps []step) []step {
	for range 1 + rng.IntN(3) {
		if len(steps) == 0 {
			return steps
		}
		i, j := rng.IntN(len(steps)), rng.IntN(len(steps))
		clause := slices.Clone(steps[i].clause)
		steps[i].clause = clause
		at := 0
		if len(clause) > 0 {
			at = rng.IntN(len(clause))
		}
		switch kind := rng.IntN(9); {
		case kind == 0:
			steps = slices.Delete(steps, i, i+1)
		case kind == 1:
			steps[i], steps[j] = steps[j], steps[i]
		case kind == 2:
			steps = slices.Insert(steps, j, steps[i])
		case kind == 3:
			steps[i].deletion = !steps[i].deletion
		case kind == 4:
			steps = steps[:i]
		case len(clause) == 0:
		case kind == 5:
			clause[at] = clause[at].Not()
		case kind == 6:
			steps[i].clause = slices.Delete(clause, at, at+1)
		case kind == 7:
			clause[0], clause[at] = clause[at], clause[0]
		case kind == 8:
			more := slices.Concat(clause, clause[at:at+1], steps[j].clause)
			steps[i].clause = slices.Insert(clause, at, more[rng.IntN(len(more))])
		}
	}
	return steps
}
