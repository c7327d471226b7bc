package tasktree

import (
	"hash/maphash"
)

// column is a list that grows without being copied, so that a list of millions leaves no garbage behind.
type column[T any] struct {
	blocks [][]T
	n      int
}

const (
	blockBits = 16
	blockSize = 1 << blockBits
)

// add appends x.
func (c *column[T]) add(x T) {
	if c.n%blockSize == 0 {
		size := blockSize
		if c.n == 0 {
			size = 0 // small lists stay small
		}
		c.blocks = append(c.blocks, make([]T, 0, size))
	}
	last := &c.blocks[c.n>>blockBits]
	*last = append(*last, x)
	c.n++
}

// at returns a pointer to item i.
func (c *column[T]) at(i int) *T { return &c.blocks[i>>blockBits][i&(blockSize-1)] }

// bits is a set of small numbers.
type bits []uint64

func (b bits) has(i int) bool { return i>>6 < len(b) && b[i>>6]>>(i&63)&1 != 0 }

func (b *bits) add(i int) {
	for i>>6 >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[i>>6] |= 1 << (i & 63)
}

// texts has short texts one after another, each behind its length, and each within a block.
type texts struct {
	blocks [][]byte
}

const (
	textBits  = 20
	textBlock = 1 << textBits
	// maxText is the length of the longest id.
	maxText = 1 << 14
	// maxTextBlocks keeps places within 32 bits.
	maxTextBlocks = 1 << (32 - textBits)
)

// add stores a text of at most maxText bytes, and returns where. It is not ok if there are 4 GiB of them.
func (t *texts) add(text []byte) (at uint32, ok bool) {
	last := len(t.blocks) - 1
	if last < 0 || len(t.blocks[last])+len(text)+2 > textBlock {
		if len(t.blocks) == maxTextBlocks {
			return 0, false
		}
		size := textBlock
		if last < 0 {
			size = 0
		}
		t.blocks = append(t.blocks, make([]byte, 0, size))
		last++
	}
	b := t.blocks[last]
	at = uint32(last<<textBits | len(b))
	if len(text) < 1<<7 {
		b = append(b, byte(len(text)))
	} else {
		b = append(b, byte(len(text)>>7)|1<<7, byte(len(text)&(1<<7-1)))
	}
	t.blocks[last] = append(b, text...)
	return at, true
}

// at returns the text at a place that add has returned.
func (t *texts) at(at uint32) []byte {
	b := t.blocks[at>>textBits][at&(textBlock-1):]
	if b[0] < 1<<7 {
		return b[1 : 1+b[0]]
	}
	n := int(b[0]&(1<<7-1))<<7 | int(b[1])
	return b[2 : 2+n]
}

// table numbers ids in the order in which they are first named. Slots have the number + 1 below, and half of the hash above.
type table struct {
	texts texts
	place column[uint32] // of each id in texts
	slots []uint64
	seed  maphash.Seed
}

// find returns the number of an id, and whether it is new. It is not ok if there is no room for it.
func (t *table) find(id []byte) (number int, fresh, ok bool) {
	if 4*t.place.n >= 3*len(t.slots) {
		t.grow()
	}
	hash := maphash.Bytes(t.seed, id)
	tag := hash >> 32 << 32
	mask := uint64(len(t.slots) - 1)
	i := tag >> 32 & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		if s := t.slots[i]; s>>32<<32 == tag {
			number := int(uint32(s)) - 1
			if string(t.texts.at(*t.place.at(number))) == string(id) {
				return number, false, true
			}
		}
	}
	at, ok := t.texts.add(id)
	if !ok || int64(t.place.n) >= maxTasks {
		return 0, false, false
	}
	t.place.add(at)
	t.slots[i] = tag | uint64(t.place.n)
	return t.place.n - 1, true, true
}

// grow doubles the slots.
func (t *table) grow() {
	old := t.slots
	if old == nil {
		t.seed = maphash.MakeSeed()
	}
	t.slots = make([]uint64, max(64, 2*len(old)))
	mask := uint64(len(t.slots) - 1)
	for _, s := range old {
		if s == 0 {
			continue
		}
		i := s >> 32 & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}
