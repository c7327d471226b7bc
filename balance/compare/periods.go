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
	factor := UsualNode(cost) / UsualNode(sim.CostModels()[0])
	builtIn := func(s balance.Spec) bool { return s.Name == policy.Spec.Name }
	if factor == 0 || factor > 0.5 && factor < 2 || !slices.ContainsFunc(balance.Policies(), builtIn) {
		return policy
	}
	policy.Values = maps.Clone(policy.Values)
	for _, p := range policy.Spec.Params {
		if p.Unit == "s" && p.Default > 0 && policy.Values[p.Name] == p.Default {
			policy.Values[p.Name] = min(max(digits(p.Default*factor), p.Min), p.Max)
		}
	}
	return policy
}

// UsualWork is about the work of a node of a random formula, in units.
const UsualWork = 200

// UsualNode is about how long such a node takes on a machine, in seconds.
func UsualNode(cost sim.CostModel) float64 { return seconds(cost.Expand(UsualWork, 1)) }

// digits rounds to two significant ones.
func digits(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 2, 64), 64)
	if err != nil {
		panic(err) // it has just been written
	}
	return rounded
}
