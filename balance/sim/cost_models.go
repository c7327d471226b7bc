package sim

import "transat/balance"

// CostModels returns all presets, the default first: the table that help, listing and parsing read.
func CostModels() []CostModel {
	return []CostModel{gcel1024(), gcelPPBB(), meikoCS1(), cluster(), twoLevel(), ideal()}
}

func gcel1024() CostModel {
	return CostModel{
		Name:  "gcel-1024",
		Title: "Parsytec GCel-1024: T805 transputers at 30 MHz, 20 Mbit/s links, PARIX",
		Era:   "a parallel computer of 1996",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996. " +
			"WorkTime, NodeTime: computed, so that the unsatisfiable formulas of our 350-1505-3 and 400-2000-3 have the mean " +
			"sequential times of theirs, " +
			"102,200 s and 29,500 s (n · time · efficiency, in every row of Tables 2 and 3). " +
			"ByteTime: the link's 1.82 MB/s one way. " +
			"TakeTime: fitted to the rows with estimate (b) in Table 3, where all nodes pass through the lists. " +
			"InstallTime: assumed, a node's time, since a received assignment is propagated again; that agrees with Table 2, where a " +
			"subproblem sent costs 11 ms or less. " +
			"MessageCPU, ElementCPU, LinkTime: fitted to the lines of Table 3, which pass 5 to 10 times as many subproblems on as the " +
			"meshes, for 0.8 ms each. " +
			"RouteCPU: 0, no message of PLB goes farther than to a neighbour.",
		WorkTime:     19_900, // ns a clause visit
		NodeTime:     4670 * balance.Microsecond,
		TakeTime:     500 * balance.Microsecond,
		InstallTime:  8 * balance.Millisecond,
		MessageCPU:   50 * balance.Microsecond,
		ElementCPU:   200 * balance.Microsecond,
		LinkTime:     50 * balance.Microsecond,
		ByteTime:     550,
		ElementBytes: 16,
		LevelBytes:   2,
	}
}

// gcelPPBB is the hardware of gcel1024 under other software: messages and the list of elements are those
// of a general library.
func gcelPPBB() CostModel {
	m := gcel1024()
	m.Name = "gcel-ppbb"
	m.Title = "GCel-1024 programmed with the PPBB library, which has a balancer of its own"
	m.Source = "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, Table 4. " +
		"MessageCPU, TakeTime: in the rows mesh and ring, the time that is neither spent on nodes nor idle comes to 2.8 ms for each message or " +
		"subproblem sent, and 7.4 s, which is 6.4 % of the time for the nodes; that predicts it in the other three rows up to 5 %. " +
		"ElementCPU: fitted to the rows mesh and ring, together with the periods of lade, and rounded; InstallTime, in it. " +
		"LinkTime: assumed, with the library's share in it. All else: as gcel-1024, whose nodes and links are the same. " +
		"transat reproduce plb/table4 shows how the other rows come out."
	m.TakeTime = 570 * balance.Microsecond
	m.InstallTime = 0
	m.MessageCPU = 1400 * balance.Microsecond
	m.ElementCPU = 1 * balance.Millisecond
	m.LinkTime = 1 * balance.Millisecond
	return m
}

// meikoCS1 has processors of another clock rate than gcel1024, and software that moves processes.
func meikoCS1() CostModel {
	gcel := gcel1024()
	slower := func(t balance.Ticks) balance.Ticks { return t * 30 / 25 }
	return CostModel{
		Name:  "meiko-cs1",
		Title: "Meiko CS-1: T800 transputers at 25 MHz, 20 Mbit/s links; an element is a process",
		Era:   "a parallel computer of the early 1990s",
		Source: "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4.3: " +
			"a process is frozen, transferred and resumed in about 30 ms, which is 2·(MessageCPU + ElementCPU) + LinkTime + " +
			"ElementBytes·ByteTime here. " +
			"Assumed, since the paper says no more: how the 30 ms divide, MessageCPU (which includes the decision that a message " +
			"leads to) and LinkTime, and that passing a message on takes as much CPU as sending it. " +
			"ByteTime: as gcel-1024, the links are the same. WorkTime, NodeTime, TakeTime: gcel-1024's, scaled from 30 to 25 MHz.",
		WorkTime:     slower(gcel.WorkTime),
		NodeTime:     slower(gcel.NodeTime),
		TakeTime:     slower(gcel.TakeTime),
		MessageCPU:   200 * balance.Microsecond,
		ElementCPU:   5800 * balance.Microsecond,
		RouteCPU:     200 * balance.Microsecond,
		LinkTime:     400 * balance.Microsecond,
		ByteTime:     gcel.ByteTime,
		ElementBytes: 32_000,
	}
}

