package compare

import (
	"transat/balance"
	"transat/balance/sim"
	"transat/balance/simd"
	"transat/balance/topology"
)

// Preset is a machine that can be simulated: one that passes messages, or one in lockstep.
type Preset struct {
	Cost     sim.CostModel   // of one in lockstep, what it has in common with the others
	Lockstep *simd.CostModel // nil for a machine that passes messages
	Crowd    []float64       // as in Setup
	Periods  float64         // likewise
	Pause    balance.Ticks   // likewise
}

// Presets returns all machines, the default first: the presets of sim and of simd.
func Presets() []Preset {
	var all []Preset
	for _, m := range sim.CostModels() {
		all = append(all, Preset{Cost: m})
	}
	for _, c := range simd.CostModels() {
		all = append(all, Preset{
			Cost:     sim.CostModel{Name: c.Name, Title: c.Title, Source: c.Source, Era: c.Era, WorkTime: c.WorkTime, NodeTime: c.NodeTime},
			Lockstep: &c,
		})
	}
	return all
}

// ChoosePreset returns the machine of that name, or a *balance.UnknownError.
func ChoosePreset(name string) (Preset, error) {
	return balance.Find("machine", name, Presets(), func(p Preset) string { return p.Cost.Name })
}

// Grid returns the machine's own network of processors: a mesh, or for one in lockstep a torus.
func (p Preset) Grid(sides ...int) (*topology.Grid, error) {
	if p.Lockstep != nil {
		return topology.NewGrid("torus", sides...)
	}
	return topology.NewGrid("mesh", sides...)
}

// Longer is how many times longer a node takes while all of that many processors are at work: see [Setup].
func (p Preset) Longer(procs int) float64 {
	if p.Cost.Computer > 0 {
		procs = min(procs, p.Cost.Computer)
	}
	if len(p.Crowd) == 0 {
		return 1
	}
	return p.Crowd[min(procs, len(p.Crowd))-1]
}
