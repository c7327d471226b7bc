// Package adf does the experiment on average diffusion again, of Karagiorgos and Missirlis: how fast it
// converges, on rings and tori of odd and even sides, beside the formulas of the paper.
package adf

import "transat/cmd/transat/internal/reproduce"

// Items returns the experiments, in the order in which they are shown.
func Items() []reproduce.Item {
	return []reproduce.Item{
		convergenceItem(),
		weightsItem(),
		regularItem(),
	}
}
