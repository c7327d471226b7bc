package packed

import "transat/solver/internal/engine"

// Memory returns how many bytes an engine of this package takes at most when it is built, or 0 if it cannot hold that many variables.
func Memory(vars int64) int64 {
	if vars > maxVars {
		return 0
	}
	weights := engine.BytesOf[Weighted]() + 3*engine.BytesOf[[packedLits]float32]() + 4<<16 + 8*maxPairs/2 + 16*vars
	return engine.BytesOf[Engine]() + 40*4*(vars+8) + 2*maxRow + 4*maxPairs + weights
}
