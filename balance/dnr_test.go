package balance

import (
	"testing"

	"pgregory.net/rapid"
)

// With loads that all neighbours know, the elements go to a processor with no less loaded neighbour, in
// a single move; with a threshold for passing on, to one with no sufficiently less loaded neighbour.
func TestCorradiSection34LoadGoesToALocalMinimum(t *testing.T) {
	for policy, forward := range map[string]float64{"dnr": 0, "dnr:forward=0.3": 0.3} {
		t.Run(policy, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				j := newJumble(t, policy, drawNetwork(t), 1)
				j.drawLoads(true)
				most := j.procs[0]
				for _, p := range j.procs {
					d := p.policy.(*dnr)
					d.told = p.Load()
					for i, n := range p.neighbours {
						d.loads[i] = j.procs[n].Load()
					}
					if p.Load() > most.Load() {
						most = p
					}
				}
				most.policy.(*dnr).LoadChanged(most)
				for len(j.links) > 0 && j.links[0].parcels[0].loads == nil {
					j.deliver()
				}
				if len(j.links) == 0 {
					return // no neighbour has sufficiently less
				}
				end := j.procs[j.links[0].to]
				for _, n := range end.neighbours {
					if load := j.procs[n].Load(); n != most.rank && load < (1-forward)*end.Load() {
						t.Fatalf("%v elements go to processor %d with %v, whose neighbour %d has %v",
							len(j.links[0].parcels[0].loads), end.rank, end.Load(), n, load)
					}
				}
			})
		})
	}
}
