package families

import "transat/solver/cnf"

// Cubes returns formulas for cube and conquer: a good engine needs seconds to some twenty minutes of CPU for each.
func Cubes() []Maker {
	const sat, unsat, unknown = cnf.Satisfiable, cnf.Unsatisfiable, cnf.Unknown
	return []Maker{
		{"waerden-3-11-114", unsat, func() *cnf.Formula { return Waerden(3, 11, 114) }},
		{"waerden-3-12-135", unsat, func() *cnf.Formula { return Waerden(3, 12, 135) }},
		{"waerden-4-6-73", unsat, func() *cnf.Formula { return Waerden(4, 6, 73) }},
		{"schur-4-45", unsat, func() *cnf.Formula { return Schur(4, 45) }},
		{"pythagorean-6500-19", unknown, func() *cnf.Formula { return Pythagorean(1, 6500, 19) }},
		{"pythagorean-7825-25", unsat, func() *cnf.Formula { return Pythagorean(1, 7825, 25) }},
		{"pythagorean-7825-27", unsat, func() *cnf.Formula { return Pythagorean(1, 7825, 27) }},
		{"pythagorean-5000-30", sat, func() *cnf.Formula { return Pythagorean(1, 5000, 30) }},
		{"polygons-6-17", unsat, func() *cnf.Formula { return Polygons(17, 6, 0) }},
		{"polygons-6-16", sat, func() *cnf.Formula { return Polygons(16, 6, 0) }},
		{"holes-6-22", sat, func() *cnf.Formula { return Polygons(22, 0, 6) }},
		{"holes-6-polygons-7-24", unknown, func() *cnf.Formula { return Polygons(24, 7, 6) }},
		{"ramsey-4-4-18", unsat, func() *cnf.Formula { return Ramsey(4, 4, 18) }},
		{"ramsey-3-6-18", unsat, func() *cnf.Formula { return Ramsey(3, 6, 18) }},
		{"de-grey-2-3", unsat, func() *cnf.Formula { return DeGrey(1, 2, 3) }},
		{"de-grey-3-15", unknown, func() *cnf.Formula { return DeGrey(1, 3, 15) }},
		{"spindles-3", sat, func() *cnf.Formula { return Spindles(3, 4) }},
		{"multiplier-miter-8", unsat, func() *cnf.Formula { return MultiplierMiter(8) }},
		{"multiplier-miter-9", unsat, func() *cnf.Formula { return MultiplierMiter(9) }},
		{"distributive-6", unsat, func() *cnf.Formula { return Distributive(6) }},
		{"mycielski-5", unsat, func() *cnf.Formula { return Mycielski(5) }},
	}
}
