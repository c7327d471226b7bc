package balance

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance/topology"
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

// With its threshold held against the end of the way, dnr levels a slope that has no step above the threshold.
func TestCorradiSection34TheWholeWayIsTheDomain(t *testing.T) {
	for _, c := range []struct {
		policy string
		want   []float64
	}{
		{"dnr", []float64{13, 11, 9, 8}},
		{"dnr:chain=1", []float64{12, 11, 9, 9}}, // half of 13 − 11 goes from 13 to 8
	} {
		t.Run(c.policy, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				line, err := topology.New("line", 4)
				if err != nil {
					t.Fatal(err)
				}
				j := newJumble(t, c.policy, line, rapid.Uint64().Draw(t, "seed"))
				for i, load := range []int{13, 11, 9, 8} {
					j.procs[i].list = slices.Repeat([]float64{1}, load)
				}
				for _, p := range j.procs { // all know the loads of their neighbours
					for i, n := range p.neighbours {
						domainOf(p.policy).loads[i] = j.procs[n].Load()
					}
					domainOf(p.policy).told = p.Load()
				}
				j.procs[0].policy.(LoadWatcher).LoadChanged(j.procs[0])
				for j.deliver() {
				}
				var got []float64
				for _, p := range j.procs {
					got = append(got, p.Load())
				}
				if !slices.Equal(got, c.want) {
					t.Fatalf("loads %v, want %v", got, c.want)
				}
			})
		})
	}
}

func domainOf(p Policy) *domain {
	if d, ok := p.(*dnrChain); ok {
		return &d.domain
	}
	return &p.(*dnr).domain
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
