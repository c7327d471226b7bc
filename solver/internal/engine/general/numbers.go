package general

// numbers are those of the rule "weights", which weights.go explains, for clauses of any length. The comments say what else the rule could
// do: a number that ends with "; 0" is one that it does without as long as that is 0. TestTune searches for better ones.
type numbers struct {
	// Weights.
	falseWeight float32 // γ
	longWeight  float32 // how much a clause counts for each literal beyond three that it has left; 1: as γ has it
	least, most float32 // the bounds of h
	offset      float32 // is added to h in g; 0
	kept        float32 // how much of a weight is that of the round before; 0
	rounds      int

	lookOffset float32 // is added to h(x) and h(¬x) in the score of a look node; 0

	// Frozen subtrees.
	freezeRounds int     // before weights are frozen; 0
	frozenWeight float32 // γ in keys
	frozenOffset float32 // is added to h in g; 0
	frozenRoots  float32 // how much of h is √h in g; 0
	keyFloor     float64 // is added to keys, so that one of 0 does not make all products equal
	lateLength   int     // so many literals are left of a late clause when it begins to matter to the keys

	// What is added to the coefficients of the estimate.
	estimateFirst float64
	estimateFree  float64
	estimateMean  float64
}

// longFrom is the average length from which on clauses are long.
const longFrom = 5.5

// weightsNumbers are the numbers of the rule for clauses of a length, on average. Those for long clauses come from a search on 7-SAT: they need fewer rounds,
// and late clauses cost more than they are worth. weights.md has the tables.
func weightsNumbers(length float64) numbers {
	n := numbers{
		falseWeight: 5, longWeight: 1, least: 0.015, most: 10, rounds: 4,
		frozenWeight: 5, keyFloor: 0.05, lateLength: 3,
	}
	if length >= longFrom {
		n.rounds, n.frozenRoots, n.lateLength, n.estimateFirst = 2, 0.35, 2, 0.5
	}
	return n
}

// use gives the rule other numbers. It may be called before Reset only.
func (e *Weighted) use(n numbers) { e.numbers, e.factors = n, n.byLength() }

// longestTold is the greatest length of clauses that longWeight tells from others.
const longestTold = 15

// byLength says how much clauses count by the number of literals that they have left.
type byLength [longestTold + 1]float32

func (n *numbers) byLength() (factors byLength) {
	factor := float32(1)
	for i := range factors {
		if i > 3 {
			factor *= n.longWeight
		}
		factors[i] = factor
	}
	return factors
}

// of returns how much a clause with that many literals counts.
func (f *byLength) of(length int) float32 { return f[min(uint(length), longestTold)] }