// cluster is a present-day machine. Its network is a tree of switches, in which all processors are about
// equally far apart; a mesh with links that take next to no time comes close to that.
func cluster() CostModel {
	return CostModel{
		Name:  "cluster",
		Title: "a present-day cluster: one process a core, MPI over 100 Gbit/s InfiniBand",
		Era:   "a cluster of today",
		Source: "WorkTime, NodeTime: measured, our own solver on one core of an AMD EPYC (Zen 4) at up to 3.6 GHz, 1.3 million " +
			"nodes/s on 350-1505-3 and 1.2 on 400-2000-3 " +
			"(go test -run '^$' -bench Solve ./solver). " +
			"MessageCPU, LinkTime: a message of up to 32 bytes takes 0.9 to 1.0 µs from process to process, as OSU's latency test has it " +
			"(J. Grimm, Open MPI on InfiniBand, gist.github.com/jfgrimm/3af692a5475bdd4ed836b5a18197a209, 2021); that most of it is " +
			"CPU time at the two ends, and 0.1 µs a switch, is assumed. " +
			"The mesh of links stands for a tree of switches: 30 hops take 3 µs, four nodes of a search, where a tree of switches takes 1. " +
			"ByteTime: 0; at the 12 GB/s measured there, an element takes less than a switch. " +
			"ElementCPU, TakeTime: assumed, a copy of a few hundred bytes. InstallTime: assumed, a node's time, as on gcel-1024. " +
			"Periods of policies that suit a transputer are 10,000 times too long here: package compare scales them.",
		WorkTime:     2,
		NodeTime:     430,
		TakeTime:     50,
		InstallTime:  770,
		MessageCPU:   400,
		ElementCPU:   100,
		LinkTime:     100,
		ElementBytes: 16,
		LevelBytes:   2,
	}
}

// twoLevel has the processors of cluster, several in each computer.
func twoLevel() CostModel {
	m := cluster()
	m.Name = "two-level"
	m.Title = "computers of 16 cores each: shared memory inside, 100 Gbit/s InfiniBand between them"
	m.Source = "WorkTime, NodeTime, TakeTime, InstallTime, ElementCPU: as cluster. " +
		"Inside: from process to process through shared memory, a message of up to 32 bytes takes 0.26 to 0.32 µs, " +
		"and one of 2,048 bytes 0.58 µs more, 3,500 bytes a µs " +
		"(OSU's latency test with Open MPI's vader, github.com/ofiwg/libfabric/issues/6480, 2021). " +
		"Between: 0.9 to 1.0 µs, and 12 GB/s (the measurement of cluster). " +
		"Assumed: how these times divide, which is MessageCPU at each end, a Gap, and the rest as Latency; " +
		"that all cores of a computer share one adapter, which takes 100 million messages a second in each direction; " +
		"and 16 cores a computer, as two of 8, or a part of a larger one. Periods of policies as on cluster."
	m.MessageCPU = 100
	m.LinkTime = 0
	m.Computer = 16
	m.Inside = Level{Gap: 30, Latency: 60, Bandwidth: 3_500}
	m.Between = Level{Gap: 10, Latency: 730, Bandwidth: 12_000}
	return m
}

func ideal() CostModel {
	gcel := gcel1024()
	return CostModel{
		Name:  "ideal",
		Title: "the same processors, with communication and list handling all but free of charge",
		Era:   "processors of 1996, between which messages cost next to nothing",
		Source: "a bound, not a machine: WorkTime and NodeTime as gcel-1024, 10 µs a link so that nothing happens in no time, " +
			"everything else 0",
		WorkTime: gcel.WorkTime,
		NodeTime: gcel.NodeTime,
		LinkTime: 10 * balance.Microsecond,
	}
}

// ChooseCostModel returns the preset of that name.
func ChooseCostModel(name string) (CostModel, error) {
	return balance.Find("machine", name, CostModels(), func(c CostModel) string { return c.Name })
}
