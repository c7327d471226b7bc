package reproduce

import (
	"context"
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
)

// newLockstep makes a machine in lockstep that runs the named policy on a network of the given kind and
// sides. loads has one entry per processor.
func newLockstep(policy, kind string, sides []int, loads []float64, whole bool) (*rounds.Machine, error) {
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

// settle lets a policy work on whole loads until everybody has some and, if it is one that balances,
// until they are balanced; or for so many steps, if most is not 0.
func settle(ctx context.Context, policy, kind string, sides []int, loads []float64, most int) (rounds.Result, error) {
	m, err := newLockstep(policy, kind, sides, loads, true)
	if err != nil {
		return rounds.Result{}, err
	}
	goals := rounds.Shared | rounds.Balanced
	if slices.Contains([]string{"liquid-c0", "liquid-c1", "liquid-c2"}, policy) {
		goals = rounds.Shared // all that these conditions are for
	}
	return m.Run(ctx, rounds.Config{Until: goals, MaxSteps: most})
}

// pile puts all load on processor 0: the worst case, so much for each of n processors.
func pile(n, each int) []float64 {
	loads := make([]float64, n)
	loads[0] = float64(n * each)
	return loads
}

// processors is the number of processors on a grid with the given sides.
func processors(sides []int) int {
	n := 1
	for _, side := range sides {
		n *= side
	}
	return n
}

// ranges lists the numbers for which something holds: "32 to 128 and 512".
func ranges(all []int, holds func(i int) bool) string {
	text := ""
	for i := 0; i < len(all); i++ {
		if !holds(i) {
			continue
		}
		first := i
		for i+1 < len(all) && holds(i+1) {
			i++
		}
		if text != "" {
			text += " and "
		}
		text += fmt.Sprint(all[first])
		if i > first {
			text += fmt.Sprint(" to ", all[i])
		}
	}
	return text
}
