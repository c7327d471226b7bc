package simulate

import (
	"transat/instances"
	"transat/solver/cnf"
)

// demo names the formula that compare takes if it is given none: the first one of the papers' first
// sample that is unsatisfiable.
func demo() string {
	sample := instances.PaperSamples()[0]
	i := 1
	for sample.Verdict(i) == cnf.Satisfiable {
		i++
	}
	return sample.Name(i)
}
