package rounds

import (
	"context"
	"math/bits"
	"slices"

	"transat/balance"
)

// liquid is the kernel of the Liquid model on rings and tori of whole loads. No shift condition ever
// raises the highest load, so loads stay in lanes as narrow as the highest at the start.
//
// A substep goes through a dimension row by row, in place: what the predecessors have sent is kept in
// a row of flags. Comparisons leave their result in the uppermost bit of a lane (see lanes).
type liquid struct {
	lanes
	fed   bool
	least uint64 // in every lane
	blind uint64 // the uppermost bit of every lane, or 0
	loads []uint64
	kept  []uint64    // the copy made by mark
	dims  []liquidDim // all but the last one

	sent  []uint64 // by the processors of the block before: 1 or 0 in every lane
	full  []uint64 // the uppermost bit of those of them that had more than 1
	first []uint64 // the loads of the first block before the substep
}

// liquidDim is a dimension other than the last one: rings of blocks of words that lie one after the
// other.
type liquidDim struct{ side, block int }

// newLiquid makes the kernel for a torus with the given sides.
func newLiquid(sides []int, c balance.LiquidTest, loads []float64) *liquid {
	_, highest := extremes(loads)
	last := len(sides) - 1
	l := &liquid{lanes: newLanes(sides[last], highest), fed: c.Fed}
	l.least = c.Least * l.one
	if c.Blind {
		l.blind = l.high
	}
	block := l.words
	for d := last - 1; d >= 0; d-- {
		l.dims = append([]liquidDim{{sides[d], block}}, l.dims...)
		block *= sides[d]
	}
	l.loads = make([]uint64, block)
	l.pack(l.loads, loads)
	most := 0
	if len(l.dims) > 0 {
		most = l.dims[0].block
	}
	l.sent, l.full, l.first = make([]uint64, most), make([]uint64, most), make([]uint64, most)
	return l
}

func (l *liquid) read(dst []float64) { l.unpack(dst, l.loads) }

func (l *liquid) extremes() (lowest, highest float64) { return l.lanes.extremes(l.loads) }

func (l *liquid) mark() { l.kept = append(l.kept[:0], l.loads...) }

func (l *liquid) marked() bool { return slices.Equal(l.loads, l.kept) }

// step is a pass over memory for each dimension, so no context is asked.
func (l *liquid) step(_ context.Context, _ int, t *Traffic) bool {
	for _, d := range l.dims {
		if d.side > 1 {
			t.shifted(l.across(d))
		}
	}
	if l.cols > 1 {
		t.shifted(l.along())
	}
	return true
}

// shifted counts a substep in which that many processors have shifted an element.
func (t *Traffic) shifted(elements int) {
	if t == nil || elements == 0 {
		return
	}
	t.Moved += float64(elements)
	t.Transfers += int64(elements)
	t.Shifts++
}

// across does the substep in a dimension other than the last, and returns how many elements were
// shifted.
func (l *liquid) across(d liquidDim) int {
	count := 0
	for start := 0; start < len(l.loads); start += d.side * d.block {
		count += l.acrossRings(l.loads[start:start+d.side*d.block], d.block)
	}
	return count
}

// acrossRings does it for the rings in consecutive blocks: one in every lane.
func (l *liquid) acrossRings(rings []uint64, block int) int {
	sent, full, first := l.sent[:block], l.full[:block], l.first[:block]
	n := len(rings)
	copy(first, rings)

	// The last block sends to the first, which comes first: what it sends is worked out before its turn.
	beforeLast := rings[n-2*block : n-block]
	for j, own := range rings[n-block:] {
		f := l.shifts(own, first[j], l.above1(beforeLast[j]))
		sent[j], full[j] = f>>(l.bits-1), l.above1(own)
	}
	count := 0
	for at := 0; at < n; at += block {
		successor := first
		if at+block < n {
			successor = rings[at+block : at+2*block]
		}
		if l.fed {
			count += l.acrossFed(rings[at:at+block], successor, sent, full)
		} else {
			count += l.acrossBlock(rings[at:at+block], successor, sent)
		}
	}
	return count
}

