package families

import "transat/solver/cnf"

// JobShop says that random jobs, each of which goes once through all machines in an order of its own, are done at the end of the given
// time. A machine does one operation at a time; an operation takes 1 to longest units. There is a variable for "it has begun at time t"
// (the order encoding), and one for the order of two operations of a machine.
func JobShop(seed uint64, jobs, machines, longest, end int) *cnf.Formula {
	d := newDice(seed, 13)
	c := newCircuit()
	orders, takes := randomJobs(d, jobs, machines, longest)
	begun := make([][]cnf.Lit, jobs*machines) // by job and machine, then by time
	for j, order := range orders {
		for m := range machines {
			begun[j*machines+m] = c.inputs(end)
			for t := range end - 1 {
				c.f.Add(begun[j*machines+m][t].Not(), begun[j*machines+m][t+1])
			}
			c.f.Add(begun[j*machines+m][max(0, end-takes[j*machines+m])])
		}
		for i := range machines - 1 {
			c.before(begun, takes, j*machines+order[i], j*machines+order[i+1])
		}
	}
	for m := range machines {
		for j := range jobs {
			for k := range j {
				first := c.input()
				c.before(begun, takes, j*machines+m, k*machines+m, first.Not())
				c.before(begun, takes, k*machines+m, j*machines+m, first)
			}
		}
	}
	return c.f
}

// randomJobs returns the order of the machines for each job, and how long an operation takes, by job and machine.
func randomJobs(d dice, jobs, machines, longest int) (orders [][]int, takes []int) {
	for range jobs {
		orders = append(orders, d.perm(machines))
		for range machines {
			takes = append(takes, 1+d.below(longest))
		}
	}
	return orders, takes
}

// before says that operation b begins after the end of a, unless one of the literals is true.
func (c *circuit) before(begun [][]cnf.Lit, takes []int, a, b int, unless ...cnf.Lit) {
	for t := range begun[b] {
		clause := append(append([]cnf.Lit{}, unless...), begun[b][t].Not())
		if t >= takes[a] {
			clause = append(clause, begun[a][t-takes[a]])
		}
		c.f.Add(clause...)
	}
}
