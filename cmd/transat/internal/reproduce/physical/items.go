// Package physical does the experiments on the physical analogy again, of Fox, Williams and Messina: Parallel
// Computing Works, 1994, §11.1: meshes in parts, found by annealing and by eigenvectors.
package physical

import "transat/cmd/transat/internal/reproduce"

// Items returns the experiments, in the order in which they are shown.
func Items() []reproduce.Item {
	return []reproduce.Item{
		muItem(),
		ratioItem(),
		smoothItem(),
		dimensionsItem(),
		partitionsItem(),
		migrationItem(),
		sixteenItem(),
		metricItem(),
		latencyItem(),
	}
}
