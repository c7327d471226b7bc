package reproduce

import (
	"context"
	"slices"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
)

// Policies on bare loads in synchronous steps, as several papers run them: a pile of load on one processor, and the steps
// until all have some or are level.

// New makes a machine in lockstep that runs the named policy on a network of the given kind and
// sides. loads has one entry per processor.
func New(policy, kind string, sides []int, loads []float64, whole bool) (*rounds.Machine, error) {
	net, err := topology.New(kind, sides...)
	if err != nil {
		return nil, err
	}
	chosen, err := balance.Choose(policy)
	if err != nil {
		return nil, err
	}
	return rounds.New(rounds.Setup{Network: net, Policy: chosen, Loads: loads, Whole: whole})
}

// Settle lets a policy work on whole loads until every processor has some and, if it is one that balances,
// until they are balanced; or for most steps, if that is not 0.
func Settle(ctx context.Context, policy, kind string, sides []int, loads []float64, most int) (rounds.Result, error) {
	m, err := New(policy, kind, sides, loads, true)
	if err != nil {
		return rounds.Result{}, err
	}
	goals := rounds.Shared | rounds.Balanced
	if slices.Contains([]string{"liquid-c0", "liquid-c1", "liquid-c2"}, policy) {
		goals = rounds.Shared // all that these conditions are for
	}
	return m.Run(ctx, rounds.Config{Until: goals, MaxSteps: most})
}

// Pile puts all load on processor 0: the worst case, a given amount for each of n Processors.
func Pile(n, each int) []float64 {
	loads := make([]float64, n)
	loads[0] = float64(n * each)
	return loads
}
