// Package rounds balances bare loads in lockstep: [New] makes a machine, and [Machine.Run] balances its loads.
//
// # The idea
//
// The papers on diffusion, the Liquid model and similar rules study the balancing alone, without a search tree. Every
// processor has a load, a whole number of elements or a real one. In each step all processors read the loads of their
// neighbours at the same instant, and then all move load at once. A [Machine] does that for any policy that has a
// [balance.Rule], on any network.
//
// A step has one substep for each time that load moves: rules that go through the dimensions of a grid
// one after the other have one for each. Time is counted in steps, and in the shifts of the Liquid
// paper ([Traffic]).
//
// # A worked example
//
//	ring, _ := topology.New("ring", 8)
//	policy, _ := balance.Choose("liquid-c5")
//	m, err := rounds.New(rounds.Setup{
//		Network: ring, Policy: policy, Whole: true, Loads: []float64{40, 0, 0, 0, 0, 0, 0, 0},
//	})
//	result, err := m.Run(ctx, rounds.Config{Until: rounds.Shared | rounds.Balanced})
//	fmt.Println(result.Shared.Step) // 7: one element moves on in each step, round the whole ring
//
// # Where to start
//
// At [New] in machine.go and at [Machine.Run] in run.go. What moves the loads is a kernel:
//
//	generic.go            asks the rule of every processor; 20 to 40 million processors a second and core
//	liquid.go, lanes.go   Liquid on whole loads, many loads in a word: 500 to 2000 million
//	linear.go, stencil.go linear rules on real loads whose traffic is not counted: up to 1000 million
//
// Tests hold the fast ones to the generic one, and go test -bench . ./balance/rounds times them all.
// record.go has the measures σ and δ; distribution.go and file.go the loads to start with; spectrum.go the
// convergence factors of linear rules. plb.go is PLB, which knows all flows before it moves anything.
//
// Results are functions of the input: those of whole loads are the same bytes on every computer, those of real loads at
// least on every computer with the same kind of processor.
//
// # Left out
//
// Search trees, which package [transat/balance/simd] balances in lockstep. Loads that change by
// themselves, delays, and anything that takes real time, which package [transat/balance/sim] has.
package rounds
