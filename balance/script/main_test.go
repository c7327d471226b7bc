package script_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage grow to some times what is in use: the tests run thousands of small simulations, which leave little else.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
