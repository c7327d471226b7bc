package families

import "transat/solver/cnf"

// Packages says that a random repository of packages, each in some versions, has a choice of versions that can be installed together and
// includes the given number of packages. A version needs other packages in one of some neighbouring versions, and excludes some versions
// of others; a package is installed in at most one version. With a plan there is such a choice: no line excludes it.
func Packages(seed uint64, packages, versions, needs, conflicts, wanted int, plan bool) *cnf.Formula {
	d := newDice(seed, 8)
	f := cnf.NewFormula(packages * versions)
	is := func(p, version int) cnf.Lit { return cnf.Pos(cnf.Var(1 + p*versions + version)) }
	chosen := make([]int, packages)
	for p := range chosen {
		chosen[p] = d.below(versions)
	}
	planned := func(p, version int) bool { return plan && chosen[p] == version }
	all := make([]cnf.Lit, versions)
	for p := range packages {
		for v := range versions {
			all[v] = is(p, v)
		}
		Pairwise(f, all)
		for v := range versions {
			for range needs {
				other := d.below(packages)
				low := d.below(versions)
				high := min(low+1+d.below(versions/2), versions)
				if other == p || planned(p, v) && (chosen[other] < low || chosen[other] >= high) {
					continue
				}
				need := []cnf.Lit{is(p, v).Not()}
				for w := low; w < high; w++ {
					need = append(need, is(other, w))
				}
				f.Add(need...)
			}
			for range conflicts {
				other, w := d.below(packages), d.below(versions)
				if other != p && !(planned(p, v) && planned(other, w)) {
					f.Add(is(p, v).Not(), is(other, w).Not())
				}
			}
		}
	}
	for _, p := range d.perm(packages)[:wanted] {
		for v := range versions {
			all[v] = is(p, v)
		}
		f.Add(all...)
	}
	return f
}

// Implications is a random formula of clauses of two literals: such formulas with more clauses than variables hardly ever have a model,
// unless one is planned.
func Implications(seed uint64, vars, clauses int, plan bool) *cnf.Formula {
	d := newDice(seed, 9)
	f := cnf.NewFormula(vars)
	f.Grow(clauses, 2*clauses)
	model := d.bits(vars + 1)
	for made := 0; made < clauses; {
		v, w := 1+d.below(vars), 1+d.below(vars)
		signs := d.below(4)
		a, b := cnf.Signed(cnf.Var(v), signs&1 == 1), cnf.Signed(cnf.Var(w), signs>>1 == 1)
		if v == w || plan && model[v] == a.Negative() && model[w] == b.Negative() {
			continue
		}
		f.Add(a, b)
		made++
	}
	return f
}
