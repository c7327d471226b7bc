package arena

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/experiment"
)

// Sealed is a case: a tree on a machine, with a start.
type Sealed struct {
	Index   int    // from 0
	Kind    string // of the tree: see [Kinds]
	Tree    string // in words
	Nodes   int64
	Machine string // the preset from which the cost model was drawn
	Sides   string // of the machine's network
	Procs   int
	Network string // the kind of the machine's network: mesh, torus, ring
	Pieces  int    // elements at the start, on processors drawn by lot: 1, some, or as many as processors

	cost     sim.CostModel
	physical *topology.Grid
	seed     uint64
	work     experiment.Workload
}

// Start is the start in short: one, some or all processors have an element.
func (c *Sealed) Start() string {
	switch c.Pieces {
	case 1:
		return "one"
	case c.Procs:
		return "all"
	}
	return "some"
}

// Size is the number of processors in short.
func (c *Sealed) Size() string {
	switch {
	case c.Procs < fromSome:
		return fewProcs
	case c.Procs < fromMany:
		return someProcs
	}
	return manyProcs
}

// What Size returns.
const (
	fewProcs  = "below 48 processors"
	someProcs = "48 to 143"
	manyProcs = "144 and more"
)

// Short is the case in a few words.
func (c *Sealed) Short() string {
	return fmt.Sprintf("%s, like %s, %s %s, work on %s", c.Kind, c.Machine, c.Network, c.Sides, c.Start())
}

// Text is the case in words.
func (c *Sealed) Text() string {
	start := fmt.Sprintf("%d elements on processors drawn by lot", c.Pieces)
	switch c.Start() {
	case "one":
		start = "all of it on one processor"
	case "all":
		start = "an element for each processor"
	}
	return fmt.Sprintf("%s, %d nodes; a machine like %s, %s %s; at first %s", c.Tree, c.Nodes, c.Machine, c.Network, c.Sides, start)
}

// seal is what the cases are drawn from: a seed, and the texts of policies.
type seal [sha256.Size]byte

// sealed returns the seal of a seed and of the programs among the policies. A policy in Go adds nothing: nobody writes it for the cases.
func sealed(seed uint64, policies []balance.Chosen) seal {
	h := sha256.New()
	fmt.Fprintf(h, "%d\n", seed)
	for _, p := range policies {
		if p.Spec.Text == "" {
			continue
		}
		fmt.Fprintf(h, "%d\n%s\n", len(p.Spec.Text), p.Spec.Text)
		for _, x := range p.Spec.Params {
			fmt.Fprintf(h, "%s=%v\n", x.Name, p.Values[x.Name])
		}
	}
	return seal(h.Sum(nil))
}

// dice returns the random numbers of a case.
func (s seal) dice(index int) *rand.Rand {
	key := sha256.Sum256(binary.LittleEndian.AppendUint64(s[:], uint64(index)))
	return rand.New(rand.NewChaCha8(key))
}

// draw makes a case. It depends on the seal, the forest and the index alone.
func (s seal) draw(ctx context.Context, trees forest, index int) (*Sealed, error) {
	r, machines := s.dice(index), machines()
	k := trees.kinds[index%len(trees.kinds)]
	c := &Sealed{Index: index, Kind: k.title, seed: r.Uint64()}
	for {
		w, title, err := k.draw(ctx, r)
		if errors.Is(err, errUnfit) || err == nil && (w.Satisfiable || w.Nodes < trees.least || w.Nodes > trees.most) {
			continue
		}
		if err != nil {
			return nil, err
		}
		c.work, c.Tree, c.Nodes = w, title, w.Nodes
		break
	}
	if err := c.drawNetwork(r); err != nil {
		return nil, err
	}
	// Each kind of tree meets each machine, for which 4 and 7 suit each other.
	c.cost = blurred(machines[index%len(machines)], r)
	c.Machine = machines[index%len(machines)].Name
	c.Pieces = 1
	switch r.IntN(4) {
	case 0:
		c.Pieces = c.Procs
	case 1:
		c.Pieces = 2 + r.IntN(c.Procs-2)
	}
	c.work.Name = c.Tree
	return c, nil
}

// drawNetwork draws the network of the machine, of each size equally often, as far as the tree has enough elements for that.
func (c *Sealed) drawNetwork(r *rand.Rand) error {
	limits := [...]int{leastProcs, fromSome, fromMany, mostProcs + 1}
	sizes := 1
	for sizes+1 < len(limits) && int64(limits[sizes])*elementsEach <= c.Nodes {
		sizes++
	}
	size := r.IntN(sizes)
	for c.Procs < limits[size] || c.Procs >= limits[size+1] || int64(c.Procs)*elementsEach > c.Nodes {
		sides := drawSides(r)
		c.Network = []string{"mesh", "torus"}[r.IntN(2)]
		if len(sides) == 1 {
			c.Network = "ring"
		}
		c.Procs = 1
		for _, n := range sides {
			c.Procs *= n
		}
		var err error
		if c.physical, err = topology.NewGrid(c.Network, sides...); err != nil {
			return err
		}
		c.Sides = topology.FormatSides(sides)
	}
	return nil
}

