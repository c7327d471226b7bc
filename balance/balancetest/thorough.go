package balancetest

import (
	"os"
	"slices"

	"transat/balance"
)

// Thorough reports whether tests that go through all policies try one in all ways. They do with those that the papers of this
// laboratory measure, and our own; and with TRANSAT_TEST_MORE with all. The others go through the same tests, each with some of the
// networks, starts or trees, or with smaller ones.
func Thorough(spec balance.Spec) bool {
	return os.Getenv("TRANSAT_TEST_MORE") != "" || !slices.Contains([]string{
		"acwn", "bidding", "cluster-steal", "cwn", "drafting", "edge-colours", "flow", "gossip", "gradient", "hbm", "level-steal", "lifeline",
		"local-change", "matching", "multilevel", "near-steal", "optimal", "rid", "threshold-receiver", "threshold-sender",
		"threshold-shortest", "threshold-symmetric",
	}, spec.Name)
}
