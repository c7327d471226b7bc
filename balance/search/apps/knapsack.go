package apps

import "slices"

// Knapsack is the search for items of the greatest total profit whose weights are together at most the capacity. [NewKnapsack] makes
// one. It decides about one item after the other, the most profitable by weight first: with it, or without it.
//
// The bound is that of G. Dantzig: put in the next items as long as they fit, and then of the one that does not the part that does.
type Knapsack struct {
	items    []KnapsackItem
	capacity int64
	place    []int // of each item in the order that it was given
}

// MaxItems is the number of items for which a Pack has room.
const MaxItems = 256

// Pack is a knapsack after decisions about the first items.
type Pack struct {
	profit, room int64
	packed       [MaxItems / 64]uint64
	next         int // the first item that is not decided
}

// NewKnapsack returns the search. There must be at most [MaxItems], and the sums of profits and of weights must be below 2^31, so that
// the bound does not overflow.
func NewKnapsack(capacity int64, items []KnapsackItem) *Knapsack {
	k := &Knapsack{capacity: capacity, place: mostProfitable(items)}
	for _, i := range k.place {
		k.items = append(k.items, items[i])
	}
	return k
}

// Root returns the empty knapsack.
func (k *Knapsack) Root() Pack { return Pack{room: k.capacity} }

// Children returns the knapsack with the next item, if it fits, and that without.
func (k *Knapsack) Children(p Pack, dst []Pack) []Pack {
	if p.next == len(k.items) {
		return dst
	}
	item := k.items[p.next]
	p.next++
	if item.Weight <= p.room {
		dst = append(dst, p)
		with := &dst[len(dst)-1]
		with.profit, with.room = p.profit+item.Profit, p.room-item.Weight
		with.packed[(p.next-1)/64] |= 1 << ((p.next - 1) % 64)
	}
	return append(dst, p)
}

// Value returns the profit of the items packed so far.
func (k *Knapsack) Value(p Pack) (int64, bool) { return p.profit, true }

// Bound returns the profit that would be possible if items could be cut.
func (k *Knapsack) Bound(p Pack) int64 { return bound(k.items[p.next:], p.profit, p.room) }

func bound(items []KnapsackItem, profit, room int64) int64 {
	for _, item := range items {
		if item.Weight > room {
			return profit + item.Profit*room/item.Weight
		}
		profit, room = profit+item.Profit, room-item.Weight
	}
	return profit
}

// Items returns the numbers of the items that are packed, from 0, as they were given.
func (k *Knapsack) Items(p Pack) (items []int) {
	for i, place := range k.place {
		if p.packed[i/64]>>(i%64)&1 != 0 {
			items = append(items, place)
		}
	}
	slices.Sort(items)
	return items
}
