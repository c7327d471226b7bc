package sim

import (
	"fmt"

	"transat/balance"
)

// Machine is the cost model of a message-passing machine: everything the simulation knows about
// hardware. Links are as in a transputer: each joins two neighbours on the physical grid and carries
// one message at a time in each direction; a message to a processor farther away is received whole
// and sent on at each processor in between.
//
// The worker and the balancer of a processor share one CPU, and the balancer goes first: CPU time
// spent on messages delays the element being worked on.
type Machine struct {
	Name, Title, Source string

	WorkTime    balance.Ticks // worker: for one unit of counted work
	NodeTime    balance.Ticks // worker: for expanding one node, besides its work
	TakeTime    balance.Ticks // worker: taking an element from the list, and listing its children
	InstallTime balance.Ticks // worker: taking an element that came from another processor, besides

	MessageCPU balance.Ticks // balancer: handling a message, at each of its ends
	ElementCPU balance.Ticks // balancer: packing or unpacking one element, at each end
	RouteCPU   balance.Ticks // balancer: passing a message on, at each processor in between

	LinkTime     balance.Ticks // link: start-up of a message, per hop
	ByteTime     balance.Ticks // link: per byte and hop
	ElementBytes int           // size of an element without its assignment
	LevelBytes   int           // and for each assigned variable
}

// Machines returns all presets, the default first: the table that help, listing and parsing read.
func Machines() []Machine {
	return []Machine{
		{
			Name:  "gcel-1024",
			Title: "Parsytec GCel-1024: T805 transputers at 30 MHz, 20 Mbit/s links, PARIX",
			Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996. " +
				"WorkTime: fitted, so that the unsatisfiable formulas of our 350-1505-3 have the mean sequential time of theirs, " +
				"102,200 s (n · time · efficiency in every row of Table 2). " +
				"ByteTime: the link's 1.82 MB/s one way. TakeTime: fitted to Table 4, about 7 % of a node. " +
				"InstallTime, MessageCPU, ElementCPU, LinkTime: fitted to Table 2, where a subproblem sent costs 11 ms and a balancing phase 2 ms. " +
				"RouteCPU: 0; already 0.3 ms would make the hypercube of Table 4 slower than it was.",
			WorkTime:     47_350, // ns a clause visit
			TakeTime:     700 * balance.Microsecond,
			InstallTime:  10 * balance.Millisecond,
			MessageCPU:   50 * balance.Microsecond,
			ElementCPU:   450 * balance.Microsecond,
			LinkTime:     1 * balance.Millisecond,
			ByteTime:     550,
			ElementBytes: 16,
			LevelBytes:   2,
		},
		{
			Name:  "meiko-cs1",
			Title: "Meiko CS-1: T800 transputers at 25 MHz, 20 Mbit/s links; an element is a process",
			Source: "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4.3: " +
				"a process is frozen, transferred and resumed in about 30 ms, which is 2·(MessageCPU + ElementCPU) + LinkTime + ElementBytes·ByteTime here. " +
				"Assumed, since the paper says no more: how the 30 ms divide, MessageCPU (which includes the decision that a message leads to) and LinkTime, and that passing a message on takes as much CPU as sending it. " +
				"ByteTime: as gcel-1024, the links are the same. WorkTime, TakeTime: gcel-1024's, scaled from 30 to 25 MHz.",
			WorkTime:     56_820,
			TakeTime:     840 * balance.Microsecond,
			MessageCPU:   200 * balance.Microsecond,
			ElementCPU:   5800 * balance.Microsecond,
			RouteCPU:     200 * balance.Microsecond,
			LinkTime:     400 * balance.Microsecond,
			ByteTime:     550,
			ElementBytes: 32_000,
		},
		{
			Name:     "ideal",
			Title:    "the same processors, with communication and list handling all but free of charge",
			Source:   "a bound, not a machine: WorkTime as gcel-1024, 10 µs a link so that nothing happens in no time, everything else 0",
			WorkTime: 47_350,
			LinkTime: 10 * balance.Microsecond,
		},
	}
}

// ChooseMachine returns the preset of that name.
func ChooseMachine(name string) (Machine, error) {
	e := &balance.UnknownError{What: "machine", Name: name}
	for _, m := range Machines() {
		if m.Name == name {
			return m, nil
		}
		e.Known = append(e.Known, m.Name)
	}
	return Machine{}, e
}

// Expand is the time that a worker needs for nodes with so much work together, without any list of
// elements.
func (m *Machine) Expand(work, nodes int64) balance.Ticks {
	return balance.Ticks(work)*m.WorkTime + balance.Ticks(nodes)*m.NodeTime
}

// transfer is the time a message of so many bytes occupies a link.
func (m *Machine) transfer(bytes int) balance.Ticks {
	return m.LinkTime + balance.Ticks(bytes)*m.ByteTime
}

// check says what makes the cost model unusable.
func (m *Machine) check() error {
	if m.WorkTime < 1 {
		return fmt.Errorf("machine %s: WorkTime is %d ns, must be at least 1 ns", m.Name, m.WorkTime)
	}
	if m.LinkTime < 1 {
		return fmt.Errorf("machine %s: LinkTime is %d ns, must be at least 1 ns: policies may ask again and again in no time", m.Name, m.LinkTime)
	}
	for _, t := range []balance.Ticks{m.NodeTime, m.TakeTime, m.InstallTime, m.MessageCPU, m.ElementCPU, m.RouteCPU, m.ByteTime} {
		if t < 0 {
			return fmt.Errorf("machine %s: a time of its cost model is negative", m.Name)
		}
	}
	return nil
}
