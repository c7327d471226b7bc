package instances

import (
	"slices"

	"transat/solver/cnf"
)

// PaperSamples returns the two samples of the PLB paper, whose verdicts this package has.
func PaperSamples() []Sample { return []Sample{{350, 1505, 3}, {400, 2000, 3}} }

// satisfiable returns the indices of the satisfiable formulas among 1 to SampleSize of a sample, and whether they are
// known. This command computed the table, and checks it again in half an hour:
//
//	go test ./instances -run TestPaperVerdicts -recompute -timeout 0 -v
func (s Sample) satisfiable() (indices []int, known bool) {
	switch s {
	case Sample{350, 1505, 3}:
		return []int{1, 2, 11, 14, 16, 21, 28, 30, 32, 33, 36, 42, 44, 49}, true
	case Sample{400, 2000, 3}:
		return nil, true
	default:
		return nil, false
	}
}

// Verdict returns the verdict on formula i, or Unknown if the table of the papers' samples does not have it.
func (s Sample) Verdict(i int) cnf.Verdict {
	satisfiable, known := s.satisfiable()
	switch {
	case !known || i < 1 || i > SampleSize:
		return cnf.Unknown
	case slices.Contains(satisfiable, i):
		return cnf.Satisfiable
	default:
		return cnf.Unsatisfiable
	}
}
