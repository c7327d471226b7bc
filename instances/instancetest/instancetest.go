// Package instancetest reads formulas by name for the tests of other packages: see [Formula].
package instancetest

import (
	"transat/instances"
	"transat/solver/cnf"
)

// TB is the part of a test, a benchmark or a fuzz test that Formula needs.
type TB interface {
	Helper()
	Fatal(args ...any)
}

// Formula returns the first formula of a name, such as 100-480-3/1 or queens-6. If there is none, the test ends.
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
