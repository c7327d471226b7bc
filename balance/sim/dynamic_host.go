package sim

import (
	"math/bits"
	"math/rand/v2"

	"transat/balance"
)

// host is one processor of a run with dynamic load. Here is how its items run, come and go;
// dynamic_policy_proc.go has what it lends to its policy.
//
// The CPU time that each unit of load has got is the same for all that have been there for as long, so one
// clock stands for all of them: it shows the CPU time of an item of load 1 that has been there from the
// beginning. One that came at clock value c and leaves at clock value e has got e - c.
type host struct {
	run     *dynamic
	policy  balance.Policy
	watcher balance.LoadWatcher // the policy, if it is one
	rank    int32
	ends    ends
	told    bool // the policy knows that there are no items
	// counting is while the policy starts that does not know yet what the placed items weigh: each counts 1.
	counting bool

	items   list[int32]
	load    int64      // of the items, in 1/population.unit
	owed    int        // destructions that wait for an item
	victims *rand.Rand // which items are destroyed

	clock   int64         // in 1/fine ns
	since   balance.Ticks // the clock shows this CPU time of the processor, as local has it
	cpuFree balance.Ticks // the balancer needs the CPU until then
	served  []served      // requests of items that are here

	random  *rand.Rand // the policy's
	tag     uint8      // of what it transfers next
	passing int64      // items that have just come, and count as passed on if as many are sent now
}

// served is a request whose item is here. It is answered when the clock shows due.
type served struct {
	request int32
	due     int64
}

// fine is the number of ticks of a host's clock in a nanosecond. A clock loses less than one tick in
// an advance, and runs for longer than any run lasts.
const fine = 1 << 10

// advance brings clock and requests up to date.
func (h *host) advance(t balance.Ticks) {
	t = h.local(t)
	start := min(t, max(h.since, h.cpuFree))
	h.since = t
	if h.load > 0 && t > start && h.run.cfg.Placed == nil { // only requests look at the clock, and placed items have none
		before := h.clock
		hi, lo := bits.Mul64(uint64(t-start)*fine, uint64(h.run.items.unit))
		ran, _ := bits.Div64(hi, lo, uint64(h.load))
		h.clock += int64(ran)
		h.answer(start, before)
	}
}

// answer answers the requests that are due. Since CPU time start, the clock has run on from its value
// before.
func (h *host) answer(start balance.Ticks, before int64) {
	for i := 0; i < len(h.served); {
		s := h.served[i]
		if s.due > h.clock {
			i++
			continue
		}
		hi, lo := bits.Mul64(uint64(s.due-before), uint64(h.load))
		took, _ := bits.Div64(hi, lo, fine*uint64(h.run.items.unit))
		h.run.answered(s.request, h.global(start+balance.Ticks(took)))
		h.drop(i)
	}
}

// drop forgets about a request that is answered, or whose item leaves.
func (h *host) drop(i int) {
	last := len(h.served) - 1
	h.served[i] = h.served[last]
	h.served = h.served[:last]
}

// charge takes CPU time from the items, beginning now or when the balancer is free. It returns when
// that is over.
func (h *host) charge(cpu balance.Ticks) balance.Ticks {
	h.advance(h.run.now)
	h.run.count.cpu += cpu
	h.cpuFree = max(h.cpuFree, h.since) + cpu
	return h.global(h.cpuFree)
}

// change creates (by = 1) or destroys (by = -1) an item.
func (h *host) change(by int32) {
	h.advance(h.run.now)
	load := int32(0)
	if by > 0 {
		load = h.run.items.draw()
	}
	switch victim, ok := h.victim(); {
	case by > 0 && h.owed > 0: // one goes as one comes
		h.owed--
		return
	case by > 0:
		h.insert(h.run.items.create(h.rank, load))
	case !ok:
		h.owed++
		h.run.count.late++
		return
	default:
		h.destroy(victim)
	}
	if h.watcher != nil && !h.isAbsent() {
		h.watcher.LoadChanged(h)
	}
	h.settle()
}

// victim returns the index of an item to destroy, at random among those without a request.
func (h *host) victim() (at int, ok bool) {
	if h.items.n == 0 {
		return 0, false
	}
	first := int32(h.victims.IntN(int(h.items.n)))
	for i := range h.items.n {
		at := (first + i) % h.items.n
		if h.run.items.request(*h.items.at(at)) == none {
			return int(at), true
		}
	}
	return 0, false
}

func (h *host) destroy(at int) {
	item := h.items.remove(at)
	h.load -= int64(h.run.items.all[item].load)
	h.run.items.destroy(item)
}

// arrive takes up an item that has come from another processor.
func (h *host) arrive(item int32) {
	h.insert(item)
	for ; h.owed > 0; h.owed-- {
		victim, ok := h.victim()
		if !ok {
			break
		}
		h.destroy(victim)
	}
	h.settle()
}

// insert puts an item in the list. The host is up to date.
func (h *host) insert(item int32) {
	h.told = false
	h.load += int64(h.run.items.all[item].load)
	if h.run.cfg.Received == balance.Bottom {
		h.items.pushBottom(item)
	} else {
		h.items.pushTop(item)
	}
	h.run.items.move(item, h.rank)
	if r := h.run.items.request(item); r != none {
		h.serve(r)
	}
}

// serve begins or goes on with a request of an item that is here.
func (h *host) serve(request int32) {
	h.served = append(h.served, served{request, h.clock + h.run.requests.all[request].left})
}

// remove takes the item with index at out of the list, frozen. The host is up to date.
func (h *host) remove(at int) int32 {
	item := h.items.remove(at)
	h.load -= int64(h.run.items.all[item].load)
	h.run.items.move(item, nowhere)
	if r := h.run.items.request(item); r != none {
		for i, s := range h.served {
			if s.request == r {
				h.run.requests.all[r].left = s.due - h.clock
				h.drop(i)
				break
			}
		}
	}
	return item
}

// settle sees to it that a policy hears of having no items.
func (h *host) settle() {
	if h.items.n == 0 && !h.told && !h.isAbsent() {
		h.run.checks.notAfter(h.rank, h.run.now)
	}
}
