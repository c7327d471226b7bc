package balancetest

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
)

// The clauses on messages, and on messages and elements together.

// Every processor sends one message to every other.
func (s suite) messagesReachAnyRank() error {
	f := &faults{}
	for _, g := range []topology.Network{grid("line", 5), grid("ring", 6), grid("mesh", 3, 4), grid("torus", 4, 4), grid("tree", 9)} {
		n := g.Procs()
		c := s.comb()
		got := make([][]int, n) // messages per receiver and sender
		var received atomic.Int64
		s.run(f, Run{Topology: g, Tree: c, Policy: func(rank int) balance.Policy {
			got[rank] = make([]int, n)
			return &probe{
				start: func(p balance.Proc) {
					for to := range n {
						if to != rank {
							p.Send(to, letter(rank, to))
						}
					}
				},
				receive: func(_ balance.Proc, from int, m balance.Message) {
					if diff := cmp.Diff(letter(from, rank), m); diff != "" {
						f.add("%v: message from %d to %d (-sent +received):\n%s", g, from, rank, diff)
					}
					got[rank][from]++
					if received.Add(1) == int64(n*(n-1)) {
						c.done.Store(true)
					}
				},
			}
		}})
		for to := range got {
			for from, k := range got[to] {
				if want := min(1, max(from-to, to-from)); k != want {
					f.add("%v: %d messages arrived from %d at %d, want %d", g, k, from, to, want)
				}
			}
		}
	}
	return f.err()
}

// letter is a message that tells who wrote it and to whom, in all of its fields.
func letter(from, to int) balance.Message {
	return balance.Message{
		Kind: uint8(255 - from), Round: math.MaxUint32 - uint32(to), A: -1 / float64(1+from), B: 1e300 / float64(1+to),
	}
}

// Every processor sends numbered messages to every other, all at once.
func (s suite) firstInFirstOut() error {
	const each = 12
	f := &faults{}
	for _, g := range []topology.Network{grid("line", 5), grid("torus", 3, 3)} {
		n := g.Procs()
		c := s.comb()
		var received atomic.Int64
		s.run(f, Run{Topology: g, Tree: c, Policy: func(rank int) balance.Policy {
			last := make([]uint32, n)
			return &probe{
				start: func(p balance.Proc) {
					for k := range each * (n - 1) {
						to := (rank + 1 + k%(n-1)) % n
						p.Send(to, balance.Message{Round: uint32(1 + k/(n-1))})
					}
				},
				receive: func(_ balance.Proc, from int, m balance.Message) {
					if m.Round != last[from]+1 {
						f.add("%v: message %d from %d arrives at %d after message %d", g, m.Round, from, rank, last[from])
					}
					last[from] = m.Round
					if received.Add(1) == int64(each*n*(n-1)) {
						c.done.Store(true)
					}
				},
			}
		}})
		if got, want := received.Load(), int64(each*n*(n-1)); got != want {
			f.add("%v: %d messages arrived, %d were sent", g, got, want)
		}
	}
	return f.err()
}

// effect is a Send (elements 0) or a transfer of that many elements.
type effect struct {
	elements int
	byLoad   bool
}

func (s suite) effectsInCallOrder() error {
	message, one, two, least := effect{}, effect{elements: 1}, effect{elements: 2}, effect{elements: 1, byLoad: true}
	return s.stream([]int{1, 4, 8}, []effect{message, one, message, message, two, one, message, least, message})
}

func (s suite) noOvertaking() error {
	return s.stream([]int{1, 8}, []effect{{elements: maxTeeth / 2}, {}})
}

// stream lets processor 0 of some networks execute effects towards each of the targets, one effect
// for all targets and then the next, and compares their order at the other end.
func (s suite) stream(targets []int, effects []effect) error {
	f := &faults{}
	for _, g := range []topology.Network{grid("mesh", 3, 3), grid("ring", 9)} {
		c := s.comb()
		got := make([][]string, 9)
		var open atomic.Int64
		open.Store(int64(len(targets)))
		s.run(f, Run{Topology: g, Tree: c, Policy: func(rank int) balance.Policy {
			if rank == 0 {
				return whenComplete(func(p balance.Proc) {
					for i, e := range effects {
						for _, to := range targets {
							e.happen(p, to, i)
						}
					}
				})
			}
			log := func(entry string) {
				got[rank] = append(got[rank], entry)
				if len(got[rank]) == len(effects) && open.Add(-1) == 0 {
					c.done.Store(true)
				}
			}
			return &probe{
				receive: func(_ balance.Proc, _ int, m balance.Message) { log(fmt.Sprintf("%d: message", m.Round)) },
				arrived: func(balance.Proc, int) { log(fmt.Sprintf("%d: elements", len(got[rank]))) },
			}
		}})
		var want []string
		for i, e := range effects {
			what := "message"
			if e.elements > 0 {
				what = "elements"
			}
			want = append(want, fmt.Sprintf("%d: %s", i, what))
		}
		for _, to := range targets {
			if diff := cmp.Diff(want, got[to]); diff != "" {
				f.add("%v: effects of 0 on %d (-in order of the calls +in order of arrival):\n%s", g, to, diff)
			}
		}
	}
	return f.err()
}

func (e effect) happen(p balance.Proc, to, number int) {
	switch {
	case e.elements == 0:
		p.Send(to, balance.Message{Round: uint32(number)})
	case e.byLoad:
		p.TransferLoad(to, 1e-9, 1)
	default:
		p.Transfer(to, e.elements)
	}
}

// whenComplete is a policy for the processor with the root of a comb: it acts once, as soon as all
// teeth are in the list.
func whenComplete(act func(balance.Proc)) balance.Policy {
	acted := false
	try := func(p balance.Proc) {
		if !acted && teethIn(p.Load()) == 1<<maxTeeth-1 {
			acted = true
			act(p)
		}
		if !acted {
			p.WakeAfter(balance.Millisecond)
		}
	}
	return &probe{start: try, wake: try}
}
