//go:build !goexperiment.simd || !amd64

package solver

// vectorPick returns nil: this program has been built without vectors, see packed_pick_vector.go.
func vectorPick() func(row []uint16, weighMin uint64) Var { return nil }
