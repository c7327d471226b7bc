package atlas

import (
	"fmt"
	"slices"

	"transat/balance/sim"
)

// Advice is an answer without a simulation.
type Advice struct {
	Case   Case
	Policy string // with parameters that suit the machine
	Name   string // without
	Why    []string
	Leaf   int     // cases of the map at the leaf of the decision tree
	Regret float64 // the policy's mean regret there, in points
	Forecast
	TooFar bool     // there is no Forecast, since the nearest machine of the map is too far off
	Doubts []string // why the answer may be wrong
	Check  []string // policies to compare: the advised one, and the next best ones at the leaf; all of them if TooFar
}

// compared is how many policies an advice names for a comparison.
const compared = 4

// Advise names the policy for a case, from the half of a map that is for fitting, and foretells its efficiency from all of the map.
func Advise(cells []Cell, c Case) (Advice, error) {
	cases := Judge(cells)
	rule, err := Fit(Half(cases, false))
	if err != nil {
		return Advice{}, err
	}
	leaf, why, err := rule.take(c)
	if err != nil {
		return Advice{}, err
	}
	machine, err := c.Preset()
	if err != nil {
		return Advice{}, err
	}
	near, doubt, tooFar, err := inTheMap(cases, c)
	if err != nil {
		return Advice{}, err
	}
	a := Advice{Case: c, Name: leaf.Policy, Why: why, Leaf: len(leaf.Cases), Regret: leaf.regret / float64(max(1, len(leaf.Cases)))}
	if a.Policy, err = Tuned(leaf.Policy, machine); err != nil {
		return a, err
	}
	if tooFar {
		// all leaves out those whose timers go off too often for the machine, and by name they are errors
		a.TooFar, a.Doubts, a.Check = true, doubt, []string{"all"}
		return a, nil
	}
	if a.Forecast, err = Foretell(cases, near, leaf.Policy); err != nil {
		return a, err
	}
	a.Doubts = append(doubt, doubts(cases, near)...)
	for _, r := range Records(leaf.Cases)[:min(compared, len(Records(leaf.Cases)))] {
		tuned, err := Tuned(r.Policy, machine)
		if err != nil {
			return a, err
		}
		a.Check = append(a.Check, tuned)
	}
	return a, nil
}

// doubts name the features of a case that lie outside of the map.
func doubts(cases []Judged, c Case) []string {
	var all []string
	most, mostWork := 0, 0.0
	for _, j := range cases {
		if j.Machine == c.Machine && j.Network == c.Network && j.Start == c.Start && j.Changing() == c.Changing() {
			most = max(most, j.N)
			mostWork = max(mostWork, float64(j.Nodes)/float64(j.N))
		}
	}
	if c.N > most {
		all = append(all, fmt.Sprintf("the map ends at %d processors", most))
	}
	if c.Changing() {
		return all
	}
	if c.Nodes < LeastNodes*int64(c.N) {
		all = append(all, fmt.Sprintf("there are fewer than %d nodes for a processor, and the map leaves such cases out", LeastNodes))
	}
	if work := float64(c.Nodes) / float64(c.N); work > mostWork {
		all = append(all, fmt.Sprintf("the map has at most %.0f nodes for a processor: the efficiency is probably higher", mostWork))
	}
	return all
}

// Machines returns the machines of a map.
func Machines(cells []Cell) []string {
	var all []string
	for _, c := range cells {
		if !slices.Contains(all, c.Machine) {
			all = append(all, c.Machine)
		}
	}
	return all
}

// Load is the case of a dynamic load, by its name, on a machine with n processors.
func Load(name, machine string, n int) (Case, error) {
	load, _, err := changingLoad(name)
	c := Case{Tree: name, Machine: machine, Network: Mesh, N: n, Start: sim.StartSpread, Nodes: int64(usualItems * n)}
	c.Node = usualStep / usualItems / load.dynamicity
	return c, err
}
