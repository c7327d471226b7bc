package recording

import (
	"transat/balance"
	"transat/balance/sim"
)

// traffic keeps single parcels. Who arrives is found among those under way to the same processor: the first from
// that sender, because what is sent from one processor to another arrives in order. These lists are short.
type traffic struct {
	options *Options
	parcels []parcel
	first   []int32 // per rank, the first parcel under way to it; -1: none
	last    []int32
	full    balance.Ticks // parcels are known of what was sent before

	// What was sent before options.From has to be known while it is under way, or what is sent later would be taken
	// for it when it arrives. Such parcels are the first of all, and their places are used again.
	early int
	spare []int32
}

func newTraffic(procs int, options *Options) traffic {
	t := traffic{options: options, full: never, first: make([]int32, procs), last: make([]int32, procs)}
	for i := range t.first {
		t.first[i], t.last[i] = -1, -1
	}
	if options.Parcels < 0 {
		t.full = 0
	}
	return t
}

// send records elements that leave.
func (t *traffic) send(m *sim.TimelineEvent) {
	if m.Time >= t.options.To || m.Time >= t.full {
		return
	}
	if len(t.parcels)-t.early == t.options.Parcels {
		t.full = m.Time
		return
	}
	i := t.free(m.Time)
	t.parcels[i] = parcel{
		sent: m.Time, arrived: never, from: int32(m.Rank), to: int32(m.Peer), elements: int32(m.Elements), next: -1,
		kind: m.Message.Kind, round: m.Message.Round, a: short(m.Message.A), b: short(m.Message.B),
	}
	if last := t.last[m.Peer]; last >= 0 {
		t.parcels[last].next = i
	} else {
		t.first[m.Peer] = i
	}
	t.last[m.Peer] = i
}

// free is a place for a parcel that is sent now.
func (t *traffic) free(now balance.Ticks) int32 {
	early := now < t.options.From
	if last := len(t.spare) - 1; early && last >= 0 {
		i := t.spare[last]
		t.spare = t.spare[:last]
		return i
	}
	if len(t.parcels) == cap(t.parcels) {
		t.room()
	}
	t.parcels = append(t.parcels, parcel{})
	if early {
		t.early++
	}
	return int32(len(t.parcels) - 1)
}

// room makes room for more parcels: first for some, and then at once for all that may be kept. Growing little by little would
// take several times the memory and copy all of it each time, and memory that is not written to costs nothing.
func (t *traffic) room() {
	const some = 1 << 13
	more := some
	if cap(t.parcels) >= some {
		more = max(some, t.options.Parcels+t.early-len(t.parcels))
	}
	t.parcels = append(make([]parcel, 0, len(t.parcels)+more), t.parcels...)
}

// arrive records elements that arrive; their sending may not have been recorded.
func (t *traffic) arrive(m *sim.TimelineEvent) {
	before := int32(-1)
	for i := t.first[m.Rank]; i >= 0; before, i = i, t.parcels[i].next {
		x := &t.parcels[i]
		if int(x.from) != m.Peer {
			continue
		}
		x.arrived = m.Time
		if before >= 0 {
			t.parcels[before].next = x.next
		} else {
			t.first[m.Rank] = x.next
		}
		if x.next < 0 {
			t.last[m.Rank] = before
		}
		if int(i) < t.early {
			t.spare = append(t.spare, i)
		}
		return
	}
}

// all are the parcels of the time in which all are known.
func (t *traffic) all() []parcel {
	parcels := t.parcels[t.early:]
	for len(parcels) > 0 && parcels[len(parcels)-1].sent >= t.full { // not all of that nanosecond are there
		parcels = parcels[:len(parcels)-1]
	}
	return parcels
}
