package script

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"transat/balance"
)

// network is p.topology: what a policy may know of the network as a whole, see balance.Topology.
//
//	kind, procs, sides    as there; sides is empty for networks that are no grids
//	laplacian             the second smallest and the largest eigenvalue
//	step(rank, d, by)     the rank one step up (by = 1) or down (by = -1) in dimension d, or None
//	neighbours(rank)      the ranks next to one
//	potentials(loads, within)   x with L·x = load − mean, L being the Laplacian; see balance.Equations
//	tree(rank, d=0)       its place in the tree of dimension d, see balance.PlaceInTree: .parent, .children, .procs
type network struct {
	topology balance.Topology
	sides    starlark.Tuple
}

// The methods by which a network implements starlark.HasAttrs.

func (n *network) String() string        { return fmt.Sprint(n.topology) }
func (n *network) Type() string          { return "topology" }
func (n *network) Freeze()               {}
func (n *network) Truth() starlark.Bool  { return true }
func (n *network) Hash() (uint32, error) { return 0, errors.New("unhashable: topology") }

// AttrNames returns the names of the attributes.
func (n *network) AttrNames() []string {
	return []string{"kind", "laplacian", "neighbours", "potentials", "procs", "sides", "step", "tree"}
}

// Attr returns an attribute.
func (n *network) Attr(name string) (starlark.Value, error) {
	switch name {
	case "kind":
		return starlark.String(n.topology.Kind()), nil
	case "procs":
		return starlark.MakeInt(n.topology.Procs()), nil
	case "sides":
		return n.sides, nil
	case "laplacian":
		second, largest := n.topology.Laplacian()
		return starlark.Tuple{number(second), number(largest)}, nil
	case "step":
		return starlark.NewBuiltin(name, n.step), nil
	case "neighbours":
		return starlark.NewBuiltin(name, n.neighbours), nil
	case "potentials":
		return starlark.NewBuiltin(name, n.potentials), nil
	case "tree":
		return starlark.NewBuiltin(name, n.tree), nil
	}
	return nil, lacks("p.topology", name, n.AttrNames())
}

// ints makes a tuple of numbers.
func ints(numbers []int) starlark.Tuple {
	all := make(starlark.Tuple, len(numbers))
	for i, x := range numbers {
		all[i] = starlark.MakeInt(x)
	}
	return all
}

func (n *network) step(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var rank, d, by starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "rank", &rank, "d", &d, "by", &by); err != nil {
		return nil, err
	}
	from, err := rankOf("rank", rank, n.topology.Procs())
	if err != nil {
		return nil, err
	}
	if len(n.topology.Sides()) == 0 {
		return starlark.None, nil
	}
	dimension, err := intOf("d", d, 0, int64(len(n.topology.Sides()))-1)
	if err != nil {
		return nil, err
	}
	distance, err := intOf("by", by, -1, 1)
	if err != nil || distance == 0 {
		return nil, fmt.Errorf("by = %s: want 1 or -1", short(by))
	}
	if to, ok := n.topology.Step(from, int(dimension), int(distance)); ok {
		return starlark.MakeInt(to), nil
	}
	return starlark.None, nil
}

func (n *network) neighbours(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple,
) (starlark.Value, error) {
	var rank starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "rank", &rank); err != nil {
		return nil, err
	}
	of, err := rankOf("rank", rank, n.topology.Procs())
	if err != nil {
		return nil, err
	}
	ranks := n.topology.Neighbours(of)
	return ints(ranks), charge(thread, stepsAMethod+len(ranks))
}

// loadsATurn is how many loads the equations take in for a step, in a turn.
const loadsATurn = 4

func (n *network) potentials(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
	kwargs []starlark.Tuple,
) (starlark.Value, error) {
	var loads, within starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "loads", &loads, "within", &within); err != nil {
		return nil, err
	}
	list, ok := loads.(starlark.Indexable)
	if procs := n.topology.Procs(); !ok || list.Len() != procs {
		return nil, fmt.Errorf("loads = %s: want a list of %d loads, one of each processor", short(loads), procs)
	}
	links := list.Len() * len(n.topology.Neighbours(0)) // about
	if err := charge(thread, stepsAMethod+8*list.Len()+links); err != nil {
		return nil, err
	}
	numbers := make([]float64, list.Len())
	for i := range numbers {
		x, err := floatOf("a load", list.Index(i))
		if err != nil || math.IsInf(x, 0) {
			return nil, fmt.Errorf("loads: %s of processor %d: want a number", short(list.Index(i)), i)
		}
		numbers[i] = x
	}
	least, err := floatOf("within", within)
	if err != nil {
		return nil, err
	}
	if least <= 0 {
		return nil, fmt.Errorf("within = %v: want a load above 0", within)
	}
	turn := func() error { return charge(thread, 1+(list.Len()+links)/loadsATurn) }
	x, err := balance.NewEquations(n.topology).Potentials(numbers, least, turn)
	if err != nil {
		return nil, err
	}
	all := make([]starlark.Value, len(x))
	for i := range x {
		all[i] = number(x[i])
	}
	return starlark.NewList(all), nil
}

func (n *network) tree(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var rank starlark.Value
	var d starlark.Value = starlark.MakeInt(0)
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "rank", &rank, "d?", &d); err != nil {
		return nil, err
	}
	of, err := rankOf("rank", rank, n.topology.Procs())
	if err != nil {
		return nil, err
	}
	dimension, err := intOf("d", d, 0, max(0, int64(len(n.topology.Sides()))-1))
	if err != nil {
		return nil, err
	}
	at := place{balance.PlaceInTree(n.topology, of, int(dimension))}
	return at, charge(thread, 2*stepsAMethod+len(at.Children))
}

// place is what tree returns. At the root, parent is None.
type place struct{ balance.TreePlace }

// CompareSameType implements starlark.Comparable: Go cannot compare slices.
func (p place) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	q := y.(place)
	same := p.Parent == q.Parent && p.Procs == q.Procs && slices.Equal(p.Children, q.Children)
	switch op {
	case syntax.EQL:
		return same, nil
	case syntax.NEQ:
		return !same, nil
	}
	return false, fmt.Errorf("places in a tree have no order: %s %s %s", p.Type(), op, q.Type())
}

// The methods by which a place implements starlark.HasAttrs.

func (p place) String() string        { return fmt.Sprintf("place(%+v)", p.TreePlace) }
func (p place) Type() string          { return "place" }
func (p place) Freeze()               {}
func (p place) Truth() starlark.Bool  { return true }
func (p place) Hash() (uint32, error) { return 0, errors.New("unhashable: place") }
func (p place) AttrNames() []string   { return []string{"children", "parent", "procs"} }

// Attr returns an attribute.
func (p place) Attr(name string) (starlark.Value, error) {
	switch name {
	case "parent":
		if p.Parent < 0 {
			return starlark.None, nil
		}
		return starlark.MakeInt(p.Parent), nil
	case "children":
		return ints(p.Children), nil
	case "procs":
		return starlark.MakeInt(p.Procs), nil
	}
	return nil, lacks("a place in a tree", name, p.AttrNames())
}
