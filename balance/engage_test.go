package balance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance/topology"
)

// jumble is a network of processors with elements and no workers, on which whatever is under way
// arrives in any order that keeps each directed link first-in first-out, and timers go off at any
// time. It watches that the event-driven policies keep their promises. Elements are nothing but their loads.
type jumble struct {
	t      *rapid.T
	random *rand.Rand
	procs  []*jumbled
	links  []*jumbledLink // those that carry something
	now    Ticks          // deliveries so far
	fault  string

	changing bool // loads change by themselves, or dnr passes on: that may reverse the roles of a move
}

type jumbledLink struct {
	from, to int
	parcels  []jumbledParcel
}

type jumbledParcel struct {
	message Message
	timer   bool      // no parcel, but a timer that goes off
	loads   []float64 // of elements; none in a message
	left    float64   // load of their sender when they had left
	passed  bool      // dnr: they are passed on, and so not granted
}

// jumbled is a processor of a jumble. It implements Proc.
type jumbled struct {
	*jumble
	rank       int
	neighbours []int
	policy     Policy
	list       []float64

	passing bool // dnr: it has announced elements that it passes on
	granted bool // it has granted, and that action is not over for it
	due     int  // an: as in an
	known   bool
}

func newJumble(t *rapid.T, policy string, g topology.Network, seed uint64) *jumble {
	chosen, err := Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	maker, err := chosen.For(g)
	if err != nil {
		t.Fatal(err)
	}
	j := &jumble{t: t, random: rand.New(rand.NewPCG(seed, 1))}
	for rank := range g.Procs() {
		p := &jumbled{jumble: j, rank: rank, neighbours: g.Neighbours(rank), policy: maker(rank)}
		if _, passes := p.policy.(*dnr); passes {
			j.changing = true
		}
		j.procs = append(j.procs, p)
	}
	return j
}

func (p *jumbled) Rank() int             { return p.rank }
func (p *jumbled) Procs() int            { return len(p.procs) }
func (p *jumbled) Neighbours() []int     { return p.neighbours }
func (p *jumbled) Len() int              { return len(p.list) }
func (p *jumbled) Working() float64      { return 0 }
func (p *jumbled) Busy() bool            { return false }
func (p *jumbled) Now() Ticks            { return p.now }
func (p *jumbled) Rand() *rand.Rand      { return p.random }
func (p *jumbled) WakeAfter(Ticks)       { p.send(p.rank, p.rank, jumbledParcel{timer: true}) }
func (p *jumbled) SetGrain(float64)      { p.fault = "a grain is set" }
func (p *jumbled) CountPhase()           {}
func (p *jumbled) SetTag(uint8)          {}
func (p *jumbled) Tag() uint8            { return 0 }
func (p *jumbled) Transfer(int, int) int { p.fault = "elements are sent by number"; return 0 }

func (p *jumbled) Load() float64 {
	sum := 0.0
	for _, l := range p.list {
		sum += l
	}
	return sum
}

func (p *jumbled) TransferLoad(to int, atLeast, atMost float64) float64 {
	var sent, kept []float64
	sum := 0.0
	for _, l := range p.list {
		if sum < atLeast && sum+l <= atMost {
			sum += l
			sent = append(sent, l)
		} else {
			kept = append(kept, l)
		}
	}
	p.list = kept
	if len(sent) > 0 {
		p.send(p.rank, to, jumbledParcel{loads: sent, left: TotalLoad(p), passed: p.passing})
	}
	p.passing = false
	return sum
}

func (p *jumbled) Send(to int, m Message) {
	if m.Kind == engageGrant {
		if p.granted {
			p.fault = fmt.Sprintf("processor %d grants %d before another action is over", p.rank, to)
		}
		p.granted = true
	}
	p.passing = m.Kind == engagePass
	p.send(p.rank, to, jumbledParcel{message: m})
}

func (j *jumble) send(from, to int, x jumbledParcel) {
	i := slices.IndexFunc(j.links, func(l *jumbledLink) bool { return l.from == from && l.to == to })
	if i < 0 {
		i = len(j.links)
		j.links = append(j.links, &jumbledLink{from: from, to: to})
	}
	j.links[i].parcels = append(j.links[i].parcels, x)
}

