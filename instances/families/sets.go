package families

import "transat/solver/cnf"

// Maker is a large formula that is made when Make is called.
type Maker struct {
	Name    string
	Verdict cnf.Verdict // Unknown if it is not known by construction
	Make    func() *cnf.Formula
}

// Tune returns large formulas that numbers of the solver may be tuned on: a good engine needs up to a minute of CPU for each.
func Tune() []Maker {
	const sat, unsat, unknown = cnf.Satisfiable, cnf.Unsatisfiable, cnf.Unknown
	return []Maker{
		{"sums-64-24", unsat, func() *cnf.Formula { return SumMiter(64, 24) }},
		{"sums-32-16", unsat, func() *cnf.Formula { return SumMiter(32, 16) }},
		{"multiplier-miter-8", unsat, func() *cnf.Formula { return MultiplierMiter(8) }},
		{"multiplier-miter-9", unsat, func() *cnf.Formula { return MultiplierMiter(9) }},
		{"circuit-miter-3000-1", unsat, func() *cnf.Formula { return CircuitMiter(1, 60, 3000, 40, false) }},
		{"machine-500-10000-90", sat, func() *cnf.Formula { return reached(SequentialCircuit{1, 500, 40, 10000}, 90, 16) }},
		{"machine-200-10000-20", sat, func() *cnf.Formula { return reached(SequentialCircuit{1, 200, 40, 10000}, 20, 30) }},
		{"gray-binary-10-100", unsat, func() *cnf.Formula { return GrayAgainstBinary(10, 100) }},
		{"data-path-32-20", sat, func() *cnf.Formula { return DataPath(1, 32, 20, false) }},
		{"data-path-32-30", sat, func() *cnf.Formula { return DataPath(1, 32, 30, false) }},
		{"sha1-20-512", sat, func() *cnf.Formula { return SHA1(1, 20, 512) }},
		{"sha1-21-512", sat, func() *cnf.Formula { return SHA1(1, 21, 512) }},
		{"quasigroup-33-12", sat, func() *cnf.Formula { return Quasigroup(2, 33, 12) }},
		{"quasigroup-36-13", sat, func() *cnf.Formula { return Quasigroup(1, 36, 13) }},
		{"packages-40000-plan", sat, func() *cnf.Formula { return Packages(1, 40000, 5, 7, 3, 2000, true) }},
		{"packages-40000", unsat, func() *cnf.Formula { return Packages(1, 40000, 5, 7, 6, 2000, false) }},
		{"implications-3000000", unknown, func() *cnf.Formula { return Implications(1, 3000000, 2950000, false) }},
		{"roster-40-56", unknown, func() *cnf.Formula { return Roster(1, 40, 56, 9, 12, 5) }},
	}
}

func reached(m SequentialCircuit, steps, latches int) *cnf.Formula {
	return m.Reach(steps, m.Goal(steps, latches))
}