// drawSides draws one to three sides. A third of all are powers of two, which hypercubes need.
func drawSides(r *rand.Rand) []int {
	powers := r.IntN(3) == 0
	side := func(least, most int) int {
		n := least + r.IntN(most-least+1)
		if powers {
			n = 1 << (bits.Len(uint(n)) - 1)
		}
		return n
	}
	switch r.IntN(8) {
	case 0:
		return []int{side(12, 40)}
	case 1, 2:
		return []int{side(2, 8), side(2, 8), side(2, 8)}
	}
	for {
		if a, b := side(3, 22), side(3, 22); a <= 3*b && b <= 3*a {
			return []int{a, b}
		}
	}
}

// Limits of the networks.
const (
	leastProcs   = 12 // so that one processor alone is below [atlas.Floor]
	fromSome     = 48
	fromMany     = 144
	mostProcs    = 400
	elementsEach = 80 // of the tree, for each processor
)

// machines are the presets of which machines are drawn: all that are no bound.
func machines() []sim.CostModel {
	return slices.DeleteFunc(sim.CostModels(), func(m sim.CostModel) bool { return m.Name == "ideal" })
}

// blurred is a machine like a preset: each of its times is up to twice as long, or half as long.
func blurred(m sim.CostModel, r *rand.Rand) sim.CostModel {
	factors := [...]balance.Ticks{500, 600, 720, 860, 1000, 1200, 1440, 1700, 2000} // thousandths: the same on every computer
	blur := func(times ...*balance.Ticks) {
		f := factors[r.IntN(len(factors))]
		for _, t := range times {
			if *t > 0 {
				*t = max(1, *t*f/1000)
			}
		}
	}
	blur(&m.WorkTime, &m.NodeTime)
	for _, t := range []*balance.Ticks{
		&m.TakeTime, &m.InstallTime, &m.MessageCPU, &m.ElementCPU, &m.RouteCPU, &m.LinkTime, &m.ByteTime,
	} {
		blur(t)
	}
	m.Name = "like " + m.Name
	return m
}

// setup is a policy in the case, like for like with all others.
func (c *Sealed) setup(policy balance.Chosen) (compare.Setup, error) {
	o := compare.Defaults(policy)
	o.Machine, o.Sides, o.Seed = compare.Preset{Cost: c.cost}, c.physical.Sides(), c.seed
	setups, err := o.Setups()
	if err != nil {
		return compare.Setup{}, err
	}
	s := setups[0]
	s.Physical, s.Place = c.physical, &sim.Placement{Elements: c.Pieces, Deal: c.deal}
	return s, nil
}

// deal puts each of the first elements on a processor of its own, drawn by lot, as far as there are.
func (c *Sealed) deal(loads []float64) []int {
	ranks := rand.New(rand.NewPCG(c.seed, 1)).Perm(c.Procs)
	all := make([]int, len(loads))
	for i := range all {
		all[i] = ranks[i%c.Procs]
	}
	return all
}

// Fate says what became of a run.
type Fate string

// The fates.
const (
	Done    Fate = ""
	Refused Fate = "not defined there"
	Late    Fate = "given up"
)

// Run is a policy in a case.
type Run struct {
	Efficiency float64
	Fate       Fate
	Moved      int64 // elements that were sent
}

// run simulates a policy. One that is not defined on the machine, or takes too long, counts as no balancing: one processor does all.
func (c *Sealed) run(ctx context.Context, policy balance.Chosen) (Run, error) {
	alone := 1 / float64(c.Procs)
	s, err := c.setup(policy)
	var kind *balance.KindError
	var size *topology.SizeError
	if errors.As(err, &kind) || errors.As(err, &size) {
		return Run{Efficiency: alone, Fate: Refused}, nil
	}
	if err != nil {
		return Run{}, err
	}
	s = c.work.Adapt(s)
	limit := balance.Ticks(float64(s.Cost.Expand(c.work.Work, c.work.Nodes)) / (atlas.Floor * float64(c.Procs)))
	result, err := c.work.Run(ctx, s, compare.Watch{Limit: limit})
	var restless *sim.RestlessError
	switch {
	case errors.Is(err, sim.ErrLimit) || errors.As(err, &restless):
		return Run{Efficiency: alone, Fate: Late, Moved: result.Sent}, nil
	case err != nil:
		return Run{}, fmt.Errorf("policy %s on %s: %w", policy, c.Text(), err)
	}
	return Run{Efficiency: result.Efficiency(), Moved: result.Sent}, nil
}