// deliver delivers the next parcel of any link. It reports whether there was one.
func (j *jumble) deliver() bool {
	if len(j.links) == 0 {
		return false
	}
	j.take(j.random.IntN(len(j.links)))
	return true
}

// take delivers the next parcel of a link.
func (j *jumble) take(i int) {
	l := j.links[i]
	x := l.parcels[0]
	if l.parcels = l.parcels[1:]; len(l.parcels) == 0 {
		j.links = slices.Delete(j.links, i, i+1)
	}
	p := j.procs[l.to]
	j.now++
	if x.timer {
		p.policy.Wake(p)
		return
	}
	p.over(x)
	if x.loads == nil {
		p.policy.Receive(p, l.from, x.message)
		return
	}
	empty := TotalLoad(p) == 0
	p.list = append(p.list, x.loads...)
	if !j.changing && !empty && TotalLoad(p) > x.left+1e-9 {
		j.fault = fmt.Sprintf("%v sent from %d to %d reverse the roles: %v left, %v there", x.loads, l.from, l.to, x.left, TotalLoad(p))
	}
	p.policy.Arrived(p, l.from)
}

// over notes what ends an action for a processor that has granted it.
func (p *jumbled) over(x jumbledParcel) {
	switch _, average := p.policy.(*an); {
	case x.passed:
	case !average:
		p.granted = p.granted && x.loads == nil && x.message.Kind != engageNothing
	case x.message.Kind == engageRelease:
		p.due += int(x.message.A)
		p.known = true
	case p.granted && (x.loads != nil || x.message.Kind == engageNothing): // otherwise of its own action
		p.due--
	}
	if p.known && p.due == 0 {
		p.granted, p.known = false, false
	}
}

// settle delivers everything, and checks that all actions end.
func (j *jumble) settle(limit int) {
	j.t.Helper()
	for ; j.fault == "" && j.deliver(); limit-- {
		if limit == 0 {
			j.t.Fatal("messages go on and on")
		}
	}
	if j.fault != "" {
		j.t.Fatal(j.fault)
	}
	for _, p := range j.procs {
		e, asking := engagementOf(p.policy)
		if e.bound || len(e.refused) > 0 || asking > 0 || p.granted {
			j.t.Fatalf("processor %d is still in an action: %+v, %d answers to come", p.rank, *e, asking)
		}
	}
}

func engagementOf(p Policy) (e *engagement, asking int) {
	switch p := p.(type) {
	case *dn:
		return &p.engagement, 0
	case *dnr:
		return &p.engagement, 0
	case *dnrChain:
		return &p.engagement, 0
	default:
		return &p.(*an).engagement, p.(*an).asking
	}
}

// change lets a processor have elements made, or lose some, and tells its policy.
func (p *jumbled) change(by int, load float64) {
	switch {
	case by > 0:
		p.list = append(p.list, slices.Repeat([]float64{load}, by)...)
	case by < 0:
		p.list = p.list[min(-by, len(p.list)):]
	}
	p.policy.(LoadWatcher).LoadChanged(p)
}

func (j *jumble) sum() float64 {
	sum := 0.0
	for _, p := range j.procs {
		sum += p.Load()
	}
	return sum
}

