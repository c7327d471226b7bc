package families

import "transat/solver/cnf"

// Product says that a product of a product line can be made for at most cost. Its features are a tree: a feature needs its parent, and
// some features need one of their children, or exactly one. Random clauses, each of three features, hold as well. The first priced features
// have costs from 1 to 15. With a plan there is a product for which no clause is false, and its cost is the limit plus slack.
func Product(seed uint64, features, clauses, priced, slack int) *cnf.Formula {
	d := newDice(seed, 18)
	c := newCircuit()
	has := c.inputs(features)
	plan := make([]bool, features)
	plan[0] = true
	c.f.Add(has[0])
	const children = 4 // of feature i: 4i+1 to 4i+4
	for i := range features {
		some := has[min(children*i+1, features):min(children*i+children+1, features)]
		if len(some) == 0 {
			break
		}
		chosen := d.below(len(some))
		kind := d.below(4)
		for j, l := range some {
			c.f.Add(l.Not(), has[i])
			plan[children*i+1+j] = plan[i] && (j == chosen || kind > 1 && d.flip())
		}
		if kind < 3 {
			c.f.Add(append([]cnf.Lit{has[i].Not()}, some...)...)
		}
		if kind < 2 {
			Pairwise(c.f, some)
		}
	}
	for made := 0; made < clauses; {
		clause := make([]cnf.Lit, 3)
		holds := false
		for j := range clause {
			i, negative := d.below(features), d.flip()
			clause[j] = cnf.Signed(has[i].Var(), negative)
			holds = holds || plan[i] != negative
		}
		if holds {
			c.f.Add(clause...)
			made++
		}
	}
	weights := make([]int, priced)
	limit := slack
	for i := range weights {
		weights[i] = 1 + d.below(15)
		if plan[i] {
			limit += weights[i]
		}
	}
	c.weighted(weights, has[:priced], limit)
	return c.f
}

// weighted says that the weights of the true literals add up to at most a limit. It is a decision diagram, with a variable for "the rest
// may weigh that much" (N. Eén, N. Sörensson 2006).
func (c *circuit) weighted(weights []int, lits []cnf.Lit, limit int) {
	rest := make([]int, len(weights)+1)
	for i := len(weights) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + weights[i]
	}
	type node struct{ i, limit int }
	known := map[node]cnf.Lit{}
	var build func(n node) (l cnf.Lit, always bool)
	build = func(n node) (cnf.Lit, bool) {
		if n.limit >= rest[n.i] {
			return cnf.Lit{}, true
		}
		if l, ok := known[n]; ok {
			return l, false
		}
		l := c.input()
		known[n] = l
		if n.limit < weights[n.i] {
			c.f.Add(l.Not(), lits[n.i].Not())
		} else if with, always := build(node{n.i + 1, n.limit - weights[n.i]}); !always {
			c.f.Add(l.Not(), lits[n.i].Not(), with)
		}
		if without, always := build(node{n.i + 1, n.limit}); !always {
			c.f.Add(l.Not(), without)
		}
		return l, false
	}
	if l, always := build(node{0, limit}); !always {
		c.f.Add(l)
	}
}

// Knapsacks says that some of n things can be chosen that fit into several knapsacks at once: a thing has a random weight from 1 to
// heaviest for each of them. A knapsack must be full to the same sum as with a random choice of half of the things, within slack.
func Knapsacks(seed uint64, n, knapsacks, heaviest, slack int) *cnf.Formula {
	d := newDice(seed, 19)
	c := newCircuit()
	takes := c.inputs(n)
	leaves := make([]cnf.Lit, n)
	for i, l := range takes {
		leaves[i] = l.Not()
	}
	plan := d.bits(n)
	for range knapsacks {
		weights := make([]int, n)
		sum, taken := 0, 0
		for i := range weights {
			weights[i] = 1 + d.below(heaviest)
			sum += weights[i]
			if plan[i] {
				taken += weights[i]
			}
		}
		c.weighted(weights, takes, taken+slack)
		c.weighted(weights, leaves, sum-taken+slack)
	}
	return c.f
}

// Registers says that the variables of a loop of some instructions get registers: a variable lives for a while, perhaps from one round of
// the loop into the next, and two that live at once have different registers. As many variables live at any time as there are registers,
// less the spare ones; and some may not be in some register. With a plan, which keeps a register filled with one variable after another,
// there is a way; without one, those that live across the end of the loop belong to two registers of the plan.
func Registers(seed uint64, instructions, registers, spare int, plan bool) *cnf.Formula {
	d := newDice(seed, 20)
	type variable struct{ from, to, register int } // to is excluded, and may be in the next round
	var all []variable
	live := registers - spare
	ends := make([][]int, live)
	for r := range ends {
		for t := d.below(instructions / 8); t < instructions; t += 2 + d.below(instructions/8) {
			ends[r] = append(ends[r], t)
		}
	}
	other := d.perm(live)
	for r, at := range ends {
		for i := range len(at) - 1 {
			all = append(all, variable{at[i], at[i+1], r})
		}
		after := r
		if !plan {
			after = other[r]
		}
		all = append(all, variable{at[len(at)-1], instructions + ends[after][0], r})
	}
	lives := func(v variable, t int) bool { return t >= v.from && t < v.to || t+instructions < v.to }
	f := cnf.NewFormula(len(all) * registers)
	in := oneOf(f, len(all), registers)
	for i, a := range all {
		for j, b := range all[:i] {
			if lives(a, b.from) || lives(b, a.from) {
				for r := range registers {
					f.Add(in(i, r).Not(), in(j, r).Not())
				}
			}
		}
		if r := d.below(registers); r != a.register {
			f.Add(in(i, r).Not())
		}
	}
	return f
}
