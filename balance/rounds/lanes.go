package rounds

// lanes is how several small loads lie in a word of 64 bits, so that one instruction works on all of
// them. The uppermost bit of each lane is free: set before a subtraction, it takes up the borrow, and
// tells afterwards how two loads compare.
//
//	       lane 3   lane 2   lane 1   lane 0        16 bits a lane
//	a|high 8005     8000     8003     8007          loads 7, 3, 0, 5
//	b      0005     0001     0004     0002
//	a|high − b
//	       8000     7FFF     7FFF     8005          7 ≥ 2, 3 < 4, 0 < 1, 5 ≥ 5
//
// A row of loads has this many words that all lie in it; the lanes that are left over at its end are 0.
type lanes struct {
	bits uint   // of a lane: 8, 16 or 32
	one  uint64 // 1 in every lane
	high uint64 // the uppermost bit of every lane

	cols  int    // loads in a row
	words int    // in a row
	end   uint   // position of the last load of a row in its last word, in bits
	valid uint64 // the lanes of the last word that are in use
}

// newLanes returns lanes for rows of that many loads, none of which ever exceeds highest.
func newLanes(cols int, highest float64) lanes {
	l := lanes{bits: 32, cols: cols}
	for _, bits := range []uint{16, 8} {
		if highest < float64(uint64(1)<<(bits-1)) {
			l.bits = bits
		}
	}
	perWord := int(64 / l.bits)
	for lane := range perWord {
		l.one |= 1 << (uint(lane) * l.bits)
	}
	l.high = l.one << (l.bits - 1)
	l.words = (cols + perWord - 1) / perWord
	l.end = uint((cols-1)%perWord) * l.bits
	l.valid = ^uint64(0) >> (64 - l.bits - l.end)
	return l
}

// pack writes rows of loads into words.
func (l *lanes) pack(words []uint64, loads []float64) {
	perWord := int(64 / l.bits)
	for i, load := range loads {
		row, col := i/l.cols, i%l.cols
		words[row*l.words+col/perWord] |= uint64(load) << (uint(col%perWord) * l.bits)
	}
}

// unpack is the inverse of pack.
func (l *lanes) unpack(loads []float64, words []uint64) {
	lane := ^uint64(0) >> (64 - l.bits)
	for len(loads) > 0 {
		row, rest := words[:l.words], loads[l.cols:]
		for col := range l.cols {
			at := uint(col) * l.bits
			loads[col] = float64(row[at/64] >> (at % 64) & lane)
		}
		words, loads = words[l.words:], rest
	}
}

// extremes are the lowest and the highest load.
func (l *lanes) extremes(words []uint64) (lowest, highest float64) {
	most := l.high - l.one // the largest load in every lane
	low, high := most, uint64(0)
	for at := 0; at < len(words); at += l.words {
		end := at + l.words - 1
		for _, loads := range words[at:end] {
			low, high = l.lower(low, loads), l.higher(high, loads)
		}
		low = l.lower(low, words[end]|most&^l.valid)
		high = l.higher(high, words[end])
	}
	lowest, highest = float64(most), 0
	for at := uint(0); at < 64; at += l.bits {
		lane := ^uint64(0) >> (64 - l.bits)
		lowest = min(lowest, float64(low>>at&lane))
		highest = max(highest, float64(high>>at&lane))
	}
	return lowest, highest
}

// lower is the lower of a and b in every lane, higher the higher one. Where a is not below b, all bits
// of a lane but the uppermost are set in the mask.
func (l *lanes) lower(a, b uint64) uint64 {
	notBelow := ((a | l.high) - b) & l.high
	return a ^ (a^b)&(notBelow-notBelow>>((l.bits-1)&63))
}

func (l *lanes) higher(a, b uint64) uint64 {
	notBelow := ((a | l.high) - b) & l.high
	return b ^ (a^b)&(notBelow-notBelow>>((l.bits-1)&63))
}
