package solvertest

import (
	"math/rand/v2"
	"slices"
)

// lengths draws clauses of shortest to longest different variables.
func lengths(rng *rand.Rand, vars, shortest, longest, n int) (all [][]int) {
	shortest, longest = min(shortest, vars), min(longest, vars)
	for range n {
		var c []int
		for _, v := range rng.Perm(vars)[:shortest+rng.IntN(longest-shortest+1)] {
			c = append(c, (v+1)*(1-2*rng.IntN(2)))
		}
		all = append(all, c)
	}
	return all
}

// threshold draws clauses of one length, as many as often have no model.
func threshold(rng *rand.Rand, vars int) [][]int {
	k := 2 + rng.IntN(4)
	ratio := [...]float64{2: 1.5, 3: 5, 4: 11, 5: 23}[k] * (0.6 + 0.7*rng.Float64())
	return lengths(rng, vars, k, k, int(ratio*float64(vars)))
}

// mixedLengths draws clauses in which literals may repeat and contradict each other.
func mixedLengths(rng *rand.Rand, vars int) (all [][]int) {
	if vars == 0 {
		return nil
	}
	longest := 2 + rng.IntN(5)
	for range int((1 + 5*rng.Float64()) * float64(vars)) {
		c := make([]int, min(1+rng.IntN(longest)+rng.IntN(2), longest))
		for i := range c {
			c[i] = literal(rng, vars)
		}
		all = append(all, c)
	}
	return all
}

// horn draws clauses with at most one positive literal, and facts.
func horn(rng *rand.Rand, vars int) [][]int {
	all := lengths(rng, vars, 1, 4, rng.IntN(1+5*vars))
	for _, c := range all {
		for i, l := range c {
			c[i] = -max(l, -l)
		}
		if len(c) > 0 && rng.IntN(5) > 0 {
			c[0] = -c[0]
		}
	}
	return all
}

// nearlyPure draws clauses in which most variables have one sign only.
func nearlyPure(rng *rand.Rand, vars int) [][]int {
	all := lengths(rng, vars, 1+rng.IntN(3), 4, rng.IntN(1+6*vars))
	for _, c := range all {
		for i, l := range c {
			if l < 0 && rng.IntN(8) > 0 {
				c[i] = -l
			}
		}
	}
	return all
}

// parity says that an odd or even number of variables is true.
func parity(vars []int, odd bool) (all [][]int) {
	for signs := range 1 << len(vars) {
		c, even := make([]int, len(vars)), true
		for i, v := range vars {
			if c[i] = v; signs>>i&1 == 1 {
				c[i], even = -v, !even
			}
		}
		if even == odd {
			all = append(all, c)
		}
	}
	return all
}

func xors(rng *rand.Rand, vars int) (all [][]int) {
	for range rng.IntN(vars + 2) {
		var in []int
		for _, v := range rng.Perm(vars)[:min(vars, 1+rng.IntN(4))] {
			in = append(in, v+1)
		}
		if len(in) > 0 {
			all = append(all, parity(in, rng.IntN(2) == 0)...)
		}
	}
	return all
}

// pairs says that at most one of literals is true, a pair at a time.
func pairs(lits []int) (all [][]int) {
	for i := range lits {
		for j := range i {
			all = append(all, []int{-lits[j], -lits[i]})
		}
	}
	return all
}

// atMostOne says of several sets of variables that at most one is true, pair by pair or with variables that count, and of some that one
// is; and a few other things.
func atMostOne(rng *rand.Rand, vars int) (all [][]int) {
	aux := (vars + 1) / 2
	for range rng.IntN(4) {
		var in []int
		for _, v := range rng.Perm(aux)[:min(aux, 2+rng.IntN(5))] {
			in = append(in, (v+1)*(1-2*rng.IntN(2)))
		}
		if free := vars - aux; rng.IntN(2) == 0 && len(in) > 1 && free >= len(in)-1 { // counts[i]: one of in[:i+1] is true
			for i, l := range in {
				if i < len(in)-1 {
					all = append(all, []int{-l, aux + 1 + i})
				}
				if i > 0 {
					all = append(all, []int{-l, -(aux + i)})
				}
				if i > 0 && i < len(in)-1 {
					all = append(all, []int{-(aux + i), aux + 1 + i})
				}
			}
			aux += len(in) - 1
		} else {
			all = append(all, pairs(in)...)
		}
		if rng.IntN(3) > 0 && len(in) > 0 {
			all = append(all, in)
		}
	}
	return append(all, lengths(rng, (vars+1)/2, 1, 3, rng.IntN(4))...)
}

// pigeons are some pigeons and holes, four and three at most.
func pigeons(rng *rand.Rand, _ int) (all [][]int) {
	birds, holes := 1+rng.IntN(4), 1+rng.IntN(3)
	for h := range holes {
		var in []int
		for b := range birds {
			in = append(in, b*holes+h+1)
		}
		all = append(all, pairs(in)...)
	}
	for b := range birds {
		var some []int
		for h := range holes {
			some = append(some, b*holes+h+1)
		}
		all = append(all, some)
	}
	return all
}

