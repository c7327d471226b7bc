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
)

// Case is a question: which policy is best here?
type Case struct {
	Tree    string // or a dynamic load: see loads.go
	Machine string
	Network string // of the machine: see [Networks]
	N       int    // processors
	Start   sim.Start
	// Nodes and Node are the number of nodes of the tree, and the mean time that the machine needs for one, in seconds. Of a dynamic load they
	// are the mean number of processes, and the load interval.
	Nodes int64
	Node  float64
	// Own is the machine, if it is none of the list: Machine is its name.
	Own *compare.Preset
}

// Name is the case in short: "uts-t1/8 cluster 64 middle", or "uts-t1/8 cluster torus 64 middle" if the network is no mesh.
func (c Case) Name() string {
	if c.Network == Mesh {
		return fmt.Sprintf("%s %s %d %s", c.Tree, c.Machine, c.N, c.Start)
	}
	return fmt.Sprintf("%s %s %s %d %s", c.Tree, c.Machine, c.Network, c.N, c.Start)
}

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

// Tuned is a policy with its periods as they suit a machine, see [compare.Preset.Scaled].
func Tuned(name string, machine compare.Preset) (string, error) {
	chosen, err := balance.Choose(name)
	if err != nil {
		return "", err
	}
	return machine.Scaled(chosen).String(), nil
}
