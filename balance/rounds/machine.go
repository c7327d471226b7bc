package rounds

import (
	"context"
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/topology"
)

// Setup is what a Machine is made from.
type Setup struct {
	Network topology.Network
	// Policy is one that works in synchronous steps: its Spec has a Rule.
	Policy balance.Chosen
	// Loads are the loads at the start, one per processor in the order of the ranks. They are copied.
	Loads []float64
	// Whole says that loads consist of load elements, so that only whole numbers move. Otherwise
	// they are real numbers, and can be divided at will.
	Whole bool
	// Uncounted says that moves need not be counted: Traffic may be 0. On real loads, linear rules
	// are many times faster so.
	Uncounted bool
	// Flow, if not nil, is called with all that moves over a link in a substep, and makes the machine slow: it asks the rule of every
	// processor. What moves is the same.
	Flow func(from, to int, amount float64)
}

// Machine is a network of processors in lockstep, each with a bare load.
type Machine struct {
	network topology.Network
	whole   bool
	kernel  kernel
	steps   int
	total   Traffic
	traffic *Traffic  // total, or nil if it is not counted
	loads   []float64 // what the kernel has, for measurements
	domains domains
	// forgetful says that the loads alone decide what follows: the rules have no memory.
	forgetful bool
	mark      int // the step at which the kernel last marked its loads, -1 before it has
}

// kernel holds the loads and moves them. There is one that works for every rule, and faster ones for
// some rules on some networks.
type kernel interface {
	// step does the step of the given number, which counts from 0, and adds what it moved to t, if t
	// is not nil. It reports false if the context ended before it was done; the loads are then those of some
	// moment in the step.
	step(ctx context.Context, number int, t *Traffic) bool
	// read writes the loads to dst, which has one entry per processor.
	read(dst []float64)
	// extremes are the lowest and the highest load.
	extremes() (lowest, highest float64)
	// mark keeps a copy of the loads, and marked reports whether they are the same as then.
	mark()
	marked() bool
}

// Traffic is what has moved in some steps.
type Traffic struct {
	Moved     float64 // sum of the loads sent over links
	Transfers int64   // loads sent over links that are not 0: set-ups
	// Shifts is the Liquid paper's measure of time (§5): the largest single load sent in a substep,
	// added up over all substeps. Rules that send one element at most take one shift in each.
	Shifts float64
}

// New makes a machine. It refuses a policy that has no rule in steps (*balance.NoRuleError) or is not defined
// on the network (*balance.KindError), and loads that do not fit.
func New(s Setup) (_ *Machine, err error) {
	defer balance.CatchFault(&err)
	rule, err := s.Policy.Rules(s.Network)
	if err != nil {
		return nil, err
	}
	if err := checkLoads(s.Network, s.Loads, s.Whole); err != nil {
		return nil, err
	}
	m := &Machine{network: s.Network, whole: s.Whole, loads: make([]float64, s.Network.Procs()), forgetful: true, mark: -1}
	if !s.Uncounted {
		m.traffic = &m.total
	}
	m.choose(s, rule)
	return m, nil
}

// choose chooses the kernel. The processors' rules are of one kind, and the Liquid ones have all the same
// condition, so that one of them tells which kernel is right.
func (m *Machine) choose(s Setup, rule func(rank int) balance.Rule) {
	if liquid, ok := rule(0).(*balance.Liquid); ok && s.Whole && s.Flow == nil {
		m.kernel = newLiquid(s.Network.Sides(), liquid.Condition().Test(), s.Loads)
		return
	}
	rules := allRules(rule, s.Network.Procs())
	linear, ok := linearRules(rules)
	if ok {
		m.forgetful = linear[0].Beta() == 1
	}
	if ok && s.Uncounted && !s.Whole && s.Flow == nil {
		m.kernel = newLinear(newGrid(s.Network), linear, s.Loads)
		return
	}
	if r, ok := rules[0].(balance.Rememberer); ok && r.Remembers() {
		m.forgetful = false
	}
	g := newGeneric(rules, s.Loads, s.Whole)
	g.watch = s.Flow
	m.kernel = g
}

// allRules makes the rules of n processors.
func allRules(rule func(rank int) balance.Rule, n int) []balance.Rule {
	rules := make([]balance.Rule, n)
	for rank := range rules {
		rules[rank] = rule(rank)
	}
	return rules
}

// MaxWhole is the largest load of a processor that consists of load elements.
const MaxWhole = math.MaxInt32

// MaxSum is the largest sum of all loads: up to it, float64 is exact for whole ones.
const MaxSum = 1 << 53

// checkLoads says what is wrong with loads.
func checkLoads(network topology.Network, loads []float64, whole bool) error {
	if len(loads) != network.Procs() {
		return fmt.Errorf("%d loads for a %v with %d processors", len(loads), network, network.Procs())
	}
	sum := 0.0
	for rank, load := range loads {
		sum += load
		switch {
		case math.IsNaN(load) || math.IsInf(load, 0) || load < 0:
			return fmt.Errorf("load %v of processor %d: want a number that is not negative", load, rank)
		case whole && (divided(load) || load > MaxWhole):
			return fmt.Errorf("load %v of processor %d: want a whole number of elements, at most %d", load, rank, MaxWhole)
		}
	}
	if sum > MaxSum {
		return fmt.Errorf("the loads add up to %v: want at most %v", sum, float64(MaxSum))
	}
	return nil
}

// Network is the network of the machine.
func (m *Machine) Network() topology.Network { return m.network }

// Steps is the number of steps done so far.
func (m *Machine) Steps() int { return m.steps }

// Traffic is what has moved in all steps.
func (m *Machine) Traffic() Traffic { return m.total }

// Loads returns the loads in the order of the ranks. The slice is the caller's.
func (m *Machine) Loads() []float64 {
	loads := make([]float64, m.network.Procs())
	m.kernel.read(loads)
	return loads
}

// Step does one step: all its substeps.
func (m *Machine) Step() { m.step(context.Background()) }

// step is Step. It reports false if the context ended first; the step then does not count, and the machine
// cannot go on.
func (m *Machine) step(ctx context.Context) bool {
	before := m.total
	if !m.kernel.step(ctx, m.steps, m.traffic) {
		m.total = before
		return false
	}
	m.steps++
	return true
}
