package families

import (
	"math/bits"
	"math/rand/v2"

	"transat/solver/cnf"
)

// Encoding is a way to say that at most one of some literals is true.
type Encoding func(f *cnf.Formula, lits []cnf.Lit)

// Pairwise excludes every pair.
func Pairwise(f *cnf.Formula, lits []cnf.Lit) {
	for i, a := range lits {
		for _, b := range lits[:i] {
			f.Add(a.Not(), b.Not())
		}
	}
}

// Sequential goes through the literals and remembers whether one was true (C. Sinz 2005).
func Sequential(f *cnf.Formula, lits []cnf.Lit) {
	var before cnf.Lit
	for i, l := range lits {
		if !before.IsNone() {
			f.Add(before.Not(), l.Not())
		}
		if i == len(lits)-1 {
			return
		}
		now := cnf.Pos(cnf.Var(f.Vars() + 1))
		f.Add(l.Not(), now)
		if !before.IsNone() {
			f.Add(before.Not(), now)
		}
		before = now
	}
}

// Binary numbers the literals, and lets each set the bits of its number.
func Binary(f *cnf.Formula, lits []cnf.Lit) {
	base := f.Vars()
	for bit := range bits.Len(uint(len(lits) - 1)) {
		v := cnf.Var(base + 1 + bit)
		for i, l := range lits {
			if i>>bit&1 == 1 {
				f.Add(l.Not(), cnf.Pos(v))
			} else {
				f.Add(l.Not(), cnf.Neg(v))
			}
		}
	}
}

// Pigeons says that so many pigeons sit in holes, at most one in each.
func Pigeons(pigeons, holes int, atMostOne Encoding) *cnf.Formula {
	f := cnf.NewFormula(pigeons * holes)
	at := func(p, h int) cnf.Lit { return cnf.Pos(cnf.Var(1 + p*holes + h)) }
	for p := range pigeons {
		var some []cnf.Lit
		for h := range holes {
			some = append(some, at(p, h))
		}
		f.Add(some...)
	}
	for h := range holes {
		var all []cnf.Lit
		for p := range pigeons {
			all = append(all, at(p, h))
		}
		atMostOne(f, all)
	}
	return f
}

// Colouring says that a random graph has a colouring. A planted one has, since it has no edge between nodes of one colour.
func Colouring(seed uint64, nodes, edges, colours int, planted bool) *cnf.Formula {
	rng := rand.New(rand.NewPCG(seed, uint64(nodes)))
	f := cnf.NewFormula(nodes * colours)
	has := func(node, colour int) cnf.Lit { return cnf.Pos(cnf.Var(1 + node*colours + colour)) }
	for n := range nodes {
		var some []cnf.Lit
		for c := range colours {
			some = append(some, has(n, c))
		}
		f.Add(some...)
		Pairwise(f, some)
	}
	for made := 0; made < edges; {
		a, b := rng.IntN(nodes), rng.IntN(nodes)
		if a == b || planted && a%colours == b%colours {
			continue
		}
		made++
		for c := range colours {
			f.Add(has(a, c).Not(), has(b, c).Not())
		}
	}
	return f
}

// Sudoku is a sudoku with boxes of n by n cells, of which so many are open.
func Sudoku(seed uint64, n, open int) *cnf.Formula {
	side := n * n
	f := cnf.NewFormula(side * side * side)
	is := func(row, column, value int) cnf.Lit { return cnf.Pos(cnf.Var(1 + (row*side+column)*side + value)) }
	exactly := func(lit func(i int) cnf.Lit) {
		some := make([]cnf.Lit, side)
		for i := range some {
			some[i] = lit(i)
		}
		f.Add(some...)
		Pairwise(f, some)
	}
	for a := range side {
		for b := range side {
			exactly(func(i int) cnf.Lit { return is(a, b, i) })
			exactly(func(i int) cnf.Lit { return is(a, i, b) })
			exactly(func(i int) cnf.Lit { return is(i, a, b) })
			exactly(func(i int) cnf.Lit { return is(a/n*n+i/n, a%n*n+i%n, b) })
		}
	}
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	values := rng.Perm(side)
	for _, cell := range rng.Perm(side * side)[open:] {
		row, column := cell/side, cell%side
		f.Add(is(row, column, values[(row%n*n+row/n+column)%side]))
	}
	return f
}

// Waerden says that 1 to n can be coloured so that none of the first colour are in an arithmetic progression of length a, and none of the second in one of length b.
func Waerden(a, b, n int) *cnf.Formula {
	f := cnf.NewFormula(n)
	for sign, length := range []int{a, b} {
		for step := 1; step*(length-1) < n; step++ {
			for first := 1; first+step*(length-1) <= n; first++ {
				var some []cnf.Lit
				for i := range length {
					some = append(some, cnf.Signed(cnf.Var(first+i*step), sign == 1))
				}
				f.Add(some...)
			}
		}
	}
	return f
}

// Schedule says that so many tasks, some of which wait for others, are done on machines, each in one unit of time, before a deadline.
func Schedule(seed uint64, tasks, machines, deadline int) *cnf.Formula {
	rng := rand.New(rand.NewPCG(seed, uint64(tasks)))
	f := cnf.NewFormula(tasks * deadline)
	at := func(task, time int) cnf.Lit { return cnf.Pos(cnf.Var(1 + task*deadline + time)) }
	machine := make([]int, tasks)
	for i := range tasks {
		machine[i] = rng.IntN(machines)
		var some []cnf.Lit
		for t := range deadline {
			some = append(some, at(i, t))
		}
		f.Add(some...)
		Sequential(f, some)
		for range 2 {
			if i == 0 {
				break
			}
			before := rng.IntN(i)
			if rng.IntN(3) > 0 {
				continue
			}
			for t := range deadline {
				for u := range t + 1 {
					f.Add(at(before, t).Not(), at(i, u).Not())
				}
			}
		}
	}
	for t := range deadline {
		for m := range machines {
			var all []cnf.Lit
			for i := range tasks {
				if machine[i] == m {
					all = append(all, at(i, t))
				}
			}
			if len(all) > 1 {
				Pairwise(f, all)
			}
		}
	}
	return f
}
