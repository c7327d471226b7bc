package balancetest

import (
	"os"
	"runtime/debug"
	"slices"
	"testing"

	"transat/balance"
)

// Thorough reports whether tests that go through all policies try one in all ways. They do with one of each kind; and with
// TRANSAT_TEST_MORE with all. The others go through the same tests, each with some of the networks, starts or trees, or with smaller ones.
func Thorough(spec balance.Spec) bool {
	return os.Getenv("TRANSAT_TEST_MORE") != "" || slices.Contains([]string{
		"adaptive", "lade", "liquid-c5", "plb", "steal",
	}, spec.Name)
}

// Central reports whether the papers of this laboratory measure a policy, or it is ours.
func Central(spec balance.Spec) bool {
	return !slices.Contains([]string{
		"acwn", "bidding", "cluster-steal", "cwn", "drafting", "edge-colours", "flow", "gossip", "gp", "gradient", "hbm", "level-steal",
		"lifeline", "local-change", "matching", "multilevel", "near-steal", "ngp", "optimal", "rid", "threshold-receiver",
		"threshold-sender", "threshold-shortest", "threshold-symmetric",
	}, spec.Name)
}

// SkipShort skips a test that takes a second if -short is given, but not where TRANSAT_TEST_NO_SKIP is set, as in .ci/run: there,
// short tests are those for other computers.
func SkipShort(t *testing.T) {
	t.Helper()
	if testing.Short() && os.Getenv("TRANSAT_TEST_NO_SKIP") == "" {
		t.Skip("takes a second")
	}
}

// Main runs the tests of a package that simulates much, for its TestMain: garbage may grow to some times what is in use, since
// thousands of small simulations leave little else.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
