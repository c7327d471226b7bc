// Package instancetest reads formulas by name for the tests of other packages.
package instancetest

import (
	"transat/instances"
	"transat/solver/cnf"
)

// TB is what is needed of a test, a benchmark or a fuzz test.
type TB interface {
	Helper()
	Fatal(args ...any)
}

// Formula returns the first formula of that name: 100-480-3/1, or queens-6. The test ends if there is none.
func Formula(t TB, name string) *cnf.Formula {
	t.Helper()
	set, err := instances.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := set.Instances[0].Formula()
	if err != nil {
		t.Fatal(err)
	}
	return f
}
