// Package rounds is a machine that works in lockstep on bare loads.
//
// The papers on diffusion, the Liquid model and their kin study the balancing alone, without a search
// tree: every processor has a load, a whole number of elements or a real one, and in each step all
// look at their neighbours at the same instant and then all move load at once. A Machine does that for
// any policy that has a balance.Rule, on any network:
//
//	ring, _ := topology.New("ring", 8)
//	policy, _ := balance.Choose("liquid-c5")
//	m, err := rounds.New(rounds.Setup{
//		Network: ring, Policy: policy, Whole: true, Loads: []float64{40, 0, 0, 0, 0, 0, 0, 0},
//	})
//	result, err := m.Run(ctx, rounds.Config{Until: rounds.Shared | rounds.Balanced})
//	fmt.Println(result.Shared.Step) // 7: one element moves on in each step, round the whole ring
//
// A step has one substep for each time that load moves: rules that go through the dimensions of a grid
// one after the other have one for each. Time is counted in steps, and in the shifts of the
// Liquid paper (Traffic).
//
// Start reading at New in machine.go, then generic.go, which drives any rule, and run.go. record.go has
// the measures σ and δ, distribution.go the loads to start with.
//
// Everything is a function of its input: the same loads give the same bytes on every computer. What is
// left out: loads that change by themselves, delays, and anything that takes real time; the machine
// of package sim has these.
package rounds
