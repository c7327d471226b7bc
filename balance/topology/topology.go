// Package topology has the networks of processors: [New] makes one, and [Place] maps it onto the grid of a machine.
//
// # The idea
//
// A [Network] is a set of processors, numbered from 0, and the links between them. Some are grids, in
// which a processor has coordinates: the line, the ring, the mesh, the torus and the hypercube.
// Others are not: the De Bruijn network, the tree and the clique.
//
//	mesh 2x3          torus 2x3 (row 0)      tree 6            debruijn 4
//
//	0 — 1 — 2         ┌ 0 — 1 — 2 ┐             0              1
//	|   |   |         └───────────┘           ┌─┴─┐          ┌─┼─┐
//	3 — 4 — 5                                 1   2          0 │ 3
//	                                         ┌┴┐ ┌┘          └─┼─┘
//	                                         3 4 5             2
//
// Ranks of a grid are row-major: the last coordinate varies fastest.
//
// # A worked example
//
// A policy sees a virtual topology. [Place] says on which processor of the machine's physical grid each
// of its processors lies, and [Dilation] how far apart neighbours come to lie:
//
//	machine, err := topology.NewGrid("mesh", 16, 16)
//	virtual, err := topology.New("hypercube", 16, 16)
//	place, err := topology.Place(virtual, machine) // processor v of the hypercube is place[v] of the mesh
//	longest, mean := topology.Dilation(virtual, machine, place)
//
// # Where to start
//
// At [Network]. grid.go has the grids, each other kind has a file of its own; place.go has the mappings,
// spectrum.go the eigenvalues that rates of convergence depend on.
//
// # Left out
//
// Links have no weights, and only grids can be machines: messages are routed on no other network.
package topology

import (
	"fmt"
	"slices"
)

// MaxProcs is the largest number of processors of a topology.
const MaxProcs = 1 << 24

// Network is a topology: it says who is whose neighbour. Networks are immutable, connected and without
// loops, and may be used by several goroutines at once. Their methods take ranks in [0, Procs()) and
// panic for others.
type Network interface {
	// Kind is the name of the kind: "mesh", "hypercube".
	Kind() string
	// String is kind and size, such as "mesh 32x32" or "tree 1024".
	String() string
	// Procs is the number of processors.
	Procs() int
	// Sides are the lengths of the dimensions of a grid, and empty for networks that are none. Do not
	// modify.
	Sides() []int
	// Step returns the rank one step up (by = 1) or down (by = -1) in dimension d from rank, and
	// whether there is one.
	Step(rank, d, by int) (int, bool)
	// Neighbours returns the ranks next to rank, each once. The slice is the caller's.
	Neighbours(rank int) []int
	// Laplacian returns the second smallest and the largest eigenvalue of the Laplacian of the network:
	// the matrix with the number of neighbours on the diagonal and -1 for every pair of neighbours.
	// Both are 0 for a single processor. They are exact to about 1e-12 relative, and cost next to
	// nothing but for De Bruijn networks, where the first call takes time: 10 ms for a thousand
	// processors, 15 s for a million.
	Laplacian() (second, largest float64)
}

// Kind describes one kind of topology.
type Kind struct {
	Name, Title string
	Mapping     string // how Place lays it on a grid
	Source      string // who proposed it, if that needs saying
	// build makes one of that many processors on a machine whose grid has the given sides.
	build func(procs int, sides []int) (Network, error)
	// place lays one on a grid of as many processors: place[v], which is v beforehand, is where v lies. Nil leaves it so.
	place func(virtual Network, physical *Grid, place []int)
}

// Kinds returns all topologies: the table that help, listing and New read.
func Kinds() []Kind {
	return []Kind{
		lineKind(),
		ringKind(),
		meshKind(),
		torusKind(),
		hypercubeKind(),
		deBruijnKind(),
		treeKind(),
		cliqueKind(),
	}
}

// Names are the names of all Kinds.
func Names() []string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// Squarest returns the sides of the grid of that many processors that is nearest to a square.
func Squarest(procs int) []int {
	rows := 1
	for r := 1; r*r <= procs; r++ {
		if procs%r == 0 {
			rows = r
		}
	}
	return []int{rows, procs / rows}
}

// New returns the topology of the given kind for a machine whose grid has the given sides. Only meshes
// and tori have the same sides; the others have as many processors. The error is a *SizeError if there
// is no such topology with that many.
func New(kind string, sides ...int) (Network, error) {
	procs, err := product(sides)
	if err != nil {
		return nil, err
	}
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == kind })
	if i < 0 {
		return nil, fmt.Errorf("unknown topology %q", kind)
	}
	return kinds[i].build(procs, slices.Clone(sides))
}

// SizeError says that a kind of topology does not exist with that many processors.
type SizeError struct {
	Kind  string
	Procs int
	Want  string // "a power of two"
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("no %s has %d processors: their number must be %s", e.Kind, e.Procs, e.Want)
}

// gridless is what networks without coordinates have in common.
type gridless struct {
	kind  string
	procs int
}

// Kind is the kind's name, such as "tree".
func (g gridless) Kind() string { return g.kind }

// String is kind and number of processors, such as "tree 1024".
func (g gridless) String() string { return fmt.Sprintf("%s %d", g.kind, g.procs) }

// Procs is the number of processors.
func (g gridless) Procs() int { return g.procs }

// Sides is empty: there are no dimensions.
func (g gridless) Sides() []int { return nil }

// Step finds nothing: there are no dimensions.
func (g gridless) Step(int, int, int) (int, bool) { return 0, false }

// checkRank panics if there is no such rank.
func checkRank(rank, procs int) {
	if rank < 0 || rank >= procs {
		panic(fmt.Sprintf("topology: rank %d of %d", rank, procs))
	}
}
