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
	for i, b := range lits {
		for _, a := range lits[:i] {
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

// oneOf adds that each of some things has one of k values, and returns the literal of thing i with value j.
func oneOf(f *cnf.Formula, things, k int) func(i, j int) cnf.Lit {
	at := func(i, j int) cnf.Lit { return cnf.Pos(cnf.Var(1 + i*k + j)) }
	for i := range things {
		some := make([]cnf.Lit, k)
		for j := range some {
			some[j] = at(i, j)
		}
		f.Add(some...)
	}
	return at
}

// Pigeons says that each of the pigeons is in one of the holes, and no two are in the same.
func Pigeons(pigeons, holes int, atMostOne Encoding) *cnf.Formula {
	f := cnf.NewFormula(pigeons * holes)
	at := oneOf(f, pigeons, holes)
	for h := range holes {
		var all []cnf.Lit
		for p := range pigeons {
			all = append(all, at(p, h))
		}
		atMostOne(f, all)
	}
	return f
}

// Colours says that the nodes of a graph, which have numbers from 0, have k colours: the ends of an edge have different ones.
func Colours(edges [][2]int, k int) *cnf.Formula {
	nodes := 0
	for _, e := range edges {
		nodes = max(nodes, e[0]+1, e[1]+1)
	}
	f := cnf.NewFormula(nodes * k)
	has := oneOf(f, nodes, k)
	for _, e := range edges {
		for c := range k {
			f.Add(has(e[0], c).Not(), has(e[1], c).Not())
		}
	}
	return f
}

// Mycielski says that a graph without triangles that needs k+1 colours has k of them. The graph begins with an edge; then, time after
// time, each node gets a copy with the same neighbours, and a new node is joined to all copies.
func Mycielski(k int) *cnf.Formula {
	edges, n := [][2]int{{0, 1}}, 2
	for range k - 1 {
		var more [][2]int
		for _, e := range edges {
			more = append(more, [2]int{e[0] + n, e[1]}, [2]int{e[0], e[1] + n})
		}
		for v := range n {
			more = append(more, [2]int{v + n, 2 * n})
		}
		edges, n = append(edges, more...), 2*n+1
	}
	return Colours(edges, k)
}

// Colouring says that the nodes of a random graph have one colour each, and the ends of an edge different ones. A planted colouring
// exists, since no edge joins nodes of one colour.
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

// Sudoku is a sudoku with boxes of n by n cells, where the given number of cells is open.
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

// Waerden says that the numbers 1 to n have two colours, without an arithmetic progression of length a in the first colour or of length
// b in the second.
func Waerden(a, b, n int) *cnf.Formula {
	f := cnf.NewFormula(n)
	for first := 1; first <= n; first++ {
		for step := 1; first+step*(min(a, b)-1) <= n; step++ {
			for sign, length := range []int{a, b} {
				if first+step*(length-1) > n {
					continue
				}
				some := make([]cnf.Lit, length)
				for i := range some {
					some[i] = cnf.Signed(cnf.Var(first+i*step), sign == 1)
				}
				f.Add(some...)
			}
		}
	}
	return f
}

// AddParity adds that an odd number of the variables is true, or an even one: a clause for each assignment that is excluded.
func AddParity(f *cnf.Formula, odd bool, vars ...cnf.Var) {
	for signs := range 1 << len(vars) {
		if (bits.OnesCount(uint(signs))%2 == 0) != odd {
			continue
		}
		clause := make([]cnf.Lit, len(vars))
		for i, v := range vars {
			clause[i] = cnf.Signed(v, signs>>i&1 == 1)
		}
		f.Add(clause...)
	}
}

// Parity says that in a random graph with degree edges at each of n nodes some edges can be chosen so that an odd number of them is at
// the first node, and an even one at each other: that is impossible (G. Tseitin 1968).
func Parity(seed uint64, n, degree int) *cnf.Formula {
	rng := rand.New(rand.NewPCG(seed, 0))
	edges := make([][]cnf.Var, n)
	for i, end := range rng.Perm(n * degree) {
		edges[end/degree] = append(edges[end/degree], cnf.Var(i/2+1))
	}
	f := cnf.NewFormula(n * degree / 2)
	for node, at := range edges {
		AddParity(f, node == 0, at...)
	}
	return f
}

// Schedule says that machines do a number of tasks before a deadline. A task takes one unit of time, and some tasks wait for others.
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
