//go:build !js

package memory

import "transat/solver/parallel"

func there() (bytes int64, bound string, ok bool) { return parallel.MemoryThere() }
