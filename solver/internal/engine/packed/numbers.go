package packed

// Numbers are those of the rule "weights", which weights.go explains. A tag tells the tuner (solver/internal/tune) how to vary a number:
// by adding or by a factor, in which steps, and within which bounds.
type Numbers struct {
	// Weights.
	FalseWeight float32 `tune:"factor 0.1 1 30"`    // γ
	Least       float32 `tune:"factor 0.5 0.001 3"` // the lower bound of H
	Most        float32 `tune:"factor 0.3 8 1000"`  // the upper one
	Kept        float32 `tune:"add 0.1 -0.2 0.8"`   // share of the old weight in a new one
	RootRounds  int     // at the root
	Rounds      int     // at other look nodes

	// Look nodes.
	Candidates     int     `tune:"factor 0.25 1 40"`     // variables that a look node looks ahead on
	SumOfWeights   float32 `tune:"add 0.3 0 20"`         // how much h(x) + h(¬x) counts beside h(x)·h(¬x), for candidates
	SumOfFollowing float32 `tune:"factor 0.5 0.01 1000"` // how much W(x) + W(¬x) counts beside W(x)·W(¬x)

	// The coefficients of frozenEstimate.
	EstimateFirst float64 `tune:"add 0.4 -Inf Inf"`
	EstimateFree  float64 `tune:"add 0.002 -Inf Inf"`
	EstimateTwo   float64 `tune:"add 0.002 -Inf Inf"` // by binary clause
	EstimateMean  float64 `tune:"add 0.4 -Inf Inf"`
}

// weightsNumbers are the numbers of the rule. weights.md says which of them a search has found, and what they gain.
func weightsNumbers() Numbers {
	return Numbers{
		FalseWeight: 6.3, Least: 0.1, Most: 60, Kept: 0.05, RootRounds: 8, Rounds: 2,
		Candidates: 4, SumOfWeights: 0.4, SumOfFollowing: 1,
		EstimateFirst: 19.46, EstimateFree: 0.0180, EstimateTwo: -0.0205, EstimateMean: -7.378,
	}
}
