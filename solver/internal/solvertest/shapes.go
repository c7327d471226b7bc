package solvertest

import (
	"math/rand/v2"

	"transat/solver/cnf"
)

// Shape draws small formulas of one kind, as clauses of DIMACS integers.
type Shape struct {
	Name string
	Draw func(rng *rand.Rand, vars int) [][]int
}

// Shapes are formulas of all kinds, with about vars variables. Any may have a model or none, but where the name says so.
func Shapes() []Shape {
	return []Shape{
		{"nothing", func(rng *rand.Rand, _ int) [][]int { return make([][]int, rng.IntN(2)) }},
		{"threshold", threshold},
		{"mixed lengths", mixedLengths},
		{"units", func(rng *rand.Rand, vars int) [][]int { return lengths(rng, vars, 1, 2, 2*vars) }},
		{"horn", horn},
		{"nearly pure", nearlyPure},
		{"long", func(rng *rand.Rand, vars int) [][]int {
			return lengths(rng, vars, (vars+1)/2, vars, rng.IntN(1+8*vars))
		}},
		{"xor", xors},
		{"at most one", atMostOne},
		{"pigeons", pigeons},
		{"planted", planted},
		{"implications", implications},
		{"gates", gates},
		{"miter", miter},
		{"hitting", hitting},
		{"colouring", colouring},
		{"blocked", blocked},
	}
}

// Small draws a formula of any shape with at most 14 variables that occur. It may be two formulas side by side; variables are renamed,
// also to numbers with large gaps; clauses and literals are repeated, clauses that are always true, implied or empty are thrown in, and
// all of it is shuffled.
func Small(rng *rand.Rand) (f *cnf.Formula, shape string) {
	shapes := Shapes()
	one := shapes[rng.IntN(len(shapes))]
	vars := rng.IntN(11)
	if rng.IntN(4) == 0 {
		vars = rng.IntN(15)
	}
	clauses, name := one.Draw(rng, vars), one.Name
	used := highest(clauses)
	if rng.IntN(8) == 0 && used < 10 {
		other := shapes[rng.IntN(len(shapes))]
		if more := other.Draw(rng, rng.IntN(15-used)); used+highest(more) <= 14 {
			for _, c := range more {
				clauses = append(clauses, shifted(c, used))
			}
			name += " + " + other.Name
		}
	}
	if used = highest(clauses); used > 14 {
		panic("the shape " + name + " has too many variables")
	}
	clauses = disturbed(rng, clauses, used)
	number, declared := numbers(rng, used)
	f = cnf.NewFormula(declared)
	for _, c := range clauses {
		lits := make([]cnf.Lit, len(c))
		for i, n := range c {
			lits[i] = cnf.Pos(number[max(n, -n)])
			if n < 0 {
				lits[i] = lits[i].Not()
			}
		}
		f.Add(lits...)
	}
	return f, name
}

// numbers returns the number of each variable from 1 to used in the formula, and how many variables the formula declares.
func numbers(rng *rand.Rand, used int) (number []cnf.Var, declared int) {
	gap := 1
	switch rng.IntN(10) {
	case 0:
		gap = 2
	case 1:
		gap = 1 + rng.IntN(200)
	}
	number = make([]cnf.Var, used+1)
	last := 0
	for _, i := range rng.Perm(used) {
		last += 1 + rng.IntN(gap)
		number[i+1] = cnf.Var(last)
	}
	if rng.IntN(5) == 0 {
		last += rng.IntN(3 * gap)
	}
	return number, last
}

// disturbed makes clauses look less tidy. Now and then it adds one that changes their meaning.
func disturbed(rng *rand.Rand, clauses [][]int, vars int) [][]int {
	add := func(c ...int) { clauses = append(clauses, c) }
	if len(clauses) > 0 && vars > 0 {
		for range rng.IntN(4) * rng.IntN(2) {
			c := clauses[rng.IntN(len(clauses))]
			switch rng.IntN(5) {
			case 0:
				add(c...)
			case 1: // implied
				add(append(c[:len(c):len(c)], literal(rng, vars))...)
			case 2: // always true
				l := literal(rng, vars)
				add(append(c[:len(c):len(c)], l, -l)...)
			case 3:
				if len(c) > 0 {
					add(append(c[:len(c):len(c)], c[rng.IntN(len(c))])...)
				}
			case 4:
				if len(c) > 1 && rng.IntN(3) == 0 {
					add(c[1:]...)
				}
			}
		}
		if rng.IntN(6) == 0 {
			add(literal(rng, vars))
		}
	}
	if rng.IntN(200) == 0 {
		add()
	}
	shuffled := make([][]int, 0, len(clauses))
	flip := rng.Uint64()
	if rng.IntN(2) == 0 {
		flip = 0
	}
	for _, i := range rng.Perm(len(clauses)) {
		c := make([]int, len(clauses[i]))
		for from, to := range rng.Perm(len(c)) {
			l := clauses[i][from]
			if flip>>max(l, -l)&1 == 1 {
				l = -l
			}
			c[to] = l
		}
		shuffled = append(shuffled, c)
	}
	return shuffled
}

func highest(clauses [][]int) int {
	vars := 0
	for _, c := range clauses {
		for _, l := range c {
			vars = max(vars, l, -l)
		}
	}
	return vars
}

// shifted adds a number to the variables of a clause.
func shifted(c []int, by int) []int {
	d := make([]int, len(c))
	for i, l := range c {
		if d[i] = l + by; l < 0 {
			d[i] = l - by
		}
	}
	return d
}

// literal draws one of the variables 1 to vars, and a sign.
func literal(rng *rand.Rand, vars int) int {
	l := 1 + rng.IntN(vars)
	if rng.IntN(2) == 0 {
		return -l
	}
	return l
}