// acrossBlock does it for one block, under a condition that does not look at predecessors. It takes what
// the block before has sent, and leaves what this one has.
func (l *liquid) acrossBlock(loads, successor, sent []uint64) int {
	successor, sent = successor[:len(loads)], sent[:len(loads)]
	high, least, blind, shift := l.high, l.least, l.blind, (l.bits-1)&63
	count := 0
	for j, own := range loads {
		t := own | high
		f := (t - least) & ((t - successor[j]) | blind) & high >> shift
		loads[j] = own + sent[j] - f
		sent[j] = f
		count += bits.OnesCount64(f)
	}
	return count
}

// acrossFed is acrossBlock under conditions that do look at them.
func (l *liquid) acrossFed(loads, successor, sent, full []uint64) int {
	successor, sent, full = successor[:len(loads)], sent[:len(loads)], full[:len(loads)]
	count := 0
	for j, own := range loads {
		f := l.shifts(own, successor[j], full[j]) >> ((l.bits - 1) & 63)
		loads[j] = own + sent[j] - f
		sent[j], full[j] = f, l.above1(own)
		count += bits.OnesCount64(f)
	}
	return count
}

// along does the substep in the last dimension, whose rings are the rows, and returns how many elements
// were shifted.
func (l *liquid) along() int {
	count := 0
	for at := 0; at < len(l.loads); at += l.words {
		count += l.alongRow(l.loads[at : at+l.words])
	}
	return count
}

// alongRow does it for one row. The successor of a load is in the lane above it; that of the
// uppermost in a word is the first of the next word, and that of the last load the first of the row.
func (l *liquid) alongRow(row []uint64) int {
	lane, up, shift, end := l.bits&63, (64-l.bits)&63, (l.bits-1)&63, l.end&63
	first := row[0] & (1<<lane - 1)

	// The last load sends to the first, which comes first. If the row is one word, its lowest lane does
	// not know its predecessor yet; but the last load is in another lane.
	own := row[len(row)-1]
	predecessor := l.above1(own) << lane
	if len(row) > 1 {
		predecessor |= l.above1(row[len(row)-2]) >> up
	}
	came := l.shifts(own, own>>lane|first<<end, predecessor) >> shift >> end & 1
	full := l.above1(own) >> end & (1 << shift)

	count := 0
	if l.fed {
		came, full, count = l.alongFed(row, came, full)
	} else {
		came, count = l.alongWords(row, came)
	}
	own = row[len(row)-1]
	f := l.shifts(own, own>>lane|first<<end, l.above1(own)<<lane|full) >> shift
	row[len(row)-1] = own + (f<<lane|came)&l.valid - f
	return count + bits.OnesCount64(f)
}

// alongWords does it for all words of a row but the last, under a condition that does not look at
// predecessors. came is what has come to the first load; the result is what comes to the last word.
func (l *liquid) alongWords(row []uint64, came uint64) (uint64, int) {
	high, least, blind := l.high, l.least, l.blind
	lane, up, shift := l.bits&63, (64-l.bits)&63, (l.bits-1)&63
	count := 0
	own := row[0]
	for j, next := range row[1:] {
		t := own | high
		f := (t - least) & ((t - (own>>lane | next<<up)) | blind) & high >> shift
		row[j] = own + (f<<lane | came) - f
		came = f >> up
		count += bits.OnesCount64(f)
		own = next
	}
	return came, count
}

// alongFed is alongWords under conditions that do look at them; full has the uppermost bit of the lowest
// lane if the predecessor of the first load has more than 1.
func (l *liquid) alongFed(row []uint64, came, full uint64) (uint64, uint64, int) {
	lane, up, shift := l.bits&63, (64-l.bits)&63, (l.bits-1)&63
	count := 0
	own := row[0]
	for j, next := range row[1:] {
		above1 := l.above1(own)
		f := l.shifts(own, own>>lane|next<<up, above1<<lane|full) >> shift
		row[j] = own + (f<<lane | came) - f
		came, full = f>>up, above1>>up
		count += bits.OnesCount64(f)
		own = next
	}
	return came, full, count
}

// shifts works out which lanes shift an element: their uppermost bits. That of predecessor is set if
// the predecessor's load is above 1.
func (l *liquid) shifts(own, successor, predecessor uint64) uint64 {
	t := own | l.high
	from := t - l.least
	if l.fed {
		from |= (t - l.one) & predecessor
	}
	return from & ((t - successor) | l.blind) & l.high
}

// above1 sets the uppermost bit of lanes with a load above 1; the other bits mean nothing.
func (l *liquid) above1(loads uint64) uint64 { return (loads | l.high) - 2*l.one }
