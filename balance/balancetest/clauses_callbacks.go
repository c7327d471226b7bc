package balancetest

import (
	"errors"
	"slices"
	"sync/atomic"

	"transat/balance"
)

// The clauses on when the callbacks of a policy are called.

func (s suite) startComesFirst() error {
	f := &faults{}
	var started atomic.Int64
	s.lively(f, func(rank int) observer {
		calls := 0
		return func(_ balance.Proc, callback string) func() {
			calls++
			if (callback == "Start") != (calls == 1) {
				f.add("processor %d: callback number %d is %s", rank, calls, callback)
			}
			if callback == "Start" {
				started.Add(1)
			}
			return nil
		}
	})
	if n := started.Load(); n != 4*9 {
		f.add("Start was called %d times in 4 runs on 9 processors", n)
	}
	return f.err()
}

// A policy that answers everything gives a machine every occasion to call back
// from inside an effect.
func (s suite) callbacksNeverOverlap() error {
	f := &faults{}
	watch := func(rank int) observer {
		inside := new(atomic.Pointer[string])
		return func(_ balance.Proc, callback string) func() {
			if !inside.CompareAndSwap(nil, &callback) {
				f.add("processor %d: %s is called while another callback is under way", rank, callback)
				return nil
			}
			return func() { inside.Store(nil) }
		}
	}
	c := s.comb()
	var received atomic.Int64
	s.run(f, Run{Tree: c, Policy: func(rank int) balance.Policy {
		act := func(p balance.Proc) {
			for _, n := range p.Neighbours() {
				p.Send(n, balance.Message{})
			}
			p.WakeAfter(0)
			p.Transfer(p.Neighbours()[0], 1)
		}
		return observed(&probe{start: act, idle: act, receive: func(p balance.Proc, from int, _ balance.Message) {
			if received.Add(1) < 300 {
				p.Send(from, balance.Message{})
				p.Transfer(from, 1)
			} else {
				c.done.Store(true)
			}
		}}, watch(rank))
	}})
	if f.err() == nil { // other policies may not survive a call from inside
		s.lively(f, watch)
	}
	return f.err()
}

func (s suite) nowNeverGoesBack() error {
	f := &faults{}
	s.lively(f, func(rank int) observer {
		var last balance.Ticks
		look := func(p balance.Proc, where string) {
			now := p.Now()
			if now < last {
				f.add("processor %d, %s: Now is %d ns after having been %d ns", rank, where, now, last)
			}
			last = now
		}
		return func(p balance.Proc, callback string) func() {
			look(p, "beginning of "+callback)
			return func() { look(p, "end of "+callback) }
		}
	})
	return f.err()
}

// Every processor tells processor 0 when it is idle, and gets a tooth for it, three times over.
// Processor 1 hands its first one back at once, and thereby runs dry within a callback.
func (s suite) idleWheneverOut() error {
	const rounds = 3
	f := &faults{}
	c := s.comb()
	calls := make([]atomic.Int64, 9)
	left := atomic.Int64{}
	left.Store(8)
	worker := func(rank int) balance.Policy {
		arrived := int64(0)
		return &probe{
			idle: func(p balance.Proc) {
				n := calls[rank].Add(1)
				if p.Len() > 0 || p.Busy() {
					f.add("processor %d: Idle with %d elements waiting, busy: %v", rank, p.Len(), p.Busy())
				}
				if n != arrived+1 {
					f.add("processor %d: Idle is called for the %d. time after %d arrivals", rank, n, arrived)
				}
				if n <= rounds {
					p.Send(0, balance.Message{})
				} else if left.Add(-1) == 0 {
					c.done.Store(true)
				}
			},
			arrived: func(p balance.Proc, from int) {
				arrived++
				if rank == 1 && arrived == 1 {
					p.Transfer(from, 1)
				}
			},
		}
	}
	s.run(f, Run{Tree: c, Policy: func(rank int) balance.Policy {
		if rank == 0 {
			return feeder()
		}
		return worker(rank)
	}})
	for rank := 1; rank < 9; rank++ {
		if n := calls[rank].Load(); n != rounds+1 {
			f.add("processor %d ran out of elements %d times, the first at the start, but Idle was called %d times", rank, rounds+1, n)
		}
	}
	return f.err()
}

