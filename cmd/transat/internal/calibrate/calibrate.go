// Package calibrate documents how machine presets were fitted to measurements of a paper, judges them,
// and repeats the fit.
//
// A Fit is a preset and a policy, whose Parameters were set so that the simulation gives the numbers of
// some rows of the paper's tables. Other rows are held out: the fit did not look at them, and they say what
// it is worth. Check simulates all rows on search trees; Repeat looks for better numbers from scratch:
//
//	fit := calibrate.Fits()[1]            // lade on gcel-ppbb
//	report, err := bench.Check(ctx, fit)  // simulates the rows of Table 4
//	for i, target := range fit.Targets {
//		ours := *report.Preset.Ours[i]
//		fmt.Println(target.Topology, target.Efficiency, ours.Efficiency, target.Missed(ours))
//	}
//
// What is compared is a target's Deviations: each is 1 where a number is just at its bar. Objective is
// the mean of their squares over the rows that are used, so that a fit with all of them at the bars has 1.
//
// Some numbers of a machine need no search: Times computes WorkTime and NodeTime in closed form, Losses
// MessageCPU and TakeTime of gcel-ppbb.
//
// Start reading here; target.go says what is compared, parameter.go what is varied, bench.go simulates, on
// the formulas that sample.go chooses, search.go is the search, which knows nothing of machines, fit.go puts
// them together, and sheets.go shows what was found. Left out: the choice of rules. Which end of a list elements come from, or when a processor
// tells its neighbours, are not numbers; the policies' own comments say why they are as they are.
package calibrate

import (
	"slices"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/reproduce"
)

// Fit is a preset that was fitted to some rows of the paper, and held against others.
type Fit struct {
	Name, Title string
	Machine     string // preset
	Policy      string
	Parameters  []Parameter
	Targets     []Target
	// ByName says that it is done only if it is named.
	ByName bool
	// Lost says that two costs of the machine follow from the time lost in the rows that are used (Losses).
	Lost bool
}

// Fits returns all fits.
func Fits() []Fit { return []Fit{plbFit(), ladeFit(), strictFit()} }

// plbFit uses both ends and the middle of Table 2, and in a search nothing else. Table 3, with its other formulas,
// another network and another load estimate, and the row of 64 processors were looked at when what the paper
// leaves open was chosen, and for some costs of the preset: on the line, and with estimate (b), far more
// elements are handled.
func plbFit() Fit {
	fit := Fit{
		Name: "plb", Title: "PLB on the GCel-1024 (Tables 2 and 3)", Machine: "gcel-1024", Policy: "plb",
		Parameters: []Parameter{
			cost("TakeTime", 1, func(m *sim.CostModel) *balance.Ticks { return &m.TakeTime }),
			cost("MessageCPU", 1, func(m *sim.CostModel) *balance.Ticks { return &m.MessageCPU }),
			cost("ElementCPU", 1, func(m *sim.CostModel) *balance.Ticks { return &m.ElementCPU }),
			cost("LinkTime", 1, func(m *sim.CostModel) *balance.Ticks { return &m.LinkTime }),
			{Name: "period", Unit: "s", Start: 1, Min: 0.05, Max: 10},
			{Name: "again", Start: 1, Min: 0.05, Max: 10},
		},
	}
	for _, row := range reproduce.Table2() {
		n := row.Procs()
		fit.Targets = append(fit.Targets, Target{Row: row, Used: n == 32 || n == 256 || n == 1024, Seen: n == 64, Seeds: 1, Points: 1})
	}
	for _, row := range reproduce.Table3() {
		fit.Targets = append(fit.Targets, Target{Row: row, Seen: true, Seeds: 1, Points: 2.5})
	}
	return fit
}

// strictFit fits all costs and a trigger of phases anew, to PLB as §5 of the paper words it, by losses: to both ends and the
// middle of Table 2, the mesh with estimate (a) and the line with (b). Nothing is set by what it finds. Each row has been looked
// at for something before, so held out means by the search.
func strictFit() Fit {
	fit := Fit{
		Name: "plb-strict", Title: "PLB as §5 words it on the GCel-1024, by losses (Tables 2 and 3)", Machine: "gcel-1024",
		Policy: "plb-strict:few=2:share=0.008:period=1.5:again=0.17", ByName: true,
		Parameters: slices.Concat(plbFit().Parameters[:4], []Parameter{
			cost("InstallTime", 1, func(m *sim.CostModel) *balance.Ticks { return &m.InstallTime }),
			{Name: "period", Unit: "s", Start: 1, Min: 0.05, Max: 10},
			{Name: "again", Start: 1, Min: 0.05, Max: 10},
			{Name: "share", Start: 0.01, Min: 0.0005, Max: 0.5},
		}),
	}
	for _, row := range slices.Concat(reproduce.Table2(), reproduce.Table3()) {
		n := row.Procs()
		used := n == 32 || n == 1024 || n == 256 && (row.Topology == "mesh") == (row.Estimate == "alpha")
		fit.Targets = append(fit.Targets, Target{Row: row, Used: used, Seen: true, Seeds: 1, ByLosses: true})
	}
	return fit
}

// ringSeeds is the number of runs on the ring for each formula: small changes have large effects there.
const ringSeeds = 5

// ladeFit used the network of the machine itself, and the one on which local averaging does worst.
func ladeFit() Fit {
	fit := Fit{
		Name: "lade", Title: "local averaging by the PPBB library on the GCel-1024 (Table 4)", Machine: "gcel-ppbb", Policy: "lade",
		Lost: true,
		Parameters: []Parameter{
			cost("ElementCPU", 1, func(m *sim.CostModel) *balance.Ticks { return &m.ElementCPU }),
			{Name: "period", Unit: "s", Start: 0.2, Min: 0.02, Max: 2},
			{Name: "inform", Unit: "s", Start: 0.2, Min: 0.02, Max: 2},
		},
	}
	for _, row := range reproduce.Table4() {
		t := Target{Row: row, Used: row.Topology == "mesh" || row.Topology == "ring", Seeds: 1, Points: 2.5}
		if row.Topology == "ring" {
			t.Seeds = ringSeeds
		}
		fit.Targets = append(fit.Targets, t)
	}
	return fit
}
