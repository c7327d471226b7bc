package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/foreign"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Report is what a check has found.
type Report struct {
	Runs       int
	Topologies []string // that it ran on
	Faults     []Fault  // on the first network that showed any
	Notes      []string // what is no fault, but worth knowing
}

// Fault is something that a policy does wrong.
type Fault struct {
	Clause string // what it breaks, in a word or two
	What   string // what happened
	Run    string // where: "mesh 2x2, a tree of 300 nodes, start at root, seed 1"
	Story  []string
	Err    error // of the policy, or nil
}

// String is the fault with its story.
func (f Fault) String() string {
	text := fmt.Sprintf("%s: %s\n  on %s", f.Clause, f.What, f.Run)
	for _, line := range f.Story {
		text += "\n    " + line
	}
	return text
}

// Told is the report on a policy in words, as people read it.
func (r Report) Told(policy balance.Chosen) string {
	var text strings.Builder
	name := foreign.Text(policy.String())
	for _, fault := range r.Faults {
		fmt.Fprintf(&text, "%s breaks a rule. %v\n", name, fault)
	}
	if len(r.Faults) > 0 {
		return text.String()
	}
	runs := "1 run"
	if r.Runs != 1 {
		runs = fmt.Sprintf("%d runs", r.Runs)
	}
	fmt.Fprintf(&text, "%s: nothing wrong in %s on %s\n", name, runs, strings.Join(r.Topologies, ", "))
	for _, note := range r.Notes {
		fmt.Fprintf(&text, "note: %s\n", note)
	}
	return text.String()
}

// Check runs a policy. The error says why it could not be checked.
func Check(ctx context.Context, policy balance.Chosen) (Report, error) {
	switch {
	case policy.Spec.Bound:
		return Report{}, fmt.Errorf("%s is a bound, and no policy: there is nothing to check", policy.Spec.Name)
	case policy.Spec.Place != nil:
		return Report{}, fmt.Errorf("%s places elements before the run, and does nothing in it: there is nothing to check", policy.Spec.Name)
	}
	c := &check{ctx: ctx, policy: policy, silent: true}
	for _, kind := range policy.Spec.KindsAmong(topology.Names()) {
		for _, sides := range [][]int{{1, 1}, {1, 2}, {2, 2}, {3, 4}, {2, 4}} {
			g, err := topology.New(kind, sides...)
			if err != nil {
				continue // a kind that does not exist in this size
			}
			if err := c.on(g, sides); err != nil || len(c.report.Faults) > 0 {
				return c.report, err // what is found first is a story on the smallest network
			}
		}
	}
	if c.report.Runs == 0 {
		return c.report, fmt.Errorf("policy %v is not defined on any network of 1 to 16 processors", policy)
	}
	if c.silent {
		c.report.Notes = append(c.report.Notes, "it sends nothing: every processor works on what it has at the start")
	}
	return c.report, nil
}

// check is a check under way.
type check struct {
	ctx    context.Context
	policy balance.Chosen
	report Report
	silent bool // it has sent nothing so far
}

// on checks a policy on a network.
func (c *check) on(g topology.Network, sides []int) error {
	var refusal *balance.KindError
	maker, err := c.make(g)
	if errors.As(err, &refusal) {
		return nil
	}
	if !slices.Contains(c.report.Topologies, g.Kind()) {
		c.report.Topologies = append(c.report.Topologies, g.Kind())
	}
	if err != nil {
		c.fault(Fault{Clause: "error", What: err.Error(), Run: fmt.Sprint(g), Err: err})
		return nil
	}
	if c.policy.Spec.Rule != nil && !c.links(g) {
		return nil
	}
	for i, nodes := range []int32{1, 60, 700} {
		for j, start := range sim.Starts() {
			r := newRun(c.policy, maker, g, nodes, start, uint64(1+i+3*j))
			if r.physical, err = topology.NewGrid("mesh", sides...); err != nil {
				return err
			}
			if clean, err := c.do(r, nodes == 60); !clean {
				return err
			}
			if nodes != 60 {
				continue
			}
			if r.machine, err = sim.ChooseCostModel("cluster"); err != nil {
				return err
			}
			node := r.machine.NodeTime
			r.speeds = sim.Speeds{Range: [2]float64{0.5, 1.5}, Slow: sim.Slow{Share: 0.2, Speed: 0.1, For: 20 * node, Every: 100 * node}}
			if clean, err := c.do(r, false); !clean {
				return err
			}
		}
	}
	return nil
}

// do checks a run, and reports whether nothing is wrong.
func (c *check) do(r *run, twice bool) (clean bool, err error) {
	faults, err := r.do(c.ctx, twice)
	if err != nil {
		return false, err
	}
	c.report.Runs++
	c.silent = c.silent && r.recorder.messages+r.recorder.sent == 0
	for _, f := range faults {
		c.fault(f)
	}
	return len(faults) == 0, nil
}

// make makes the policy for a network.
func (c *check) make(g topology.Network) (maker balance.Maker, err error) {
	defer balance.CatchFault(&err)
	return c.policy.For(g)
}

// fault notes a fault.
func (c *check) fault(f Fault) { c.report.Faults = append(c.report.Faults, f) }

// links checks that both ends of each link of a rule agree, and reports whether they do.
func (c *check) links(g topology.Network) bool {
	rules, err := c.rules(g)
	if err != nil {
		c.fault(Fault{Clause: "error", What: err.Error(), Run: fmt.Sprint(g), Err: err})
		return false
	}
	for rank, rule := range rules {
		for substep := range rule.Substeps() {
			if what := disagreement(rules, rank, substep); what != "" {
				c.fault(Fault{Clause: "links", What: what, Run: fmt.Sprint(g)})
				return false
			}
		}
	}
	return true
}

func (c *check) rules(g topology.Network) (rules []balance.Rule, err error) {
	defer balance.CatchFault(&err)
	rule := c.policy.Spec.Rule(g, c.policy.Values)
	for rank := range g.Procs() {
		rules = append(rules, rule(rank))
	}
	return rules, nil
}

// disagreement says what the two ends of a link see differently, or "".
func disagreement(rules []balance.Rule, rank, substep int) string {
	if n := rules[0].Substeps(); rules[rank].Substeps() != n {
		return fmt.Sprintf("processor %d has %d substeps in a step, and processor 0 has %d", rank, rules[rank].Substeps(), n)
	}
	for _, link := range rules[rank].Links(substep) {
		back := slices.ContainsFunc(rules[link.To].Links(substep), func(l balance.Link) bool { return l.To == rank && l.Tells })
		if link.Hears && !back {
			return fmt.Sprintf("in substep %d, processor %d wants to hear the load of %d, which does not tell it: link(%d, "+
				"tells=True) is missing there", substep, rank, link.To, rank)
		}
	}
	return ""
}
