package reproduce

import (
	"math"
	"slices"

	"transat/balance/topology"
)

// What the PLB paper has measured: its Tables 2, 3 and 4, row by row, as data. They are here, and not in the paper's
// package, since package calibrate fits machines to them.
//
// A row names what was run in the words of this program, so that the same can be simulated, and has
// the numbers as they are printed. Sequential has the one number that the paper does not print but
// that all its rows agree on.
//
// Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6.

// TableRow is one measurement: a policy on a machine, averaged over the unsatisfiable formulas of a
// sample. Times are in seconds; a number that the table does not have is NaN.
type TableRow struct {
	Table    int    // 2, 3 or 4
	Sample   string // "350-1505-3"
	Sides    []int  // of the mesh of processors that the machine is
	Policy   string // "plb" or "lade"
	Topology string // that the policy sees: a kind of package topology
	Estimate string // of load: "alpha", the paper's (a), or "count", its (b)

	Time    float64 // mean of the parallel running time
	TimeStd float64 // its standard deviation over the formulas
	Idle    float64 // idle time, mean per processor
	Phases  float64 // balancing phases ("bal")
	Info    float64 // load informations sent, mean per processor
	Send    float64 // subproblems sent, mean per processor

	Efficiency float64 // in percent
}

// Procs is the number of processors, n.
func (r TableRow) Procs() int { return topology.Procs(r.Sides) }

// The samples, by the names that package instances gives to ours of the same shape.
const (
	Sample350 = "350-1505-3" // Table 2: 31 of the 50 formulas, which are unsatisfiable
	Sample400 = "400-2000-3" // Tables 3 and 4: 50 unsatisfiable formulas
)

// Sequential returns the mean time, in seconds, that one processor takes for an unsatisfiable formula
// of a sample, or 0 for other samples. The paper does not print it: it is what n · time · efficiency comes
// to in every row, but for the rounding of what it is computed from.
func Sequential(sample string) float64 {
	switch sample {
	case Sample350:
		return 102_200
	case Sample400:
		return 29_500
	}
	return 0
}

// Rows returns all rows, of Tables 2, 3 and 4.
func Rows() []TableRow { return slices.Concat(Table2(), Table3(), Table4()) }

// Table2 returns the rows of Table 2, §6.1: PLB on meshes of 32 to 1024 processors.
func Table2() []TableRow {
	row := func(height, width int, time, std, idle, phases, send, efficiency float64) TableRow {
		return TableRow{
			Table: 2, Sample: Sample350, Sides: []int{height, width}, Policy: "plb", Topology: "mesh", Estimate: "alpha",
			Time: time, TimeStd: std, Idle: idle, Phases: phases, Info: math.NaN(), Send: send, Efficiency: efficiency,
		}
	}
	return []TableRow{
		row(4, 8, 3217, 1361, 4.8, 252, 99, 99.3),
		row(8, 8, 1614, 681, 4.0, 325, 135, 99.0),
		row(8, 16, 810, 341, 3.2, 336, 203, 98.6),
		row(16, 16, 408, 171, 2.7, 312, 184, 97.8),
		row(16, 32, 207, 86, 3.2, 210, 218, 96.4),
		row(32, 32, 108, 43, 4.4, 110, 244, 92.8),
	}
}

// Table3 returns the rows of Table 3, §6.2: PLB with both load estimates, on two networks of 256
// processors.
func Table3() []TableRow {
	row := func(topology, estimate string, time, idle, phases, send, efficiency float64) TableRow {
		return TableRow{
			Table: 3, Sample: Sample400, Sides: []int{16, 16}, Policy: "plb", Topology: topology, Estimate: estimate,
			Time: time, TimeStd: math.NaN(), Idle: idle, Phases: phases, Info: math.NaN(), Send: send, Efficiency: efficiency,
		}
	}
	return []TableRow{
		row("mesh", "alpha", 121.2, 2.4, 277, 206, 95.0),
		row("mesh", "count", 128.5, 4.3, 426, 194, 89.7),
		row("line", "alpha", 121.2, 1.7, 118, 1134, 95.0),
		row("line", "count", 130.3, 3.5, 210, 2294, 88.4),
	}
}

// Table4 returns the rows of Table 4, §6.2: local averaging (LADE of the PPBB library) on virtual
// networks of 256 processors.
func Table4() []TableRow {
	row := func(topology string, time, idle, info, send, efficiency float64) TableRow {
		return TableRow{
			Table: 4, Sample: Sample400, Sides: []int{16, 16}, Policy: "lade", Topology: topology, Estimate: "count",
			Time: time, TimeStd: math.NaN(), Idle: idle, Phases: math.NaN(), Info: info, Send: send, Efficiency: efficiency,
		}
	}
	return []TableRow{
		row("mesh", 141.7, 3.7, 3025, 2446, 81.3),
		row("debruijn", 142.4, 2.4, 3216, 2557, 80.9),
		row("hypercube", 168.1, 2.8, 9263, 6147, 68.5),
		row("ring", 340.9, 210.2, 1511, 1362, 33.8),
		row("torus", 141.3, 2.5, 3252, 2583, 81.5),
	}
}
