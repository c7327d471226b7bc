package film

import (
	"fmt"

	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/experiment"
)

// ForPlan is a recorder of a run of a plan: it implements runs.Recorder.
type ForPlan struct {
	*Recorder
	nodes int64 // in the tree; 0 if that is not known
}

// NewForPlan returns a recorder for one setup of a plan.
func NewForPlan(options Options) *ForPlan { return &ForPlan{Recorder: NewRecorder(options)} }

// Begin implements runs.Recorder.
func (p *ForPlan) Begin(about experiment.Recording, watch *compare.Watch, fail func(error)) {
	p.nodes = about.Nodes
	start, _ := about.Placement()
	timeline, err := p.Recorder.Begin(Run{
		Tree: about.Tree, Policy: about.Policy, Load: about.Estimate, Machine: about.Cost.Name, Start: fmt.Sprint(start),
		Seed: about.Seed, Grain: about.Grain, Network: about.Topology, Grid: about.Physical, Expected: about.Expected,
	})
	if err != nil {
		fail(err)
		return
	}
	watch.Timeline = timeline
}

// End implements runs.Recorder.
func (p *ForPlan) End(result sim.Result) error {
	p.Finish(result, result.Found || p.nodes > 0 && result.Nodes == p.nodes)
	return nil
}

// Film is the film, when the run has ended; nil if it never began.
func (p *ForPlan) Film() *Film { return p.film }
