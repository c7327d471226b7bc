package sim

import "transat/balance"

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
