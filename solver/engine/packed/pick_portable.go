//go:build !goexperiment.simd || !amd64

package packed

import "transat/solver/cnf"

// vectorPick returns nil: this program has been built without vectors, see pick_vector.go.
func vectorPick() func(row []uint16, weighMin uint64) cnf.Var { return nil }
