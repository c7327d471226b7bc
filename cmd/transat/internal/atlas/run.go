package atlas

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/treecache"
)

// Plan lists the cells of the map to make.
type Plan struct {
	Size    Size
	Store   *treecache.Store
	Threads int // simulations at the same time; the cells do not depend on it
	// Policies, if not empty, are the only ones whose cells are made: names without parameters.
	Policies []string
	// Machine, if not nil, is simulated instead of those of the size.
	Machine *compare.Preset
	// Known are cells that need not be made again.
	Known []Cell
	// Made, if not nil, is told of every cell as it is made. It is called by one goroutine at a time. Its error ends the run.
	Made func(Cell) error
	// Progress, if not nil, is told the share of the trees that are done.
	Progress func(share float64, what string)

	only []scope // in place of the scopes of the size, in tests
}

// key identifies a cell.
type key struct {
	tree, machine, network, policy string
	n, seeds                       int
	start                          sim.Start
}

func (c Cell) key() key { return key{c.Tree, c.Machine, c.Network, c.Policy, c.N, c.Seeds, c.Start} }

// Run makes the cells of a plan, in an order that is always the same. If the context ends, it returns the finished ones.
func Run(ctx context.Context, p Plan) ([]Cell, error) {
	scopes := p.Size.scopes()
	if p.only != nil {
		scopes = p.only
	}
	known := map[key]Cell{}
	for _, c := range p.Known {
		known[c.key()] = c
	}
	trees, done := 0, 0
	for _, scope := range scopes {
		trees += len(scope.trees)
	}
	var all []Cell
	for _, scope := range scopes {
		if len(p.Policies) > 0 {
			scope.policies = slices.DeleteFunc(slices.Clone(scope.policies), func(name string) bool { return !slices.Contains(p.Policies, name) })
		}
		if scope.own = p.Machine; p.Machine != nil {
			scope.machines = []string{p.Machine.Cost.Name}
		}
		for _, name := range scope.trees {
			if p.Progress != nil {
				p.Progress(float64(done)/float64(trees), name)
			}
			done++
			cells, err := p.tree(ctx, scope, name, known)
			all = append(all, cells...)
			if err != nil {
				return all, err
			}
		}
	}
	return all, nil
}

// tree makes the cells of a tree.
func (p Plan) tree(ctx context.Context, scope scope, name string, known map[key]Cell) ([]Cell, error) {
	measure, todo, err := p.questions(ctx, scope, name)
	if err != nil {
		return nil, err
	}
	made := make([]*Cell, len(todo))
	var mu sync.Mutex
	turn := func(i int) compare.Turn { return compare.Turn{Group: i} }
	err = compare.NewPool(max(1, p.Threads)).Each(ctx, len(todo), turn, func(ctx context.Context, i int) error {
		if old, ok := known[todo[i].key()]; ok {
			old.Own = p.Machine
			made[i] = &old
			return nil
		}
		done, defined, err := measure(ctx, todo[i])
		if err != nil || !defined {
			return err
		}
		done = done.rounded()
		mu.Lock()
		defer mu.Unlock()
		made[i] = &done
		if p.Made != nil {
			return p.Made(done)
		}
		return nil
	})
	var cells []Cell
	for _, c := range made {
		if c != nil {
			cells = append(cells, *c)
		}
	}
	return cells, err
}

// questions returns the cells of a tree or dynamic load, without an efficiency so far, and the function that measures it.
func (p Plan) questions(ctx context.Context, scope scope,
	name string,
) (measure func(context.Context, Cell) (Cell, bool, error), _ []Cell, _ error) {
	_, ok, err := changingLoad(name)
	if err != nil {
		return nil, nil, err
	}
	if ok {
		todo, err := scope.changing(name)
		return func(ctx context.Context, c Cell) (Cell, bool, error) {
			found, defined, err := c.evenness(ctx)
			return c.with(found), defined, err
		}, todo, err
	}
	load, err := find(ctx, name, p.Store)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	todo, err := scope.cells(name, load)
	return func(ctx context.Context, c Cell) (Cell, bool, error) { return c.measure(ctx, load) }, todo, err
}

