package general

// Numbers are those of the rule "weights", which weights.go explains, for clauses of any length. A tag tells the tuner
// (solver/internal/tune) how to vary a number: by adding or by a factor, in which steps, and within which bounds.
type Numbers struct {
	// Weights.
	FalseWeight float32 `tune:"factor 0.15 1 50"`     // γ
	Least       float32 `tune:"factor 0.5 0.001 0.5"` // the lower bound of h
	Most        float32 `tune:"factor 0.3 2 200"`     // the upper one
	Rounds      int     `tune:"factor 0.2 1 12"`

	// Frozen subtrees.
	Roots      float32 `tune:"add 0.15 -0.5 1"`    // share of √h in g
	KeyFloor   float64 `tune:"factor 0.5 0.001 5"` // is added to keys, so that one of 0 does not make all products equal
	LateLength int     `tune:"add 0.4 2 6"`        // a late clause matters to the keys when it has this many literals left

	EstimateFirst float64 `tune:"add 0.4 -Inf Inf"` // is added to the estimate
}

// longFrom is the average length from which on clauses are long.
const longFrom = 5.5

// weightsNumbers are the numbers of the rule for clauses of a length, on average. The numbers for long clauses come from a search on
// 7-SAT: long clauses need fewer rounds, and late clauses cost more than they are worth. weights.md has the tables.
func weightsNumbers(length float64) Numbers {
	n := Numbers{FalseWeight: 5, Least: 0.015, Most: 10, Rounds: 4, KeyFloor: 0.05, LateLength: 3}
	if length >= longFrom {
		n.Rounds, n.Roots, n.LateLength, n.EstimateFirst = 2, 0.35, 2, 0.5
	}
	return n
}
