package stream

// threes are the clauses of three literals: by literal, the pairs of the two others. Most clauses of random formulas are among
// them, so the lists lie close together, in blocks of four pairs, the last of which is filled up with pairs that are always true.
// If literals fit into 16 bits a pair is one number.
type threes struct {
	narrow bool
	blocks []block  // if narrow
	lists  []extent // by literal, if narrow
	wide   [][]pair // by literal, if not
	most   []pair   // scratch of a wave, if not narrow
	found  []uint32 // scratch of a wave, if narrow
}

// narrowLits is how many literals fit into 16 bits.
const narrowLits = 1 << 16

type (
	pair   struct{ a, b uint32 }
	block  [4]uint32
	extent struct{ from, to, room uint32 } // blocks; the list can grow up to room
)

// always is a pair that is true.
const always = 0

func newThrees(vars int) threes {
	t := threes{narrow: 2*vars+2 <= narrowLits}
	if t.narrow {
		t.lists = make([]extent, 2*vars+2)
	} else {
		t.wide = make([][]pair, 2*vars+2)
	}
	return t
}

func (p pair) narrow() uint32 { return p.a | p.b<<16 }

// add adds a pair to the list of a literal.
func (t *threes) add(l uint32, p pair) {
	if !t.narrow {
		t.wide[l] = append(t.wide[l], p)
		return
	}
	e := &t.lists[l]
	if e.from < e.to {
		last := &t.blocks[e.to-1]
		for i, q := range last {
			if q == always {
				last[i] = p.narrow()
				return
			}
		}
	}
	if e.to == e.room {
		t.grow(e)
	}
	t.blocks[e.to] = block{p.narrow()}
	e.to++
}

// grow moves a list to where there is twice the room.
func (t *threes) grow(e *extent) {
	from, n := uint32(len(t.blocks)), e.to-e.from
	room := 2 * max(n, 1)
	t.blocks = append(t.blocks, t.blocks[e.from:e.to]...)
	t.blocks = append(t.blocks, make([]block, room-n)...)
	*e = extent{from, from + n, from + room}
}

// remove takes a pair out of the list of a literal.
func (t *threes) remove(l uint32, p pair) {
	q := pair{p.b, p.a}
	if !t.narrow {
		t.wide[l] = without(t.wide[l], func(x pair) bool { return x == p || x == q })
		return
	}
	e := &t.lists[l]
	last := &t.blocks[e.to-1]
	end := 3
	for last[end] == always {
		end--
	}
	for i := e.from; i < e.to; i++ {
		for j, x := range t.blocks[i] {
			if x == p.narrow() || x == q.narrow() {
				t.blocks[i][j], last[end] = last[end], always
				if end == 0 {
					e.to--
				}
				return
			}
		}
	}
}

// wave finds the pairs of literals which have become true on the trail, as far as they tell of a unit clause or a conflict. It is
// written out for the four pairs of a block, without a branch, since no computer could foretell it.
func (c *checker) wave(trail []uint32) []uint32 {
	t := &c.threes
	values := (*[narrowLits]uint8)(c.all)
	blocks, found := t.blocks, t.found
	n := 0
	for _, l := range trail {
		e := t.lists[l^1]
		if n+4*int(e.to-e.from) >= len(found) {
			found = append(found, make([]uint32, len(found)+4*int(e.to-e.from)+1)...)
		}
		for i := e.from; i < e.to; i++ {
			b := &blocks[i]
			p := b[0]
			found[n] = p
			n += int((values[uint16(p)] + values[p>>16]) >> unitShift)
			p = b[1]
			found[n] = p
			n += int((values[uint16(p)] + values[p>>16]) >> unitShift)
			p = b[2]
			found[n] = p
			n += int((values[uint16(p)] + values[p>>16]) >> unitShift)
			p = b[3]
			found[n] = p
			n += int((values[uint16(p)] + values[p>>16]) >> unitShift)
		}
	}
	t.found = found
	return found[:n]
}

// waveWide does the same for many variables.
func (c *checker) waveWide(trail []uint32) []pair {
	found := c.threes.most[:0]
	for _, l := range trail {
		for _, p := range c.threes.wide[l^1] {
			if c.values[p.a]+c.values[p.b] > isFalse {
				found = append(found, p)
			}
		}
	}
	c.threes.most = found
	return found
}
