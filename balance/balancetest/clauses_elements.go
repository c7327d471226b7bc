package balancetest

import (
	"math"
	"sync/atomic"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
)

// The clauses on which elements are sent. All teeth of a comb lie in the list of processor 0, which
// then sends some to each of the others in turn.

// shipment is a call of Transfer or TransferLoad and what it should send.
type shipment struct {
	what string
	send func(p balance.Proc, to int) float64 // the number of elements, or the load
	// pick tells which elements of the list should go, given their loads, oldest first.
	pick func(loads []float64) []int
	// counts: send returns a number of elements.
	counts bool
}

func (s suite) transfer() error {
	transfer := func(what string, n int) shipment {
		return shipment{
			what:   what,
			counts: true,
			send:   func(p balance.Proc, to int) float64 { return float64(p.Transfer(to, n)) },
			pick: func(loads []float64) []int {
				var picked []int
				for i := range min(max(n, 0), len(loads)) {
					picked = append(picked, i)
				}
				return picked
			},
		}
	}
	return s.ship([]shipment{
		transfer("Transfer of 3", 3),
		transfer("Transfer of none", 0),
		transfer("Transfer of 1", 1),
		transfer("Transfer of -1", -1),
		transfer("Transfer of more than there are", 1000),
		transfer("Transfer from an empty list", 1),
	})
}

func (s suite) transferLoad() error {
	const all = 1.0
	load := func(what string, atLeast, atMost float64) shipment {
		return shipment{
			what: what,
			send: func(p balance.Proc, to int) float64 { return p.TransferLoad(to, atLeast, atMost) },
			pick: func(loads []float64) []int {
				var picked []int
				sum := 0.0
				for i, l := range loads {
					if sum >= atLeast {
						break
					}
					if sum+l <= atMost {
						sum += l
						picked = append(picked, i)
					}
				}
				return picked
			},
		}
	}
	f := &faults{}
	for _, list := range [][]shipment{
		{ // teeth 1, 2, 3, … have loads 1/2, 1/4, 1/8, …
			load("TransferLoad, one is enough", 0.3, math.Inf(1)),
			load("TransferLoad, one is exactly enough", 0.25, 0.25),
			load("TransferLoad of nothing", 0, all),
			load("TransferLoad of less than nothing", -1, all),
			load("TransferLoad, the oldest is too large", 0.05, 0.1),
			load("TransferLoad, all are too large", 1e-9, 1e-9),
			load("TransferLoad, less than at most is left", 0.01, 0.005),
			load("TransferLoad of more than there is", 5, math.Inf(1)),
		},
		{
			load("TransferLoad, several are needed", 0.8, math.Inf(1)),
			load("TransferLoad, the second would be too much", 0.0624, 0.07),
			load("TransferLoad, nothing to send", 0.5, 0),
			load("TransferLoad of the rest", 1, 1),
			load("TransferLoad from an empty list", 1, 1),
		},
	} {
		if err := s.ship(list); err != nil {
			f.add("%w", err)
		}
	}
	return f.err()
}

// ship lets processor 0 execute shipment i towards processor i+1, followed by a message, and checks
// what they return, what is missing afterwards, and what arrives before the message.
func (s suite) ship(list []shipment) error {
	f := &faults{}
	c := s.comb()
	want, got := make([]teeth, len(list)), make([]teeth, len(list))
	var delivered atomic.Int64
	s.run(f, Run{Tree: c, Policy: func(rank int) balance.Policy {
		switch {
		case rank == 0:
			return whenComplete(func(p balance.Proc) {
				for i, x := range list {
					want[i] = x.execute(f, p, i+1)
					p.Send(i+1, balance.Message{})
				}
			})
		case rank > len(list):
			return balance.Base{}
		}
		return &probe{
			arrived: func(p balance.Proc, _ int) {
				got[rank-1] |= teethIn(p.Load()) // the processor had nothing before
				if p.Len() == 0 {
					f.add("%s: Arrived is called with an empty list", list[rank-1].what)
				}
			},
			receive: func(balance.Proc, int, balance.Message) {
				if delivered.Add(1) == int64(len(list)) {
					c.done.Store(true)
				}
			},
		}
	}})
	if n := delivered.Load(); n < int64(len(list)) {
		f.add("%d of %d shipments were delivered", n, len(list))
	}
	for i, x := range list {
		if got[i] != want[i] {
			f.add("%s: teeth %v should arrive, %v did", x.what, want[i], got[i])
		}
	}
	return f.err()
}

// execute sends x and returns the teeth that should go.
func (x shipment) execute(f *faults, p balance.Proc, to int) teeth {
	before, length := teethIn(p.Load()), p.Len()
	var numbers []int
	var loads []float64
	for k := 1; k <= maxTeeth; k++ {
		if before&(1<<(k-1)) != 0 {
			numbers = append(numbers, k)
			loads = append(loads, math.Pow(2, -float64(k)))
		}
	}
	var want teeth
	load, result := 0.0, 0.0
	picked := x.pick(loads)
	for _, i := range picked {
		want |= 1 << (numbers[i] - 1)
		load += loads[i]
	}
	result = load
	if x.counts {
		result = float64(len(picked))
	}
	if got := x.send(p, to); got != result {
		f.add("%s returns %v, want %v", x.what, got, result)
	}
	if after := teethIn(p.Load()); after != before&^want {
		f.add("%s: the load falls by that of teeth %v, want %v", x.what, before&^after, want)
	}
	if sent := length - p.Len(); sent != len(picked) {
		f.add("%s: Len falls by %d, want %d", x.what, sent, len(picked))
	}
	return want
}

// tags: each Transfer delivers the tag that was set before it, and no other. Processor 0 sends a row of elements with and
// without tags, the last of them after a tag for a Transfer that has nothing to send.
func (s suite) tags() error {
	f := &faults{}
	for _, g := range []topology.Network{grid("mesh", 3, 3), grid("ring", 9)} {
		c := s.comb()
		var got []uint8 // at processor 8
		s.run(f, Run{Topology: g, Tree: c, Estimate: toothLoads(), Policy: func(rank int) balance.Policy {
			sent := false
			return &probe{
				start: func(p balance.Proc) {
					if rank == 0 {
						p.WakeAfter(balance.Millisecond)
					}
					if p.Tag() != 0 {
						f.add("%v: the tag is %d at the start", g, p.Tag())
					}
				},
				wake: func(p balance.Proc) {
					if sent || p.Len() < 5 {
						p.WakeAfter(balance.Millisecond)
						return
					}
					sent = true
					p.SetTag(255)
					p.Transfer(8, 1)
					p.Transfer(8, 1)
					p.SetTag(3)
					p.Send(8, balance.Message{})
					p.TransferLoad(8, 1e-9, math.Inf(1))
					p.SetTag(7)
					p.Transfer(8, 0)
					p.Transfer(8, 1)
				},
				receive: func(p balance.Proc, _ int, _ balance.Message) {
					if p.Tag() != 0 {
						f.add("%v: the tag is %d when a message arrives", g, p.Tag())
					}
				},
				arrived: func(p balance.Proc, _ int) {
					if rank != 8 {
						return
					}
					if got = append(got, p.Tag()); len(got) == 4 {
						c.done.Store(true)
					}
				},
			}
		}})
		if diff := cmp.Diff([]uint8{255, 0, 3, 0}, got); diff != "" {
			f.add("%v: tags (-sent +arrived):\n%s", g, diff)
		}
	}
	return f.err()
}
