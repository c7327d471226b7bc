package sim

import "unsafe"

// On a machine of a million processors, each event finds its processor, its parcel and its policy in the
// computer's main memory, which takes longer than all the rest. But a run of events is known in
// advance, and a computer reads from a dozen places at once if no read depends on another: so, before the
// run, something of everything that it needs is read, to have it in the cache. Nothing depends on what is
// read.

// touches is the memory of touch.
type touches struct {
	on    bool
	ranks []int32
	sum   int // of what was read, so that no compiler leaves the reads out
}

// manyProcs is the number of processors from which on touching pays.
const manyProcs = 1 << 13

// readAhead makes the run touch the next events, and take them in batches for which this pays.
func (s *sim[E]) readAhead() {
	s.touches.on = true
	s.queue.enough = few
}

// touch reads something of all that the run of events ahead needs.
func (s *sim[E]) touch() {
	s.queue.fresh = false
	t := &s.touches
	t.ranks = t.ranks[:0]
	sum := 0
	for _, e := range s.queue.run {
		i, timer := e.what()
		if timer {
			t.ranks = append(t.ranks, i)
			continue
		}
		x := &s.net.parcels[i]
		if x.at == x.goal {
			t.ranks = append(t.ranks, x.to)
		} else {
			sum += int(s.net.free[int(x.at)*s.net.ports])
		}
	}
	for _, rank := range t.ranks {
		p := &s.procs[rank]
		sum += int(p.workEnd) + int(p.late.n) + int(p.grain) + int(s.checks.rounds[0][rank])
	}
	for _, rank := range t.ranks {
		p := &s.procs[rank]
		sum += int(*first(&p.policy))
		if p.ends.n > 0 {
			sum += s.neighbours.all[p.ends.first]
		}
		if p.random != nil {
			sum += int(*(*byte)(unsafe.Pointer(p.random)))
		}
		if p.list.n > 0 {
			sum += int(p.list.at(p.list.n - 1).tag)
		}
	}
	for _, rank := range t.ranks {
		p := &s.procs[rank]
		if p.list.n > 0 && p.workEnd <= s.now {
			sum += s.cfg.Tree.Level(p.list.at(p.list.n - 1).e)
		}
	}
	t.sum += sum
}

// first returns where the value in an interface lies.
func first[T any](value *T) *byte { return (*[2]*byte)(unsafe.Pointer(value))[1] }
