package timeline

import (
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/experiment"
)

// ForPlan makes of recorders those of a plan of runs: one for each setup, or nil.
func ForPlan(all []*Recorder) []experiment.Recorder {
	if all == nil {
		return nil
	}
	lent := make([]experiment.Recorder, len(all))
	for j, r := range all {
		if r != nil {
			lent[j] = planned{r}
		}
	}
	return lent
}

// planned is a recorder of a plan.
type planned struct{ *Recorder }

// Begin implements runs.Recorder.
func (p planned) Begin(about experiment.Recording, watch *compare.Watch, fail func(error)) {
	watch.Timeline = p.Recorder.Begin(Run{
		Tree: about.Tree, Policy: about.Policy.String(), Load: about.Estimate.String(), Machine: about.Cost.Name,
		Seed: about.Seed, Network: about.Topology, Sides: about.Physical.Sides(), Expected: about.Expected,
	}, fail)
}

// End implements runs.Recorder.
func (p planned) End(result sim.Result) error { return p.Recorder.End(result.Time) }
