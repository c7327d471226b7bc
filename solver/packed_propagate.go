package solver

// propagate assigns wave after wave until there is a conflict or nothing to assign. The first wave
// is trail[from:size]. This is where two thirds of the time go, so it is one function, and what its
// loops use is in local variables.
func (e *packed) propagate(from int) step {
	values, candidates := &e.values, &e.candidates
	trail := e.trail
	visits := uint32(0)
	wave, size := from, e.size
	for wave < size {
		// Scan the clauses that the wave shortens. n wraps around nowhere: packable sees to that.
		n := uint16(0)
		for _, l := range trail[wave:size] {
			list := &e.lists[l.not()]
			visits += list.clauses
			for _, block := range e.blocks[list.first:list.last] {
				for _, pair := range block {
					sum := values[uint16(pair)] + values[pair>>16]
					candidates[n] = pair
					n += uint16((sum + 3) >> 2 & 1)
				}
			}
		}
		wave = size

		// Assign the next wave. A candidate whose free literal an earlier one has made true changes
		// nothing: it is assigned again, but not kept on the trail.
		for _, pair := range candidates[:n] {
			a, b := packedLit(pair), packedLit(pair>>16)
			sum := values[a] + values[b]
			if sum == 2 {
				e.size = size
				return step{assigned: wave, propagated: wave - from, visits: int64(visits), conflict: true}
			}
			unit := a
			if values[a] == packedFalse {
				unit = b
			}
			values[unit] = packedTrue
			values[unit.not()] = packedFalse
			trail[size] = unit
			size += int((sum + 3) >> 2 & 1)
		}
	}
	e.size = size
	return step{assigned: size, propagated: size - from, visits: int64(visits)}
}
