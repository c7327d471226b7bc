package packed

import "transat/solver/internal/engine"

// Memory returns what a packed engine takes at least, or a weighted one, which is one with more, if it can hold
// that many variables at all.
func Memory(vars int64) int64 {
	if vars > maxVars {
		return 0
	}
	weights := engine.BytesOf[Weighted]() + 3*engine.BytesOf[[packedLits]float32]() + 4<<16 + 8*maxPairs/2 + 16*vars
	return engine.BytesOf[Engine]() + 40*4*(vars+8) + 2*maxRow + 4*maxPairs + weights
}
