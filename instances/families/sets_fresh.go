package families

import (
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// Fresh returns large formulas whose sizes and seeds are drawn by a seed, two of most families: a set that nobody has looked at before it
// is made, for a last measurement. The ranges are those of Tune and Held, and the names say what was drawn.
func Fresh(seed uint64) []Maker {
	d := newDice(seed, 48)
	var all []Maker
	known := append(Tune(), Held()...)
	draws := slices.Concat(freshCircuits(d), freshPlans(d), freshNumbers(d))
	for range 2 {
		for _, draw := range draws {
			m := draw()
			same := func(other Maker) bool { return other.Name == m.Name } // some have few sizes
			if !slices.ContainsFunc(all, same) && !slices.ContainsFunc(known, same) {
				all = append(all, m)
			}
		}
	}
	return all
}

// from returns a number from low to high.
func (d dice) from(low, high int) int { return low + d.below(high-low+1) }

// seed returns the seed of a formula.
func (d dice) seed() uint64 { return uint64(d.from(100, 9999)) }

func named(v cnf.Verdict, make func() *cnf.Formula, format string, numbers ...any) Maker {
	return Maker{Name: fmt.Sprintf(format, numbers...), Verdict: v, Make: make}
}

// verdict is that of a formula with a model, or of the same without.
func verdict(model bool) cnf.Verdict {
	if model {
		return cnf.Satisfiable
	}
	return cnf.Unsatisfiable
}

func freshCircuits(d dice) []func() Maker {
	const unsat = cnf.Unsatisfiable
	return []func() Maker{
		func() Maker {
			a, n, steps := d.from(4, 5), d.from(6, 9), d.from(14, 22)
			return named(unsat, func() *cnf.Formula { return Memories(a, n, steps) }, "memories-%d-%d-%d", a, n, steps)
		},
		func() Maker {
			k, n, steps := d.from(4, 6), d.from(3, 8), d.from(12, 20)
			return named(unsat, func() *cnf.Formula { return Caches(k, n, steps, false) }, "caches-%d-%d-%d", k, n, steps)
		},
		func() Maker {
			n, steps := d.from(5, 9), d.from(10, 15)
			return named(unsat, func() *cnf.Formula { return Queues(3, n, steps, false) }, "queues-3-%d-%d", n, steps)
		},
		func() Maker {
			n, steps := d.from(9, 13), d.from(14, 24)
			return named(unsat, func() *cnf.Formula { return Arbiters(n, steps, false) }, "arbiters-%d-%d", n, steps)
		},
		func() Maker {
			n, steps := d.from(9, 11), d.from(150, 350)
			goal := uint64(steps + d.from(1, 9))
			return named(unsat, func() *cnf.Formula { return GrayCounter(n, steps, goal) }, "gray-%d-%d-%d", n, steps, goal)
		},
		func() Maker {
			n, steps := d.from(8, 10), d.from(60, 120)
			return named(unsat, func() *cnf.Formula { return GrayAgainstBinary(n, steps) }, "gray-binary-%d-%d", n, steps)
		},
		func() Maker {
			s, inputs, gates, fault := d.seed(), d.from(60, 90), d.from(2500, 5000), d.flip()
			return named(verdict(fault), func() *cnf.Formula { return CircuitMiter(s, inputs, gates, 40, fault) },
				"circuit-miter-%d-%d-%d-%v", s, inputs, gates, fault)
		},
		func() Maker {
			s, latches, gates, steps, goal := d.seed(), d.from(200, 800), d.from(6000, 10000), d.from(20, 60), d.from(14, 24)
			return named(cnf.Satisfiable, func() *cnf.Formula { return reached(SequentialCircuit{s, latches, 60, gates}, steps, goal) },
				"machine-%d-%d-%d-%d-%d", s, latches, gates, steps, goal)
		},
		func() Maker {
			s, steps := d.seed(), d.from(16, 30)
			return named(cnf.Satisfiable, func() *cnf.Formula { return DataPath(s, 32, steps, false) }, "data-path-%d-%d", s, steps)
		},
	}
}

func freshPlans(d dice) []func() Maker {
	const sat, unknown = cnf.Satisfiable, cnf.Unknown
	return []func() Maker{
		func() Maker {
			s, moves := d.seed(), d.from(21, 25)
			return named(unknown, func() *cnf.Formula { return Tiles(s, 3, 3, moves) }, "tiles-%d-%d", s, moves)
		},
		func() Maker {
			s, side, agents, steps := d.seed(), d.from(14, 17), d.from(16, 22), d.from(24, 30)
			return named(unknown, func() *cnf.Formula { return Agents(s, side, 40, agents, steps) },
				"agents-%d-%d-%d-%d", s, side, agents, steps)
		},
		func() Maker {
			s, n := d.seed(), d.from(7, 10)
			end := n * d.from(17, 19)
			return named(unknown, func() *cnf.Formula { return JobShop(s, n, n, 20, end) }, "job-shop-%d-%d-%d", s, n, end)
		},
		func() Maker {
			s, people, days, nights, wishes := d.seed(), d.from(36, 44), 7*d.from(4, 8), d.from(9, 12), d.from(3, 5)
			return named(unknown, func() *cnf.Formula { return Roster(s, people, days, 9, nights, wishes) },
				"roster-%d-%d-%d-%d-%d", s, people, days, nights, wishes)
		},
		func() Maker {
			s, nodes := d.seed(), d.from(700, 1200)
			return named(sat, func() *cnf.Formula { return Tour(s, nodes, 3, true) }, "tour-%d-%d", s, nodes)
		},
		func() Maker {
			s, instructions, registers := d.seed(), d.from(200, 320), d.from(11, 13)
			return named(sat, func() *cnf.Formula { return Registers(s, instructions, registers, 0, true) },
				"registers-%d-%d-%d", s, instructions, registers)
		},
		func() Maker {
			s, features := d.seed(), d.from(15000, 25000)
			return named(sat, func() *cnf.Formula { return Product(s, features, 7*features/2, 300, 0) }, "product-%d-%d", s, features)
		},
		func() Maker {
			s, packages, wanted := d.seed(), d.from(30000, 50000), d.from(2000, 20000)
			return named(sat, func() *cnf.Formula { return Packages(s, packages, 4, 7, 3, wanted, true) },
				"packages-%d-%d-%d", s, packages, wanted)
		},
		func() Maker {
			s, n, open := d.seed(), d.from(32, 36), d.from(12, 13)
			return named(sat, func() *cnf.Formula { return Quasigroup(s, n, open) }, "quasigroup-%d-%d-%d", s, n, open)
		},
	}
}

func freshNumbers(d dice) []func() Maker {
	const sat, unsat = cnf.Satisfiable, cnf.Unsatisfiable
	return []func() Maker{
		func() Maker {
			n, numbers := d.from(24, 64), d.from(14, 24)
			return named(unsat, func() *cnf.Formula { return SumMiter(n, numbers) }, "sums-%d-%d", n, numbers)
		},
		func() Maker {
			s, rounds := d.seed(), d.from(19, 21)
			return named(sat, func() *cnf.Formula { return SHA1(s, rounds, 512) }, "sha1-%d-%d", s, rounds)
		},
		func() Maker {
			s, rounds := d.seed(), d.from(16, 18)
			return named(sat, func() *cnf.Formula { return SHA256(s, rounds, 512) }, "sha256-%d-%d", s, rounds)
		},
		func() Maker {
			s, rounds := d.seed(), d.from(25, 28)
			return named(sat, func() *cnf.Formula { return MD5(s, rounds, 512) }, "md5-%d-%d", s, rounds)
		},
		func() Maker {
			s, out, given := d.seed(), d.from(190, 230), d.from(150, 165)
			return named(sat, func() *cnf.Formula { return Keystream(s, out, given) }, "keystream-%d-%d-%d", s, out, given)
		},
		func() Maker {
			s, side := d.seed(), d.from(10, 12)
			return named(sat, func() *cnf.Formula { return Life(s, side, 2) }, "life-%d-%d", s, side)
		},
		func() Maker {
			s, n, heaviest := d.seed(), d.from(28, 42), d.from(100, 200)
			return named(sat, func() *cnf.Formula { return Knapsacks(s, n, 3, heaviest, 2) }, "knapsacks-%d-%d-%d", s, n, heaviest)
		},
		func() Maker {
			length := d.from(100, 260)
			return named(unsat, func() *cnf.Formula { return ParityTorus(4, length) }, "parity-torus-4-%d", length)
		},
		func() Maker {
			height := d.from(150, 300)
			return named(unsat, func() *cnf.Formula { return Pebbles(height, 2) }, "pebbles-%d", height)
		},
		func() Maker {
			n := d.from(7, 9)
			return named(unsat, func() *cnf.Formula { return MultiplierMiter(n) }, "multiplier-miter-%d", n)
		},
	}
}
