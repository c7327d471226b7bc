package sim

import (
	"fmt"
	"math/rand/v2"

	"transat/balance"
)

// The methods by which a processor with dynamic load implements balance.Proc.

// Rank implements balance.Proc.
func (h *host) Rank() int { return int(h.rank) }

// Procs implements balance.Proc.
func (h *host) Procs() int { return len(h.run.hosts) }

// Neighbours implements balance.Proc.
func (h *host) Neighbours() []int { return h.run.neighbours.of(h.rank, &h.ends) }

// Load implements balance.Proc.
func (h *host) Load() float64 {
	if h.counting {
		return float64(h.items.n)
	}
	return float64(h.load) / float64(h.run.items.unit)
}

// Len implements balance.Proc.
func (h *host) Len() int { return int(h.items.n) }

// Busy implements balance.Proc.
func (h *host) Busy() bool { return h.items.n > 0 }

// Working implements balance.Proc.
func (h *host) Working() float64 { return 0 }

// Now implements balance.Proc.
func (h *host) Now() balance.Ticks { return h.run.now }

// Rand implements balance.Proc.
func (h *host) Rand() *rand.Rand {
	if h.random == nil {
		h.random = stream(h.run.cfg.Seed, uint64(h.rank)+1)
	}
	return h.random
}

// WakeAfter implements balance.Proc.
func (h *host) WakeAfter(d balance.Ticks) {
	if d < 0 {
		panic(fmt.Sprintf("sim: processor %d asks to be woken %d ns ago", h.rank, -d))
	}
	h.run.queue.setTimer(h.run.now+d, h.rank)
}

// SetGrain implements balance.Proc: items are never split.
func (h *host) SetGrain(float64) {}

// CountPhase implements balance.Proc.
func (h *host) CountPhase() { h.run.count.phases++ }

// Send implements balance.Proc.
func (h *host) Send(to int, m balance.Message) {
	h.run.count.messages++
	h.run.net.post(h.rank, to, m, h.charge(h.run.cfg.Cost.MessageCPU))
}

// SetTag implements balance.Proc.
func (h *host) SetTag(tag uint8) { h.tag = tag }

// Tag implements balance.Proc.
func (h *host) Tag() uint8 { return h.run.tag }

// Transfer implements balance.Proc.
func (h *host) Transfer(to, n int) int {
	n = min(n, h.Len())
	h.run.chosen = h.run.chosen[:0]
	for at := range n {
		h.run.chosen = append(h.run.chosen, at)
	}
	h.ship(to, h.run.chosen)
	return max(n, 0)
}

// ship sends the items with some indices, in ascending order.
func (h *host) ship(to int, chosen []int) {
	n, tag := len(chosen), h.tag
	h.tag = 0
	if n == 0 {
		return
	}
	h.advance(h.run.now)
	m := &h.run.cfg.Cost
	for gone, at := range chosen {
		i, parcel := h.run.net.parcel(h.rank, to)
		batch := h.run.net.load(parcel)
		item := h.remove(at - gone)
		batch.elements = append(batch.elements, item)
		h.run.items.all[item].to = int32(to)
		parcel.message.Kind = tag
		if gone == n-1 {
			batch.whole = int32(n)
		}
		parcel.onLink = h.run.net.occupies(parcel, h.run.bytes(item))
		h.run.net.forward(i, parcel, h.charge(m.MessageCPU+m.ElementCPU))
	}
	h.run.count.sent += int64(n)
	passed := min(int64(n), h.passing)
	h.passing -= passed
	h.run.count.passed += passed
	h.settle()
}

// TransferLoad implements balance.Proc.
func (h *host) TransferLoad(to int, atLeast, atMost float64) float64 {
	sum := 0.0
	h.run.chosen = h.run.chosen[:0]
	for at := range h.Len() {
		if !(sum < atLeast) {
			break
		}
		if load := float64(h.run.items.all[*h.items.at(int32(at))].load) / float64(h.run.items.unit); sum+load <= atMost {
			sum += load
			h.run.chosen = append(h.run.chosen, at)
		}
	}
	h.ship(to, h.run.chosen)
	return sum
}
