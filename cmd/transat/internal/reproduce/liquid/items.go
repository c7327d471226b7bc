// Package liquid does the experiments of Henrich again: Local load balancing according to a simple liquid model.
//
// Figures 5 and 7 count steps on rings and tori, theory tries the theorems of §4 on all small cases, hypercube the
// logarithmic time, methods has what §2 says of earlier methods, and search and large are the paper's searches on a machine
// in lockstep.
package liquid

import "transat/cmd/transat/internal/reproduce"

// Items returns the experiments, in the order in which they are shown.
func Items() []reproduce.Item {
	return []reproduce.Item{
		fig5Item(),
		fig7Item(),
		theoryItem(),
		hypercubeItem(),
		methodsItem(),
		searchItem(),
		largeItem(),
	}
}
