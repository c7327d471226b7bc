package recording

import (
	"encoding/binary"
	"math"
)

// column is a column of numbers as bytes: variable-length integers, seven bits a byte, the lowest first.
type column []byte

func (c *column) unsigned(x uint64) { *c = binary.AppendUvarint(*c, x) }

// signed appends a number of which small ones of either sign are short: 0, -1, 1, -2 … become 0, 1, 2, 3 …
func (c *column) signed(x int64) { *c = binary.AppendVarint(*c, x) }

// planes is a column of floats: the lowest bytes of all, then the next ones. Numbers that are alike have upper bytes
// that are alike, and whole numbers have lower bytes of 0, which deflate packs well.
func planes(n int, at func(int) float32) column {
	c := make(column, 4*n)
	for i := range n {
		bits := math.Float32bits(at(i))
		for p := range 4 {
			c[p*n+i] = byte(bits >> (8 * p))
		}
	}
	return c
}

// short is a number with no more digits than people read: whole ones stay as they are, others keep 12 bits.
func short(x float64) float32 {
	f := float32(x)
	if f == float32(math.Trunc(x)) || math.IsInf(x, 0) || math.IsNaN(x) {
		return f
	}
	return math.Float32frombits((math.Float32bits(f) + 1<<10) &^ (1<<11 - 1))
}

// half is the upper half of a float32, rounded: 8 bits of precision.
func half(x float64) uint16 {
	bits := math.Float32bits(float32(min(x, math.MaxFloat32/2)))
	if bits == 0 {
		return 0
	}
	return max(1, uint16((bits+1<<15)>>16))
}
