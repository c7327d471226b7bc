package dimacs

// room is the memory plan of a formula.
//
// A slice that grows by a constant factor, as with append, is copied several times, and old and new copies exist
// together, which is too much for a formula of a gigabyte. So the parser estimates the final size from the first buffer
// on: the number of clauses so far, relative to the declared number, is that of their literals relative to all
// literals. But clauses of one length often come before those of another, so the estimate is also at least most of what the text so far,
// relative to the whole, tells: numbers become longer, so that tells rather too much. A header may be wrong, so the estimate is at
// most what the rest of the file can hold or, if its size is unknown, stepFactor times the present size.
type room struct {
	size          int64 // of the text in bytes, or unknownSize
	clauses, lits int   // the formula's room
}

const stepFactor = 4

// reserve makes room for the contents of the buffer: a literal or the end of a clause takes at least two bytes.
func (p *parser) reserve() error {
	most := (p.end-p.pos)/2 + 1
	clauses, lits := p.formula.Len(), p.formula.Literals()+len(p.clause)
	if int64(lits)+int64(most) > maxLiterals {
		return p.errorHere("the formula is too large: want at most %d literals", maxLiterals-int64(p.size))
	}
	if clauses+most <= p.room.clauses && lits+most <= p.room.lits {
		return nil
	}
	p.room.clauses = p.expect(clauses, 0) + most
	p.room.lits = p.expect(lits, textShare) + most
	if p.opt.Room != nil {
		if err := p.opt.Room(4 * (int64(p.room.clauses) + int64(p.room.lits))); err != nil { // the old copy exists until the new one is full
			return err
		}
	}
	p.formula.Grow(p.room.clauses-clauses, p.room.lits-p.formula.Literals())
	return nil
}

// textShare is the share of what the length of the text tells: the rest of a text has numbers that are longer by up to a third.
const textShare = 0.9

// expect estimates the number in the whole text from the number used so far. It is at least a share of what the length of the text tells.
func (p *parser) expect(used int, share float64) int {
	const margin = 1.02
	whole := margin * float64(used) * float64(p.clauses) / float64(max(1, p.formula.Len()))
	if p.room.size == unknownSize {
		for whole > stepFactor*float64(used) {
			whole /= stepFactor // so that the steps end at the estimate
		}
	} else {
		read := p.consumed + int64(p.pos)
		rest := p.room.size - read
		whole = max(whole, share*float64(used)*float64(p.room.size)/float64(max(1, read)))
		whole = min(whole, float64(used)+float64(rest)/2)
	}
	return max(int(whole), used+used/4)
}

// trim frees room that the text did not fill, if it is much.
func (p *parser) trim() {
	clauses, lits := p.formula.Len(), p.formula.Literals()
	if p.room.clauses-clauses > clauses/4 || p.room.lits-lits > lits/4 {
		p.formula.Grow(0, 0)
	}
}
