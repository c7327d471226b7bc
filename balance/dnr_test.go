package balance

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// With loads that all neighbours know, as many elements as dn would move go downhill from neighbour to
// neighbour, to a processor with no less loaded neighbour; with a threshold for passing on, to one
// with no sufficiently less loaded neighbour.
func TestCorradiSection34LoadGoesToALocalMinimum(t *testing.T) {
	for policy, forward := range map[string]float64{"dnr": 0, "dnr:forward=0.3": 0.3} {
		t.Run(policy, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				j := newJumble(t, policy, drawNetwork(t), 1)
				j.drawLoads(true)
				most := j.procs[0]
				var before []float64
				for _, p := range j.procs {
					d := p.policy.(*dnr)
					before = append(before, p.Load())
					d.told = p.Load()
					for i, n := range p.neighbours {
						d.loads[i] = j.procs[n].Load()
					}
					if p.Load() > most.Load() {
						most = p
					}
				}
				most.policy.(*dnr).LoadChanged(most)
				if len(j.links) == 0 {
					return // no neighbour has sufficiently less
				}
				first := j.procs[j.links[0].to]
				j.take(0) // the question
				j.take(j.link(first.rank, most.rank))
				want := int(before[most.rank]-before[first.rank]) / 2
				from, at := most.rank, first.rank
				j.takeElements(from, at, want)
				for next := j.passes(at); next >= 0; next = j.passes(at) {
					if before[next] >= before[at] {
						t.Fatalf("processor %d with %v passes on to %d with %v", at, before[at], next, before[next])
					}
					from, at = at, next
					j.takeElements(from, at, want)
				}
				for _, n := range j.procs[at].neighbours {
					if n != from && before[n] < (1-forward)*before[at] {
						t.Fatalf("%d elements end at processor %d with %v, whose neighbour %d has %v", want, at, before[at], n, before[n])
					}
				}
			})
		})
	}
}

// link is the index of a link that carries something.
func (j *jumble) link(from, to int) int {
	return slices.IndexFunc(j.links, func(l *jumbledLink) bool { return l.from == from && l.to == to })
}

// takeElements delivers what is on a link: an announcement of that many elements, and the elements.
func (j *jumble) takeElements(from, to, want int) {
	j.t.Helper()
	i := j.link(from, to)
	if got := len(j.links[i].parcels[1].loads); got != want {
		j.t.Fatalf("%d elements go from %d to %d, want %d", got, from, to, want)
	}
	j.take(i)
	j.take(j.link(from, to))
}

// passes is the processor to which another passes elements on, or -1.
func (j *jumble) passes(from int) int {
	for _, l := range j.links {
		if l.from == from && l.parcels[0].message.Kind == engagePass {
			return l.to
		}
	}
	return -1
}
