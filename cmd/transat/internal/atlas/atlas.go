// Package atlas answers which balancer to take: it simulates policies on many trees, machines and numbers of processors, and
// judges the results.
//
//	cells, err := atlas.Run(ctx, atlas.Plan{Size: atlas.Quick, Store: store, Threads: 2})
//	judged := atlas.Judge(cells)
//
// A [Case] is a question: a tree, a machine, a number of processors and a start. A [Cell] is one policy's answer to it, like for like, the
// efficiency over some seeds with its interval. [Judge] compares the cells of each case: the winners, with ties within the
// interval, and the regret of the others, in points of efficiency. [Fit] grows a decision tree from half of the cases, and
// [Advise] asks it. A map is kept in the file map.csv, so that advice needs no simulation.
//
// Start reading here, then run.go, judge.go and decide.go. Dynamic loads, where there is no tree and no efficiency, are in loads.go. What
// is left out: machines in lockstep.
package atlas

import (
	"fmt"
	"hash/fnv"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Case is a question: which policy is best here?
type Case struct {
	Tree    string // or a dynamic load: see loads.go
	Machine string
	N       int // processors
	Start   sim.Start
	// Nodes and Node are the number of nodes of the tree, and the mean time that the machine needs for one, in seconds. Of a dynamic load they
	// are the mean number of processes, and the load interval.
	Nodes int64
	Node  float64
}

// Name is the case in short: "uts-t1/8 cluster 64 middle".
func (c Case) Name() string { return fmt.Sprintf("%s %s %d %s", c.Tree, c.Machine, c.N, c.Start) }

// Held reports whether the case is in the half on which decision trees are judged. The other half is for fitting. It depends on the
// name alone, so that a larger map leaves each case in its half.
func (c Case) Held() bool {
	h := fnv.New32a()
	h.Write([]byte(c.Name()))
	return h.Sum32()>>7&1 == 1
}

// Cell is the answer of a policy.
type Cell struct {
	Case
	Policy     string // with parameters
	Seeds      int
	Efficiency float64 // the mean, 0 to 1; on a dynamic load, 1 - σ
	// Half is half of the interval that holds the true mean in 95 of 100 cases, by Student's distribution.
	Half float64
	// Below tells that a run was given up: its efficiency is below [Floor], and counts as that.
	Below bool
}

// Floor is the efficiency below which a run is given up.
const Floor = 0.1

// Deal is the load estimate by which a spread start deals out elements: count, so that all policies begin alike.
const Deal = "count"

// LeastNodes is the rule for cells that are left out: with fewer load elements than this for each processor there is nothing to share.
// Each node is an element, but for the frozen subtrees of the rule weights, which are one each.
const LeastNodes = 50

// Size is how much of the map is made.
type Size string

// The sizes.
const (
	Quick  Size = "quick"  // a minute
	Broad  Size = "broad"  // a quarter of an hour: more trees and machines, fewer policies, from one start
	Medium Size = "medium" // an hour: the map in this package
	Full   Size = "full"   // hours
)

// Sizes returns all sizes, the smallest first.
func Sizes() []Size { return []Size{Quick, Broad, Medium, Full} }

// scope is a part of the map: every policy on every tree, machine and number of processors.
type scope struct {
	trees    []string // or dynamic loads
	machines []string
	procs    []int
	policies []string
	starts   []sim.Start
	seeds    int
}

// Starts are the starts of the map: at one processor, and at all.
func Starts() []sim.Start { return []sim.Start{sim.StartMiddle, sim.StartSpread} }

// scopes are what a size stands for.
func (s Size) scopes() []scope {
	machines := []string{"gcel-1024", "meiko-cs1", "cluster"}
	some := []string{
		"adaptive", "plb", "lade", "liquid-c5", "diffusion", "dimension-exchange", "dn", "an", "steal", "steal-half", "random-polling",
		"round-robin",
	}
	few := []string{"adaptive", "plb", "lade", "liquid-c5", "steal", "steal-half", "random-polling"}
	onLoads := []string{"none", "adaptive", "dn", "an", "an-2", "dnr", "lade", "liquid-c5", "diffusion"}
	paper := []string{"meiko-cs1"} // with the messages and processes of the paper on dynamic loads
	switch s {
	case Quick:
		return []scope{
			{
				trees: []string{"200-860-3/1", "pigeons-8", "uneven-50"}, machines: machines, procs: []int{16, 64, 256},
				policies: []string{"adaptive", "plb", "lade", "liquid-c5", "steal", "random-polling"}, starts: Starts(), seeds: 3,
			},
			{trees: []string{"load-10/30", "load-300/30"}, machines: paper, procs: []int{100}, policies: onLoads[:6], seeds: 3},
		}
	case Broad:
		return []scope{{
			trees: []string{
				"200-860-3/1", "225-968-3/3", "250-1075-3/4", "250-1075-3/9", "400-2000-3/6", "350-1505-3/3@weights", "60-1270-5/3", "70-1490-5/1",
				"45-3960-7/1", "pigeons-7", "pigeons-8", "mycielski-4", "products-7", "products-8", "uts-t1/8", "uts-t2/11", "uts-t3/60",
				"uts-t5/11", "uneven-2", "uneven-10",
			},
			machines: []string{"gcel-1024", "gcel-ppbb", "meiko-cs1", "cluster", "ideal"}, procs: []int{64, 256, 1024},
			policies: []string{"adaptive", "plb", "lade", "liquid-c5", "dn", "steal", "steal-half", "random-polling"},
			starts:   Starts()[:1], seeds: 5,
		}}
	case Full:
		all := []string{}
		for _, p := range balance.Policies() {
			if !p.Bound && p.Name != "none" {
				all = append(all, p.Name)
			}
		}
		return []scope{
			{
				trees: []string{
					"200-860-3/1", "250-1075-3/4", "350-1505-3/3", "70-1490-5/1", "45-3960-7/1", "pigeons-8", "pigeons-9", "mycielski-4",
					"products-8", "250-1075-3/4@boehm", "350-1505-3/3@weights", "uts-t1/8", "uts-t1", "uts-t3", "uneven-50", "uneven-10", "uneven-2",
				},
				machines: machines, procs: []int{16, 64, 256, 1024, 4096, 16384, 65536}, policies: all, starts: Starts(), seeds: 5,
			},
			{
				trees: loads([]float64{0.1, 1, 3, 10, 30, 100, 200, 300, 500}), machines: paper, procs: []int{100, 400, 1024},
				policies: append([]string{"none"}, all...), seeds: 5,
			},
		}
	default:
		return []scope{
			{trees: loads([]float64{1, 3, 10, 30, 100, 200, 300, 500}), machines: paper, procs: []int{100, 400, 1024}, policies: onLoads, seeds: 5},
			{
				trees: []string{
					"200-860-3/1", "250-1075-3/4", "70-1490-5/1", "pigeons-8", "mycielski-4", "uts-t1/8", "45-3960-7/1", "products-8",
					"350-1505-3/3@weights", "uneven-2", "uts-t3/60", "uneven-10",
				},
				machines: machines, procs: []int{16, 64, 256, 1024}, policies: some, starts: Starts(), seeds: 5,
			},
			{
				trees: []string{"uts-t1"}, machines: machines[:1], procs: []int{4096, 16384, 65536}, policies: few, starts: Starts(), seeds: 3,
			},
		}
	}
}

// loads are the dynamic loads of the paper: each dynamicity with each dispersion, in percent.
func loads(dynamicities []float64) (all []string) {
	for _, x := range dynamicities {
		for _, dispersion := range []int{30, 70} {
			all = append(all, fmt.Sprintf("load-%v/%d", x, dispersion))
		}
	}
	return all
}

// Tuned is a policy with its periods as they suit a machine, see [compare.Scaled].
func Tuned(name string, cost sim.CostModel) (string, error) {
	chosen, err := balance.Choose(name)
	if err != nil {
		return "", err
	}
	return compare.Scaled(chosen, cost).String(), nil
}

// sides returns the sides of the squarest grid of n processors.
func sides(n int) []int {
	rows := 1
	for r := 1; r*r <= n; r++ {
		if n%r == 0 {
			rows = r
		}
	}
	return []int{rows, n / rows}
}

// Grid is the grid of n processors, as --grid takes it.
func Grid(n int) string { return topology.FormatSides(sides(n)) }