// feeder sends an element for every message, as soon as there is one.
func feeder() balance.Policy {
	var hungry []int
	feed := func(p balance.Proc) {
		for len(hungry) > 0 && p.Transfer(hungry[0], 1) > 0 {
			hungry = hungry[1:]
		}
		if len(hungry) > 0 {
			p.WakeAfter(balance.Millisecond)
		}
	}
	return &probe{wake: feed, receive: func(p balance.Proc, from int, _ balance.Message) {
		hungry = append(hungry, from)
		if len(hungry) == 1 {
			feed(p)
		}
	}}
}

// Every processor asks to be woken five times, out of order, and when that has happened once more,
// so that a call too many has time to show.
func (s suite) everyWakeAfter() error {
	f := &faults{}
	c := s.comb()
	wakes := make([]atomic.Int64, 9)
	left := atomic.Int64{}
	left.Store(9)
	after := []balance.Ticks{5 * balance.Millisecond, 0, 2 * balance.Millisecond, 2 * balance.Millisecond, balance.Millisecond}
	s.run(f, Run{Tree: c, Policy: func(rank int) balance.Policy {
		var due []balance.Ticks
		ask := func(p balance.Proc, d balance.Ticks) {
			due = append(due, p.Now()+d)
			p.WakeAfter(d)
		}
		return &probe{
			start: func(p balance.Proc) {
				for _, d := range after {
					ask(p, d)
				}
				slices.Sort(due)
			},
			wake: func(p balance.Proc) {
				n := int(wakes[rank].Add(1))
				switch {
				case n > len(due):
					f.add("processor %d is woken for the %d. time after asking %d times", rank, n, len(due))
				case p.Now() < due[n-1]:
					f.add("processor %d is woken for the %d. time at %d ns: %d ns early", rank, n, p.Now(), due[n-1]-p.Now())
				}
				switch n {
				case len(after):
					ask(p, 20*balance.Millisecond)
				case len(after) + 1:
					if left.Add(-1) == 0 {
						c.done.Store(true)
					}
				}
			},
		}
	}})
	for rank := range wakes {
		if n := int(wakes[rank].Load()); n != len(after)+1 {
			f.add("processor %d asked to be woken %d times, and was woken %d times", rank, len(after)+1, n)
		}
	}
	return f.err()
}

// The worker changes the load with every element it takes or expands, so there are at least as many
// calls as elements expanded; and the last one sees that nothing is left.
func (s suite) loadWatcherIsTold() error {
	const nodes = 400
	f := &faults{}
	calls := make([]atomic.Int64, 9)
	finally := make([]atomic.Bool, 9)
	chosen, g := choose("steal"), grid("mesh", 3, 3)
	s.run(f, Run{
		Topology: g, Tree: &Tree{Nodes: nodes, Seed: 2}, Estimate: estimate("count"), Seed: 2,
		Policy: func(rank int) balance.Policy {
			return observed(watching{makerFor(chosen, g)(rank)}, func(p balance.Proc, callback string) func() {
				switch callback {
				case "LoadChanged":
					calls[rank].Add(1)
					finally[rank].Store(p.Len() == 0 && !p.Busy())
				case "Idle":
					if calls[rank].Load() > 0 && !finally[rank].Load() {
						f.add("processor %d is idle, but the last LoadChanged still saw elements", rank)
					}
				}
				return nil
			})
		},
	})
	sum := int64(0)
	for rank := range calls {
		sum += calls[rank].Load()
	}
	if sum < nodes-1 { // the run may end with the last expansion
		f.add("LoadChanged was called %d times while %d elements were expanded", sum, nodes)
	}
	return f.err()
}

// A policy that cannot go on panics with a Fault, whose error is then that of the run, whatever the others do.
func (s suite) faultEndsTheRun() error {
	f := &faults{}
	for _, callback := range []string{"Start", "Receive", "Wake"} {
		why := errors.New("a fault in " + callback)
		fail := func(now string) {
			if now == callback {
				panic(balance.Fault{Err: why})
			}
		}
		_, err := s.machine(Run{Topology: grid("mesh", 3, 3), Estimate: toothLoads(), Tree: s.comb(), Policy: func(rank int) balance.Policy {
			if rank != 4 {
				return &probe{}
			}
			return &probe{
				start: func(p balance.Proc) {
					p.Send(4, balance.Message{})
					fail("Start")
				},
				receive: func(p balance.Proc, _ int, _ balance.Message) {
					p.WakeAfter(0)
					fail("Receive")
				},
				wake: func(balance.Proc) { fail("Wake") },
			}
		}})
		if !errors.Is(err, why) {
			f.add("a policy has a fault in %s, and the run ends with the error %v", callback, err)
		}
	}
	return f.err()
}
