package solvertest

import (
	"fmt"
	"testing"

	"transat/solver/cnf"
)

// Class is a class of random formulas that papers and peers use.
type Class struct{ Vars, Clauses, Length int }

// String returns the name of the class.
func (c Class) String() string { return fmt.Sprintf("%d-%d-%d", c.Vars, c.Clauses, c.Length) }

// Formula returns a formula of the class.
func (c Class) Formula() *cnf.Formula { return RandomKSAT(1, c.Vars, c.Clauses, c.Length) }

// Classes returns the classes that searches are measured on.
func Classes() []Class {
	return []Class{
		{200, 860, 3},
		{250, 1075, 3},
		{300, 1290, 3},
		{350, 1505, 3},
		{400, 2000, 3},
		{80, 1700, 5},
	}
}

// BenchmarkNodes is a limit that keeps a search of the large ones to a second or two.
const BenchmarkNodes = 1_000_000

// ReportNodes reports nodes a second.
func ReportNodes(b *testing.B, nodes int64) {
	b.Helper()
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}