func drawNetwork(t *rapid.T) topology.Network {
	kind := rapid.SampledFrom([]string{"line", "ring", "mesh", "torus"}).Draw(t, "kind")
	g, err := topology.New(kind, rapid.SliceOfN(rapid.IntRange(1, 4), 1, 2).Draw(t, "sides")...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// drawLoads gives every processor elements, all of load 1 or of any load in sixteenths.
func (j *jumble) drawLoads(alike bool) {
	for _, p := range j.procs {
		for range rapid.IntRange(0, 30).Draw(j.t, "elements") {
			load := 1.0
			if !alike {
				load = float64(1+j.random.IntN(16)) / 16
			}
			p.list = append(p.list, load)
		}
	}
}

func eventDriven() []string {
	return []string{"dn", "an", "an-2", "dnr", "dnr:forward=0.2", "dnr:chain=1"}
}

// Serialisation (§2.2) and the selection phase (§3.1), in whatever order messages arrive: no processor takes
// part in two actions, every action ends, no element is lost, no move reverses the roles (but dnr's may).
func TestCorradiSection22SerialisationAndRoles(t *testing.T) {
	for _, policy := range eventDriven() {
		t.Run(policy, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				j := newJumble(t, policy, drawNetwork(t), rapid.Uint64().Draw(t, "seed"))
				j.drawLoads(rapid.Bool().Draw(t, "alike"))
				want := j.sum()
				for _, p := range j.procs {
					p.policy.Start(p)
				}
				j.settle(100_000)
				if got := j.sum(); math.Abs(got-want) > 1e-9 {
					t.Fatalf("load %v became %v", want, got)
				}
			})
		})
	}
}

// The same while elements come and go.
func TestCorradiSection22SerialisationWhileLoadsChange(t *testing.T) {
	for _, policy := range eventDriven() {
		t.Run(policy, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				j := newJumble(t, policy, drawNetwork(t), rapid.Uint64().Draw(t, "seed"))
				j.changing = true
				for _, p := range j.procs {
					p.policy.Start(p)
				}
				for range rapid.IntRange(0, 200).Draw(t, "changes") {
					p := j.procs[j.random.IntN(len(j.procs))]
					p.change(j.random.IntN(21)-10, 1)
					for range j.random.IntN(8) {
						j.deliver()
					}
				}
				j.settle(100_000)
			})
		})
	}
}

// When all is quiet, no processor has more than a neighbour by more than the threshold, or an element,
// and what the neighbour had no need to tell: once since it last told, and once since it took part in
// an action with the processor, which then knew more than the neighbour has told.
func TestCorradiSection31DNSettlesWithinTheThreshold(t *testing.T) {
	for _, policy := range []string{"dn", "dnr", "dn:threshold=0:change=0"} {
		t.Run(policy, func(t *testing.T) {
			chosen, err := Choose(policy)
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(t *rapid.T) {
				j := newJumble(t, policy, drawNetwork(t), rapid.Uint64().Draw(t, "seed"))
				j.drawLoads(true)
				for _, p := range j.procs {
					p.policy.Start(p)
				}
				j.settle(100_000)
				for _, p := range j.procs {
					for _, n := range p.neighbours {
						load, other := p.Load(), j.procs[n].Load()
						allowed := max(chosen.Values["threshold"]*load, 1) + 2*max(chosen.Values["change"]*load, 1)
						if load-other > allowed {
							t.Fatalf("processor %d ends with %v, its neighbour %d with %v", p.rank, load, n, other)
						}
					}
				}
			})
		})
	}
}

// When all is quiet, no domain has a sender and a receiver between which an element could move, but for
// what there was no need to tell.
func TestCorradiSection32ANSettlesAroundTheAverage(t *testing.T) {
	for policy, radius := range map[string]int{"an": 1, "an-2": 2} {
		t.Run(policy, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := drawNetwork(t)
				j := newJumble(t, policy+":change=0", g, rapid.Uint64().Draw(t, "seed"))
				j.drawLoads(true)
				for _, p := range j.procs {
					p.policy.Start(p)
				}
				j.settle(100_000)
				for master := range j.procs {
					j.checkDomain(append(within(g, master, radius), master))
				}
			})
		})
	}
}

func (j *jumble) checkDomain(ranks []int) {
	j.t.Helper()
	sum, least, most := 0.0, math.Inf(1), 0.0
	for _, r := range ranks {
		load := j.procs[r].Load()
		sum += load
		least, most = min(least, load), max(most, load)
	}
	average := sum / float64(len(ranks))
	const untold = 1 // of every member, and so of the average
	if most > 1.1*(average+untold)+untold+1 && least < 0.9*(average-untold)-untold-1 {
		j.t.Fatalf("domain %v ends with loads from %v to %v around %v", ranks, least, most, average)
	}
}
