package simulate

import (
	"transat/instances"
	"transat/solver/cnf"
)

// demo names the formula of compare if none is given: the first unsatisfiable one of the papers' first sample.
func demo() string {
	sample := instances.PaperSamples()[0]
	i := 1
	for sample.Verdict(i) == cnf.Satisfiable {
		i++
	}
	return sample.Name(i)
}
