package atlas

import (
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
)

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
	networks []string        // of machines that have links; nil: a mesh
	least    int             // elements of a tree for each processor; 0: [LeastNodes]
	own      *compare.Preset // the machine, if it is none of the list
}

// on returns the networks of a machine.
func (s scope) on(machine compare.Preset) []string {
	if machine.Cost.Computer > 0 || s.networks == nil {
		return []string{Mesh}
	}
	return s.networks
}

// TwoLevel is the machine of computers with several cores, which has no links.
const TwoLevel = "two-level"

// everyone returns all policies that balance.
func everyone() (all []string) {
	for _, p := range balance.Policies() {
		if !p.Bound && p.Name != "none" {
			all = append(all, p.Name)
		}
	}
	return all
}

// rivals are all of them but adf, of which a run takes as long as one of a hundred others, and which is far behind them.
func rivals() []string { return without(everyone(), []string{"adf"}) }

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
	today := []string{"gcel-1024", "cluster", TwoLevel}
	paper := []string{"meiko-cs1"} // with the messages and processes of the paper on dynamic loads
	switch s {
	case Quick:
		return []scope{
			{
				trees: []string{"200-860-3/1", "pigeons-8", "uneven-50"}, machines: append(machines, TwoLevel), procs: []int{16, 64, 256},
				policies: []string{"adaptive", "plb", "lade", "liquid-c5", "steal", "random-polling", "cluster-steal", "lifeline", "drafting"},
				starts:   Starts(), seeds: 3,
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
		all := everyone()
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
			{
				trees:    []string{"gecode-queens", "gecode-golomb", "gecode-jobshop", "scip-knapsack", "symphony"},
				machines: today, procs: []int{4, 16, 64}, policies: rivals(), starts: Starts()[:1], seeds: 3, least: LeastTasks,
			},
			{ // tasks of seconds: where messages take less than a thousandth of that, all policies that ask are alike
				trees: []string{"cadical-cubes", "go-tests"}, machines: today[:1], procs: []int{4, 16}, policies: rivals(),
				starts: Starts()[:1], seeds: 3, least: LeastTasks,
			},
			{
				trees:    []string{"200-860-3/1", "mycielski-4", "pigeons-8", "products-8", "uts-t3/60", "uts-t1/8", "uneven-2"},
				machines: today[2:], procs: []int{16, 64, 256, 1024}, policies: rivals(), starts: Starts(), seeds: 3,
			},
			{
				trees:    []string{"knapsack-40", "clique-128"},
				machines: today, procs: []int{16, 64, 256}, policies: rivals(), starts: Starts()[:1], seeds: 3,
			},
			{
				trees:    []string{"200-860-3/1", "mycielski-4", "pigeons-8"},
				machines: machines, procs: []int{64, 256}, policies: rivals(), starts: Starts()[:1], seeds: 3,
				networks: []string{Torus, Hypercube},
			},
			{
				trees:    []string{"200-860-3/1", "mycielski-4", "pigeons-8"},
				machines: machines, procs: []int{64, 256}, policies: without(rivals(), some), starts: Starts(), seeds: 3,
			},
			{
				trees: loads([]float64{3, 30, 300}), machines: paper, procs: []int{100},
				policies: without(rivals(), append(onLoads, "hbm")), seeds: 3,
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

// without returns the policies that are not among others.
func without(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(others, name) })
}

// LeastTasks stands in place of [LeastNodes] for trees that other programs recorded: most are small, and their nodes take long.
const LeastTasks = 8