// changing returns the cells of a dynamic load, without an efficiency so far.
func (s scope) changing(name string) ([]Cell, error) {
	var all []Cell
	for _, machine := range s.machines {
		preset, err := Case{Machine: machine, Own: s.own}.Preset()
		if err != nil {
			return nil, err
		}
		for _, n := range s.procs {
			for _, policy := range s.policies {
				tuned, err := Tuned(policy, preset)
				if err != nil {
					return nil, err
				}
				c, err := Load(name, machine, n)
				if err != nil {
					return nil, err
				}
				c.Own = s.own
				all = append(all, Cell{Case: c, Policy: tuned, Seeds: s.seeds})
			}
		}
	}
	return all, nil
}

// cells returns the cells of a tree, without an efficiency so far.
func (s scope) cells(name string, load experiment.Workload) ([]Cell, error) {
	var all []Cell
	for _, machine := range s.machines {
		preset, err := Case{Machine: machine, Own: s.own}.Preset()
		if err != nil {
			return nil, err
		}
		own := load.Adapt(compare.Setup{Cost: preset.Cost}).Cost
		for _, n := range s.procs {
			if load.Elements < int64(cmp.Or(s.least, LeastNodes)*n) {
				continue
			}
			for _, start := range s.starts {
				for _, network := range s.on(preset) {
					c := Case{Tree: name, Machine: machine, Network: network, N: n, Start: start, Nodes: load.Nodes, Own: s.own}
					c.Node = own.Expand(load.Work, load.Nodes).Seconds() / float64(load.Nodes)
					for _, policy := range s.policies {
						tuned, err := Tuned(policy, preset)
						if err != nil {
							return nil, err
						}
						all = append(all, Cell{Case: c, Policy: tuned, Seeds: s.seeds})
					}
				}
			}
		}
	}
	return all, nil
}

// measure runs all seeds. A policy that is not defined on the grid has no cell.
func (c Cell) measure(ctx context.Context, load experiment.Workload) (_ Cell, defined bool, err error) {
	policy, err := balance.Choose(c.Policy)
	if err != nil {
		return c, false, err
	}
	o := compare.Defaults(policy)
	o.Sides, o.Start, o.Topology = sides(c.Network, c.N), c.Start, seen(c.Network, policy)
	if c.Start == sim.StartSpread {
		o.Deal = Deal
	}
	if o.Machine, err = c.Preset(); err != nil {
		return c, false, err
	}
	setups, err := o.Setups()
	if undefined(err) {
		return c, false, nil
	}
	if err != nil {
		return c, false, err
	}
	if setups[0].Physical, err = physical(c.Network, c.N); err != nil {
		return c, false, err
	}
	limit := balance.Ticks(c.Node * float64(c.Nodes) / float64(c.N) / Floor * float64(balance.Second))
	var found []float64
	for seed := range c.Seeds {
		s := setups[0]
		s.Seed = uint64(seed + 1)
		r, err := load.Run(ctx, load.Adapt(s), compare.Watch{Limit: limit})
		var restless *sim.RestlessError
		switch {
		case errors.Is(err, sim.ErrLimit) || errors.As(err, &restless):
			c.Efficiency, c.Half, c.Below = Floor, 0, true
			return c, true, nil
		case err != nil:
			return c, false, fmt.Errorf("%s, policy %s: %w", c.Name(), c.Policy, err)
		}
		found = append(found, r.Efficiency())
		if !r.Drawn { // the other seeds would find the same
			found = slices.Repeat(found, c.Seeds)
			break
		}
	}
	return c.with(found), true, nil
}

// with is the cell with the results of its seeds.
func (c Cell) with(found []float64) Cell {
	if len(found) == 0 {
		return c
	}
	c.Efficiency, c.Half = Interval(found)
	return c
}

// Interval returns the mean of at least one number, and half of the interval that holds the true mean in 95 of 100 cases, by Student's
// distribution: 0 if there is but one number.
func Interval(found []float64) (mean, half float64) {
	mean, deviation := stat.MeanStdDev(found, nil)
	if len(found) > 1 {
		student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(found) - 1)}
		half = student.Quantile(0.975) * stat.StdErr(deviation, float64(len(found)))
	}
	return mean, half
}
