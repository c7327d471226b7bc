// Package diffusive does the experiments of Corradi, Leonardi and Zambonelli again: diffusive policies under a
// load that changes all the time.
//
// Fig4 shows what dispersion is. Quality is how level the loads are, response what the users of the machine notice, size what becomes of
// both on larger machines, granularity what becomes of it with coarser processes, other thresholds, other steps of the load
// and other networks.
package diffusive

import "transat/cmd/transat/internal/reproduce"

// Items returns the experiments, in the order in which they are shown.
func Items() []reproduce.Item {
	return []reproduce.Item{
		dispersionItem(),
		qualityItem(),
		responseItem(),
		sizeItem(),
		ratesItem(),
		granularityItem(),
		networksItem(),
		staticItem(),
	}
}