// planted draws clauses that one assignment satisfies.
func planted(rng *rand.Rand, vars int) [][]int {
	all := lengths(rng, vars, 1+rng.IntN(3), 4, rng.IntN(1+9*vars))
	model := rng.Uint64()
	return slices.DeleteFunc(all, func(c []int) bool {
		return !slices.ContainsFunc(c, func(l int) bool { return model>>max(l, -l)&1 == 1 == (l > 0) })
	})
}

// implications draws chains and circles of clauses of two literals.
func implications(rng *rand.Rand, vars int) (all [][]int) {
	if vars == 0 {
		return nil
	}
	for range 1 + rng.IntN(4) {
		at := literal(rng, vars)
		first := at
		for range rng.IntN(vars + 1) {
			next := literal(rng, vars)
			all = append(all, []int{-at, next})
			at = next
		}
		if rng.IntN(2) == 0 {
			all = append(all, []int{-at, first})
		}
	}
	return append(all, lengths(rng, vars, 2, 4, rng.IntN(vars+1))...)
}

// circuit draws gates: outputs inputs+1 to vars, each of outputs or inputs before it.
func circuit(rng *rand.Rand, inputs, vars int) (all [][]int) {
	for out := inputs + 1; out <= vars; out++ {
		a, b, c := literal(rng, out-1), literal(rng, out-1), literal(rng, out-1)
		switch rng.IntN(4) {
		case 0: // and
			all = append(all, []int{-out, a}, []int{-out, b}, []int{out, -a, -b})
		case 1: // or
			all = append(all, []int{out, -a}, []int{out, -b}, []int{-out, a, b})
		case 2: // xor
			all = append(all, []int{-out, a, b}, []int{-out, -a, -b}, []int{out, -a, b}, []int{out, a, -b})
		case 3: // if a then b else c
			all = append(all, []int{-a, -b, out}, []int{-a, b, -out}, []int{a, -c, out}, []int{a, c, -out})
		}
	}
	return all
}

func gates(rng *rand.Rand, vars int) [][]int {
	if vars < 2 {
		return nil
	}
	all := circuit(rng, 1+rng.IntN(vars/2+1), vars)
	for range rng.IntN(3) {
		all = append(all, []int{literal(rng, vars)})
	}
	return all
}

// miter asks whether two circuits differ: often they are the same one.
func miter(rng *rand.Rand, vars int) [][]int {
	inputs := 1 + vars/4
	gates := (vars - inputs) / 2
	if gates < 1 {
		return nil
	}
	seed := rng.Uint64()
	one := circuit(rand.New(rand.NewPCG(seed, 0)), inputs, inputs+gates)
	two := circuit(rand.New(rand.NewPCG(seed+uint64(rng.IntN(3)/2), 0)), inputs, inputs+gates)
	for _, c := range two {
		for i, l := range c {
			if l > inputs {
				c[i] += gates
			} else if l < -inputs {
				c[i] -= gates
			}
		}
	}
	a, b := inputs+gates, inputs+2*gates
	return append(append(one, two...), []int{a, b}, []int{-a, -b})
}

// hitting splits the empty clause until there are some: no two can be false together, and there is no model, unless one is left out.
func hitting(rng *rand.Rand, vars int) [][]int {
	all := [][]int{{}}
	for range rng.IntN(3 * (vars + 1)) {
		at := rng.IntN(len(all))
		c := all[at]
		v := 1 + rng.IntN(max(vars, 1))
		if vars == 0 || slices.Contains(c, v) || slices.Contains(c, -v) {
			continue
		}
		all[at] = append(c[:len(c):len(c)], v)
		all = append(all, append(c[:len(c):len(c)], -v))
	}
	if rng.IntN(2) == 0 {
		return all[1:]
	}
	return all
}

func colouring(rng *rand.Rand, vars int) (all [][]int) {
	colours := 2 + rng.IntN(2)
	nodes := vars / colours
	for node := range nodes {
		var some []int
		for c := range colours {
			some = append(some, node*colours+c+1)
		}
		all = append(all, some)
		for other := range node {
			for c := range colours {
				if rng.IntN(4) > 0 {
					all = append(all, []int{-some[c], -(other*colours + c + 1)})
				}
			}
		}
	}
	return all
}

// blocked adds clauses with a literal upon which all resolvents are always true, as far as there are any.
func blocked(rng *rand.Rand, vars int) [][]int {
	all := lengths(rng, vars, 2, 3, rng.IntN(1+4*vars))
	for _, c := range lengths(rng, vars, 1, 4, 10) {
		blocks := func(l int) bool {
			return !slices.ContainsFunc(all, func(d []int) bool {
				return slices.Contains(d, -l) && !slices.ContainsFunc(d, func(m int) bool { return m != -l && slices.Contains(c, -m) })
			})
		}
		if slices.ContainsFunc(c, blocks) {
			all = append(all, c)
		}
	}
	return all
}
