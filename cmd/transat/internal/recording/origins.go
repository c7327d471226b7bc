package recording

import (
	"transat/balance"
	"transat/balance/sim"
)

// origins keeps where the work of each processor has come from: the transfers of elements, and of each element that moved the move by
// which its sender had got it, as sim.Timeline tells it. What a processor works on is seen at looks, and when it begins after it had
// nothing.
//
// There may be too many of them. Then the first are kept, and full says until when they are all there.
type origins struct {
	transfers traffic
	moves     []int32 // by number, from 1 on
	takes     []take
	now       []int32 // by rank, the move of what it works on
	most      int     // takes, and twice as many moves
	full      balance.Ticks
}

func newOrigins(procs, most int) origins {
	o := origins{transfers: newTraffic(procs, &Options{Parcels: most, To: never}), most: 2 * max(most, procs), full: never}
	if most < 0 {
		o.full = 0
	}
	o.now = make([]int32, procs)
	return o
}

// moved implements sim.Timeline.Moved.
func (o *origins) moved(_, earlier int32) bool {
	if o.transfers.full < never || o.full < never || len(o.moves) == 2*o.most {
		return false
	}
	o.moves = append(o.moves, earlier)
	return true
}

// number notes whether the moves of elements that leave are told. Otherwise the tree has no numbers, or there are too many moves.
func (o *origins) number(m *sim.TimelineEvent) {
	if m.Move == 0 {
		o.full = min(o.full, m.Time)
	}
}

// send records elements that leave.
func (o *origins) send(m *sim.TimelineEvent) {
	if m.Elements > 0 && o.full == never {
		o.transfers.send(m)
	}
}

// transfersOf records the transfers among the parcels so far.
func (o *origins) transfersOf(parcels []parcel) {
	for i := range parcels {
		x := &parcels[i]
		if x.elements == 0 || x.sent >= o.full {
			continue
		}
		o.transfers.send(x.sending())
		if x.arrived < never {
			o.transfers.arrive(&sim.TimelineEvent{Time: x.arrived, Rank: int(x.to), Peer: int(x.from)})
		}
	}
}

// take notes by which move a processor has what it works on.
func (o *origins) take(at balance.Ticks, rank int, move int32) {
	if o.now[rank] == move || o.full < never {
		return
	}
	if len(o.takes) == o.most {
		o.full = at
		return
	}
	o.now[rank] = move
	o.takes = append(o.takes, take{at, int32(rank), move})
}

// look notes what all processors work on.
func (o *origins) look(v *sim.View) {
	for rank, move := range v.Move {
		if v.Busy[rank] {
			o.take(v.Time, rank, move)
		}
	}
}

// keep puts into a run what is known for certain. If its parcels are all of the whole run, transfers are among them.
func (o *origins) keep(f *Run, whole bool) {
	f.moves, f.takes = o.moves, o.takes
	f.Traced = min(o.full, o.transfers.full, f.End+1)
	if whole {
		f.transfers = o.among(f)
	} else {
		f.transfers = o.transfers.all()
	}
	f.trace()
}

// among are the transfers among the parcels of a run, as many as may be kept.
func (o *origins) among(f *Run) []parcel {
	transfers := make([]parcel, 0, len(o.moves)) // of a move each, or more
	for i := range f.parcels {
		x := &f.parcels[i]
		switch {
		case x.elements == 0:
		case len(transfers) == o.transfers.options.Parcels:
			f.Traced = min(f.Traced, x.sent)
			return transfers
		default:
			transfers = append(transfers, *x)
		}
	}
	return transfers
}

// trace drops what is not known for certain, from Traced on.
func (f *Run) trace() {
	sum := 0
	for i := range f.transfers {
		if f.transfers[i].sent >= f.Traced {
			f.transfers = f.transfers[:i]
			break
		}
		sum += int(f.transfers[i].elements)
	}
	f.moves = f.moves[:sum]
	for n := len(f.takes); n > 0 && f.takes[n-1].at >= f.Traced; n-- {
		f.takes = f.takes[:n-1]
	}
}

// originColumns have the transfers, unless single parcels tell all, and by which moves work came. A move is told by its place among
// those to the same processor, which makes small numbers.
func (f *Run) originColumns() []named {
	place := make([]int32, len(f.moves)+1) // by number, from 1 on
	got := make([]int32, f.Topology.Procs) // by rank, moves to it so far
	var earlier, time, rank, took column
	number := 0
	for i := range f.transfers {
		x := &f.transfers[i]
		for range x.elements {
			back := uint64(0)
			if before := f.moves[number]; before > 0 {
				back = uint64(got[x.from] - place[before] + 1)
			}
			earlier.unsigned(back)
			number++
			got[x.to]++
			place[number] = got[x.to]
		}
	}
	clear(got)
	last := take{}
	for _, x := range f.takes {
		time.unsigned(uint64(x.at - last.at))
		rank.unsigned(uint64(x.rank))
		took.signed(int64(place[x.move]) - int64(got[x.rank]))
		got[x.rank] = place[x.move]
		last = x
	}
	transfers := f.transfers
	if f.whole() {
		transfers = nil
	}
	return append(wayColumns("transfer", transfers),
		named{"move.earlier", earlier}, named{"take.time", time}, named{"take.rank", rank}, named{"take.move", took})
}

// whole reports whether single parcels are known of the whole run.
func (f *Run) whole() bool { return f.From == 0 && f.To > f.End }
