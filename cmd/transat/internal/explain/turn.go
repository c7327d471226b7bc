package explain

import (
	"cmp"
	"context"
	"slices"

	"transat/balance/compare"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
)

// Turn tells who is faster on parts of the tree, and on machines of other sizes.
type Turn struct {
	Cells []Cell `json:"cells"`
	// Below and Above, if not nil, are the nodes a processor up to which one policy is faster in every cell, and from
	// which on the other is; in between, or in ties, it may be either.
	Below   *float64 `json:"below_nodes_a_processor"`
	Above   *float64 `json:"above_nodes_a_processor"`
	Smaller string   `json:"faster_below"` // "" if the order does not turn, or not with the nodes a processor
	Larger  string   `json:"faster_above"`
	Left    []string `json:"left_out,omitempty"`
}

// Cell is a part of the tree on a machine of one size.
type Cell struct {
	Nodes   int64   `json:"nodes"`
	Grid    string  `json:"grid"`
	Procs   int     `json:"procs"`
	PerProc float64 `json:"nodes_a_processor"`
	First   float64 `json:"first_s"`
	Second  float64 `json:"second_s"`
	Seeds   int     `json:"seeds"`
	Winner  string  `json:"winner"` // "" for a tie
}

// largeTree is the number of nodes from which on a cell is simulated with one seed only.
const largeTree = 1_000_000

// smallParts are the shares of the tree that are tried.
func smallParts() []int64 { return []int64{1, 8, 64} }

// turn runs both policies as they come on parts of the tree and on other machines.
func (r *runner) turn(ctx context.Context, w experiment.Workload, c *comparison) (*Turn, error) {
	t := &Turn{}
	parts := []experiment.Workload{w}
	for _, share := range smallParts()[1:] {
		if p, ok := w.Part(w.Nodes / share); ok && p.Nodes < parts[len(parts)-1].Nodes && p.Nodes > 1 {
			parts = append(parts, p)
		}
	}
	type cellOf struct{ first, second *Measured }
	var some []job
	var cells []Cell
	for _, part := range parts {
		for _, sides := range r.grids(c.first.setup.Physical.Sides()) {
			seeds := r.Seeds
			if part.Nodes >= largeTree {
				seeds = 1
			}
			a, err := resized(c.first.setup, sides)
			if err == nil {
				b, err2 := resized(c.second.setup, sides)
				err = err2
				if err == nil {
					procs := a.Physical.Procs()
					cells = append(cells, Cell{
						Nodes: part.Nodes, Grid: topology.FormatSides(sides), Procs: procs,
						PerProc: float64(part.Nodes) / float64(procs), Seeds: seeds,
					})
					for _, s := range []compare.Setup{a, b} {
						some = append(some,
							job{work: part, setup: s, key: "own " + s.Policy.String() + s.Topology.Kind() + s.Estimate.String(), seeds: seeds, hopeless: true})
					}
				}
			}
			if err != nil && !slices.Contains(t.Left, err.Error()) {
				t.Left = append(t.Left, err.Error())
			}
		}
	}
	found, err := r.all(ctx, "where the order turns", some)
	if err != nil {
		return nil, err
	}
	for i, cell := range cells {
		x := cellOf{found[2*i], found[2*i+1]}
		if why := cmp.Or(x.first.Undefined, x.second.Undefined); why != "" {
			if !slices.Contains(t.Left, why) {
				t.Left = append(t.Left, why)
			}
			continue
		}
		cell.First, cell.Second = x.first.Seconds(), x.second.Seconds()
		cell.Winner = c.winner(x.first, x.second)
		t.Cells = append(t.Cells, cell)
	}
	t.split()
	return t, nil
}

// winner is the faster of two, "" if the difference is within the spread. With a single seed, the spread is assumed to be the same
// share of the time as on the whole tree.
func (c *comparison) winner(first, second *Measured) string {
	a, b := first.Seconds(), second.Seconds()
	spread := max(first.spread(), second.spread())
	unsure := float64(spread) / 1e9
	if len(first.Times) == 1 {
		unsure = c.spread().Seconds() / c.slow.run.Seconds() * max(a, b)
	}
	switch {
	case abs(a-b) <= unsure:
		return ""
	case a < b:
		return c.first.name
	}
	return c.second.name
}

// grids are the sizes of machines to try: the own one, and smaller ones; larger ones, too, if it goes deep.
func (r *runner) grids(sides []int) [][]int {
	scaled := func(up, down int) []int {
		var some []int
		for _, side := range sides {
			some = append(some, max(1, side*up/down))
		}
		return some
	}
	all := [][]int{scaled(1, 4), scaled(1, 2), sides}
	if r.Depth == Deep {
		all = append(all, scaled(2, 1))
	}
	return slices.CompactFunc(all, slices.Equal)
}

// resized is a setup on a machine of another size.
func resized(s compare.Setup, sides []int) (compare.Setup, error) {
	physical, err := topology.NewGrid(s.Physical.Kind(), sides...)
	if err != nil {
		return s, err
	}
	network, err := topology.New(s.Topology.Kind(), sides...)
	if err != nil {
		return s, err
	}
	s.Physical, s.Topology = physical, network
	_, err = s.Policy.For(network)
	return s, err
}

// split looks for numbers of nodes a processor that part the cells of the two winners.
func (t *Turn) split() {
	cells := slices.DeleteFunc(slices.Clone(t.Cells), func(c Cell) bool { return c.Winner == "" })
	slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Compare(a.PerProc, b.PerProc) })
	at := 0
	for i := 1; i < len(cells); i++ {
		if cells[i].Winner == cells[i-1].Winner {
			continue
		}
		if at > 0 {
			return // there and back
		}
		at = i
	}
	if at == 0 || cells[at].PerProc == cells[at-1].PerProc {
		return
	}
	t.Below, t.Above = &cells[at-1].PerProc, &cells[at].PerProc
	t.Smaller, t.Larger = cells[0].Winner, cells[at].Winner
}
