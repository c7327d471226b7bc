package families

import "transat/solver/cnf"

// Roster says that some people share the early, late and night shifts of some days. A shift needs a number of people. Nobody works more
// than one shift a day, five days of seven, or an early shift after a late one or any but a night shift after a night; nobody has more
// than the given number of nights. Everybody has asked for a number of days off, and for as many shifts that they do not want.
func Roster(seed uint64, people, days, need, nights, wishes int) *cnf.Formula {
	const early, late, night, shifts = 0, 1, 2, 3
	d := newDice(seed, 10)
	c := newCircuit()
	cells := c.inputs(people * days * shifts)
	works := func(p, day, shift int) cnf.Lit { return cells[(p*days+day)*shifts+shift] }
	free := make([][]cnf.Lit, people)
	for p := range people {
		free[p] = c.inputs(days)
		var inNights []cnf.Lit
		for day := range days {
			some := []cnf.Lit{free[p][day], works(p, day, early), works(p, day, late), works(p, day, night)}
			c.f.Add(some...)
			Pairwise(c.f, some)
			inNights = append(inNights, works(p, day, night))
			if day > 0 {
				c.f.Add(works(p, day-1, late).Not(), works(p, day, early).Not())
				c.f.Add(works(p, day-1, night).Not(), works(p, day, early).Not())
				c.f.Add(works(p, day-1, night).Not(), works(p, day, late).Not())
			}
			if day >= 6 {
				c.atLeast(2, free[p][day-6:day+1]...)
			}
		}
		c.atMost(nights, inNights...)
		for range wishes {
			c.f.Add(free[p][d.below(days)])
			c.f.Add(works(p, d.below(days), d.below(shifts)).Not())
		}
	}
	for day := range days {
		for shift := range shifts {
			some := make([]cnf.Lit, people)
			for p := range people {
				some[p] = works(p, day, shift)
			}
			c.atLeast(need, some...)
		}
	}
	return c.f
}
