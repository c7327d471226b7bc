package packed

// numbers are those of the rule "weights", which weights.go explains. The comments say what else the rule could do: a number that ends
// with "; 0" is one that it does without as long as that is 0. TestTune searches for better ones.
type numbers struct {
	// Weights.
	falseWeight float32 // γ
	least, most float32 // the bounds of H
	offset      float32 // is added to g of free literals; 0
	added       float32 // to H within its bounds; 0
	saturation  float32 // s: H becomes H/(1+s·H); 0
	kept        float32 // how much of a weight is the old one; 0
	rootRounds  int     // at the root
	rounds      int     // at other look nodes

	// Look nodes.
	candidates     int     // variables that a look node looks ahead on
	moreCandidates float64 // for each e of the estimate above that of a frozen subtree; 0
	sumOfWeights   float32 // how much h(x) + h(¬x) counts beside h(x)·h(¬x), for candidates; 0
	sumOfFollowing float32 // how much W(x) + W(¬x) counts beside W(x)·W(¬x)
	lookOffset     float32 // is added to each g in W; 0

	// Frozen subtrees.
	freezeRounds  int     // before weights are frozen; 0
	freezeOffset  float32 // as offset, in these rounds; 0
	frozenOffset  float32 // is added to each g; 0
	frozenRoots   float32 // how much of g is √g; 0
	estimateFirst float64 // of frozenEstimate
	estimateFree  float64
	estimateTwo   float64 // by binary clause
	estimateMean  float64
}

// weightsNumbers are the numbers of the rule. Those that a search has found are in weights.md, with what they gain.
func weightsNumbers() numbers {
	return numbers{
		falseWeight: 6.3, least: 0.1, most: 60, kept: 0.05, rootRounds: 8, rounds: 2,
		candidates: 4, sumOfWeights: 0.4, sumOfFollowing: 1,
		estimateFirst: 19.46, estimateFree: 0.0180, estimateTwo: -0.0205, estimateMean: -7.378,
	}
}
