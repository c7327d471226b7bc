package sim

import (
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/topology"
)

// PlacedItem is an item that is there from the beginning to the end of a run, such as an object of an iterative program whose time
// was measured: see DynamicConfig.Placed.
type PlacedItem struct {
	Rank int
	Load float64 // not negative; what a policy sees is in units of the mean over all items, as elements are of mean load 1
	// Bytes is what moving it takes on a link; 0 is for the ElementBytes of the cost model.
	Bytes int
}

// maxItemBytes is the most that an item may have.
const maxItemBytes = 1 << 40

// checkPlaced says what is wrong with items for n processors.
func checkPlaced(items []PlacedItem, n int) error {
	if len(items) > math.MaxInt32 {
		return fmt.Errorf("%d items: want at most %d", len(items), math.MaxInt32)
	}
	for i, x := range items {
		switch {
		case x.Rank < 0 || x.Rank >= n:
			return fmt.Errorf("item %d: processor %d: want from 0 to %d", i, x.Rank, n-1)
		case !(x.Load >= 0) || math.IsInf(x.Load, 0):
			return fmt.Errorf("item %d: load %v: want a number that is not negative", i, x.Load)
		case x.Bytes < 0 || int64(x.Bytes) > maxItemBytes:
			return fmt.Errorf("item %d: %d bytes: want from 0 to %d", i, x.Bytes, int64(maxItemBytes))
		}
	}
	return nil
}

// stillGenerator creates and destroys nothing.
func stillGenerator(network topology.Network) *generator {
	return &generator{near: newSurroundings(network), interval: never, end: never, held: make([]int, network.Procs())}
}

// finestLoad is the number of steps in the mean load of placed items, unless the largest needs coarser ones.
const finestLoad = 1 << 16

// place puts the placed items on their processors, in their order.
func (d *dynamic) place() {
	if len(d.cfg.Placed) == 0 {
		return
	}
	largest, mean := 0.0, 0.0
	for _, x := range d.cfg.Placed {
		largest, mean = max(largest, x.Load), mean+x.Load/float64(len(d.cfg.Placed))
	}
	steps := 0.0 // of a load
	if d.items.unit = finestLoad; mean > 0 {
		d.items.unit = max(1, int64(min(finestLoad, math.MaxInt32/(largest/mean))))
		steps = float64(d.items.unit) / mean
	}
	for i, x := range d.cfg.Placed {
		item := d.items.create(int32(x.Rank), int32(min(math.Round(x.Load*steps), math.MaxInt32)))
		d.items.all[item].placed = int32(i)
		d.hosts[x.Rank].insert(item)
	}
}

// start starts the policy. Before the loads of placed items, a LoadWatcher knows their number: it hears of the loads, at time 0,
// as of any change. (A policy that finds every element of load 1, and none in work, can tell that elements run side by side.)
func (h *host) start() {
	h.counting = h.watcher != nil && h.run.cfg.Placed != nil
	h.policy.Start(h)
	if h.counting {
		h.counting = false
		h.watcher.LoadChanged(h)
	}
}

// bytes is what moving an item takes on a link.
func (d *dynamic) bytes(item int32) int {
	if d.cfg.Placed != nil {
		if b := d.cfg.Placed[d.items.all[item].placed].Bytes; b > 0 {
			return b
		}
	}
	return d.cfg.Cost.ElementBytes
}

// placement is where the placed items are, and since when.
func (d *dynamic) placement() (ranks []int, settled balance.Ticks) {
	ranks, settled = make([]int, len(d.cfg.Placed)), d.settled
	for i := range d.items.all {
		x := &d.items.all[i]
		if x.placed >= int32(len(ranks)) {
			continue
		}
		ranks[x.placed] = int(x.where)
		if x.where == nowhere {
			ranks[x.placed], settled = int(x.to), d.now
		}
	}
	return ranks, settled
}
