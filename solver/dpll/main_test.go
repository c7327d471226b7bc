package dpll

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage grow to some times what is in use. The tests make tens of thousands of engines, each of nearly a
// megabyte: as it is, the collector would run after every few of them, and take most of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(500)
	os.Exit(m.Run())
}
