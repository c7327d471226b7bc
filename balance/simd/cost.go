package simd

import (
	"fmt"

	"transat/balance"
	"transat/balance/topology"
)

// CostModel is what Search knows of a SIMD computer: how long its processors, all of which obey the same
// instruction at the same time, need for the parts of a step.
//
// Each processor has a wire to each neighbour on a two-dimensional torus; one instruction moves data in one
// direction only, the same for all. Whatever does not go to a neighbour there goes through a slower
// router.
type CostModel struct {
	Name, Title, Source string
	Era                 string // whose seconds its times are, as in [transat/balance/sim.CostModel]

	WorkTime balance.Ticks // one unit of counted work
	NodeTime balance.Ticks // expanding a node, besides its work: taking it from the list, listing its children
	StepTime balance.Ticks // an expansion step besides its nodes: is anything left, has anybody a solution?

	RuleTime     balance.Ticks // a substep of balancing: all processors work out what they send
	ShiftTime    balance.Ticks // moving one element in one direction besides its bytes: out of one list, into another
	ByteTime     balance.Ticks // moving one byte to a neighbour on the torus
	RouterTime   balance.Ticks // moving one byte through the router
	ElementBytes int           // size of an element
}

// loadBytes is the size of a load that a processor tells a neighbour.
const loadBytes = 4

// CostModels returns all presets: the table that help, listing and parsing read.
func CostModels() []CostModel {
	return []CostModel{{
		Name:  "maspar-mp1",
		Title: "MasPar MP-1: a SIMD array of up to 128×128 processors of 4 bits, in lockstep",
		Era:   "a parallel computer of 1990",
		Source: "van der Steen, Dongarra: Overview of Recent Supercomputers, 1996, The MasPar MP-1, model MP1216: 16,384 " +
			"processors on a torus, " +
			"23.0 GB/s to neighbours (ByteTime), 1.28 GB/s through the router (RouterTime), 26,000 million 32-bit operations a second, " +
			"which is 0.63 µs for one operation of all processors. " +
			"WorkTime: assumed; a T805 at 30 MHz needs 47 µs all in all, and is taken to do 15 million instructions a second, 9.5 times as many. " +
			"Assumed, as some tens of operations: NodeTime, StepTime, RuleTime, ShiftTime. " +
			"ElementBytes: assumed, 2 bits for each of 350 variables and 8 bytes more.",
		WorkTime:     450 * balance.Microsecond,
		NodeTime:     50 * balance.Microsecond,
		StepTime:     10 * balance.Microsecond,
		RuleTime:     10 * balance.Microsecond,
		ShiftTime:    20 * balance.Microsecond,
		ByteTime:     712,
		RouterTime:   12_800,
		ElementBytes: 96,
	}}
}

// ChooseCostModel returns the preset of that name.
func ChooseCostModel(name string) (CostModel, error) {
	return balance.Find("machine", name, CostModels(), func(c CostModel) string { return c.Name })
}

// expand is the time that one processor needs for nodes with that much work together.
func (c *CostModel) expand(work, nodes int64) balance.Ticks {
	return balance.Ticks(work)*c.WorkTime + balance.Ticks(nodes)*c.NodeTime
}

// byteTime is the time to move a byte over the links of a network.
func (c *CostModel) byteTime(network topology.Network) balance.Ticks {
	long := 0
	for _, side := range network.Sides() {
		if side > 1 {
			long++
		}
	}
	if kind := network.Kind(); long <= 2 && (kind == "torus" || kind == "mesh") {
		return c.ByteTime
	}
	return c.RouterTime
}

// check says what makes a run of the machine impossible.
func (c *CostModel) check() error {
	if c.WorkTime < 1 {
		return fmt.Errorf("machine %s: WorkTime is %d ns, must be at least 1 ns", c.Name, c.WorkTime)
	}
	for _, t := range []balance.Ticks{
		c.NodeTime, c.StepTime, c.RuleTime, c.ShiftTime, c.ByteTime, c.RouterTime,
		balance.Ticks(c.ElementBytes),
	} {
		if t < 0 {
			return fmt.Errorf("machine %s: a number of its cost model is negative", c.Name)
		}
	}
	return nil
}
