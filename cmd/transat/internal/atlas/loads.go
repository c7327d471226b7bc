package atlas

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Dynamic loads, as in Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4: processes come and
// go at processors, and the question is not when all work is done but how even loads are meanwhile.
//
// A load is named load-DYNAMICITY/DISPERSION: its dynamicity in percent of the mean load a second, and its dispersion in percent of that.
// In place of the efficiency there is 1 - σ, the standard deviation of the loads as a share of their mean. So a point of regret is one
// percent of the mean load.

// changing has the parameters of a dynamic load, both as shares.
type changing struct{ dynamicity, dispersion float64 }

// Each processor has usualItems processes on average, and a load interval changes its load by usualStep.
const (
	usualItems = 20.0
	usualStep  = 1.0
)

// A run warms up for some load intervals and is measured for others, and the loads are sampled at regular times.
const (
	warmUpIntervals   = 40
	measuredIntervals = 160
	looks             = 1000
)

// changingLoad reads the name of a dynamic load; false if it is that of a tree.
func changingLoad(name string) (changing, bool, error) {
	text, ok := strings.CutPrefix(name, "load-")
	if !ok {
		return changing{}, false, nil
	}
	first, second, ok := strings.Cut(text, "/")
	dynamicity, err1 := strconv.ParseFloat(first, 64)
	dispersion, err2 := strconv.ParseFloat(second, 64)
	if !ok || err1 != nil || err2 != nil || !(dynamicity >= 0.01 && dynamicity <= 1e4) || !(dispersion >= 0 && dispersion <= 100) {
		return changing{}, true,
			fmt.Errorf("%s: want load-DYNAMICITY/DISPERSION, 0.01 to 10000 percent of the mean load a second and 0 to 100 percent of that", name)
	}
	return changing{dynamicity / 100, dispersion / 100}, true, nil
}

// Changing reports whether the case is a dynamic load, not a tree.
func (c Case) Changing() bool { return strings.HasPrefix(c.Tree, "load-") }

// evenness makes the cell of a dynamic load: 1 - σ for each seed. A policy that is not defined on the grid, or not without a tree, has no
// cell.
func (c Cell) evenness(ctx context.Context) (_ []float64, defined bool, err error) {
	load, _, err := changingLoad(c.Tree)
	if err != nil {
		return nil, false, err
	}
	chosen, err := balance.Choose(c.Policy)
	if err != nil {
		return nil, false, err
	}
	mesh, err := physical(c.Network, c.N)
	if err != nil {
		return nil, false, err
	}
	maker, err := chosen.For(mesh)
	if undefined(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	preset, err := c.Preset()
	if err != nil {
		return nil, false, err
	}
	interval := balance.Ticks(usualStep / usualItems / load.dynamicity * float64(balance.Second))
	var found []float64
	for seed := range c.Seeds {
		r, err := sim.RunDynamic(ctx, sim.DynamicConfig{
			Topology: mesh, Physical: mesh, Cost: preset.Cost,
			Policy: maker, Received: chosen.Spec.Received, Seed: uint64(seed + 1),
			Load: sim.DynamicLoad{
				Mean: usualItems, Imbalance: 0.5, Dynamicity: load.dynamicity, Dispersion: load.dispersion, Step: usualStep,
			},
			WarmUp: warmUpIntervals * interval, Duration: measuredIntervals * interval, Sample: measuredIntervals * interval / looks,
		})
		if err != nil {
			return nil, false, fmt.Errorf("%s, policy %s: %w", c.Name(), c.Policy, err)
		}
		found = append(found, max(1-r.Imbalance, 0))
	}
	return found, true, nil
}

// undefined reports whether a policy is not for such a network.
func undefined(err error) bool {
	var kind *balance.KindError
	var size *topology.SizeError
	return errors.As(err, &kind) || errors.As(err, &size)
}
