package atlas

import (
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
)

// Machines of files, which are none of the list: a map can be made of one, and advice on one rests on the machine of the map that is
// nearest to it.

// Preset is the machine.
func (c Case) Preset() (compare.Preset, error) {
	if c.Own != nil {
		return *c.Own, nil
	}
	return compare.ChoosePreset(c.Machine)
}

// CheckOwn says why a machine of a file cannot be in a map, if it cannot: its name would be that of another.
func CheckOwn(p compare.Preset) error {
	if _, err := compare.ChoosePreset(p.Cost.Name); err == nil {
		return fmt.Errorf("name: %s is a machine of transat list machines: want another name", p.Cost.Name)
	}
	return nil
}

// OnOwn says of cells that were read which machine it is whose name they have.
func OnOwn(cells []Cell, own *compare.Preset) {
	for i := range cells {
		if own != nil && cells[i].Machine == own.Cost.Name {
			cells[i].Own = own
		}
	}
}

// inTheMap is a case on a machine of the map: c, or that on the machine that is nearest to c's own, why that is a doubt, and whether
// it is too far off for a forecast. Near are machines of as many levels whose messages, to a neighbour and over the diameter, take about
// as many nodes.
func inTheMap(cases []Judged, c Case) (near Case, doubt []string, tooFar bool, err error) {
	if c.Own == nil {
		return c, nil, false, nil
	}
	nearest, least := sim.CostModel{}, math.Inf(1)
	for _, j := range cases {
		if j.Network != c.Network || j.Start != c.Start || j.Changing() != c.Changing() {
			continue
		}
		there := c
		there.Machine, there.Own = j.Machine, nil
		cost, err := there.cost()
		if err != nil {
			return c, nil, false, err
		}
		if d := c.apart(there, c.Own.Cost, cost); d < least {
			near, nearest, least = there, cost, d
		}
	}
	if math.IsInf(least, 1) {
		return c, nil, false, fmt.Errorf("the map has no case on a %s that starts at %s", c.Network, c.Start)
	}
	moves := fmt.Sprintf("%s, where moving an element takes %s nodes instead of %s", near.Machine,
		short(inNodes(nearest.MoveTime(), nearest)), short(inNodes(c.Own.Cost.MoveTime(), c.Own.Cost)))
	if least > math.Log(farthest) {
		return near, []string{fmt.Sprintf("no efficiency is foretold: the machine of the map that is nearest to %s is %s, "+
			"which is too far off: run the command", c.Machine, moves)}, true, nil
	}
	return near, []string{fmt.Sprintf("the map does not have %s: the efficiency is that of %s", c.Machine, moves)}, false, nil
}

// farthest is by which factor a machine may be another for a forecast.
const farthest = 10

func short(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// inNodes is a time in usual nodes of a machine.
func inNodes(t balance.Ticks, cost sim.CostModel) float64 {
	return t.Seconds() / compare.UsualNode(cost)
}

// apart is how far two machines are from each other in the map: the sum of the logarithms of both factors.
func (c Case) apart(other Case, a, b sim.CostModel) float64 {
	const tiny = 1e-9 // nodes; of messages that take no time
	factor := func(x, y float64) float64 { return math.Abs(math.Log(max(x, tiny) / max(y, tiny))) }
	levels := 0.0
	if (a.Computer > 0) != (b.Computer > 0) {
		levels = math.Log(10)
	}
	return levels + factor(inNodes(a.MoveTime(), a), inNodes(b.MoveTime(), b)) +
		factor(c.across(a)/compare.UsualNode(a), other.across(b)/compare.UsualNode(b))
}
