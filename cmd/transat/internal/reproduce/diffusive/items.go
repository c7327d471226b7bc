// Package diffusive does the experiments of Corradi, Leonardi and Zambonelli again: diffusive policies under a
// load that changes all the time.
//
// Fig4 shows dispersion. Quality is how level the loads are, response the time that a user waits. Size and rates have both on machines of
// other sizes, granularity with coarser processes, other thresholds, other steps of the load and meshes of larger diameter,
// networks with other links and costs. Static has loads that do not change.
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
