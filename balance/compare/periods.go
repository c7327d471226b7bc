package compare

import (
	"maps"
	"slices"
	"strconv"

	"transat/balance"
	"transat/balance/sim"
)

// Scaled returns a policy of package balance with periods that suit a machine: parameters in seconds whose value is the default. The
// defaults were chosen on gcel-1024; on a machine that is not about as fast they are as many of its mean node times, to two digits.
// Where nothing is simulated, and a node takes no time, they stay, and so does a policy of someone else.
func Scaled(policy balance.Chosen, cost sim.CostModel) balance.Chosen {
	return scaled(policy, 1, UsualNode(cost)/usual())
}

// Scaled is [Scaled] for a machine that may have periods of its own.
func (p Preset) Scaled(policy balance.Chosen) balance.Chosen {
	if p.Periods > 0 {
		return scaled(policy, 1, p.Periods)
	}
	return Scaled(policy, p.Cost)
}

// scaled returns a policy whose periods are right for nodes that take from times as long as usual, with those for nodes that take to
// times as long.
func scaled(policy balance.Chosen, from, to float64) balance.Chosen {
	builtIn := func(s balance.Spec) bool { return s.Name == policy.Spec.Name }
	if to == 0 || !slices.ContainsFunc(balance.Policies(), builtIn) {
		return policy
	}
	policy.Values = maps.Clone(policy.Values)
	for _, p := range policy.Spec.Params {
		if p.Unit == "s" && p.Default > 0 && policy.Values[p.Name] == period(p, from) {
			policy.Values[p.Name] = period(p, to)
		}
	}
	return policy
}

// period is the default of a parameter where a node takes factor times as long as usual.
func period(p balance.Param, factor float64) float64 {
	if factor == 0 || factor > 0.5 && factor < 2 {
		return p.Default
	}
	return min(max(digits(p.Default*factor), p.Min), p.Max)
}

// UsualWork is about the work of a node of a random formula, in units.
const UsualWork = 200

// UsualNode is about how long such a node takes on a machine, in seconds.
func UsualNode(cost sim.CostModel) float64 { return cost.Expand(UsualWork, 1).Seconds() }

// digits rounds to two significant ones.
func digits(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 2, 64), 64)
	if err != nil {
		panic(err) // it has just been written
	}
	return rounded
}
