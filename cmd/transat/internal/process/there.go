//go:build !js

package process

import "transat/solver"

func there() (bytes int64, bound string, ok bool) { return solver.MemoryThere() }
