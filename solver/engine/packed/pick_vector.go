//go:build goexperiment.simd && amd64

package packed

import (
	"math/bits"
	"simd/archsimd"

	"transat/solver/cnf"
)

// vectorPick returns a function that picks as packed.pick does, with vectors of sixteen lanes, or nil if
// this computer has none. It is in programs that are built with GOEXPERIMENT=simd. The vectors are those of AVX2,
// but to turn a mask of 16-bit lanes into bits takes an instruction of AVX-512.
func vectorPick() func(row []uint16, weighMin uint64) cnf.Var {
	if archsimd.X86.AVX512() {
		return pickVectors
	}
	return nil
}

// pickVectors returns the first variable of those with the highest score, or 0 if all scores are 0. It
// looks for the highest score first, then for a variable that has it; both loops are free of branches
// that would be mispredicted.
func pickVectors(row []uint16, weighMin uint64) cnf.Var {
	weigh := archsimd.BroadcastUint16x16(uint16(weighMin))
	var low, high archsimd.Uint16x16
	for rest := row; len(rest) >= groupLanes; rest = rest[groupLanes:] {
		lanes := (*[groupLanes]uint16)(rest)
		low = low.Max(scoreVector((*[16]uint16)(lanes[:16]), weigh))
		high = high.Max(scoreVector((*[16]uint16)(lanes[16:]), weigh))
	}
	best := highestLane(low.Max(high))
	if best == 0 {
		return 0
	}
	wanted := archsimd.BroadcastUint16x16(best)
	for i := 0; i+groupLanes <= len(row); i += groupLanes {
		lanes := (*[groupLanes]uint16)(row[i:])
		low := scoreVector((*[16]uint16)(lanes[:16]), weigh).Equal(wanted).ToBits()
		high := scoreVector((*[16]uint16)(lanes[16:]), weigh).Equal(wanted).ToBits()
		if found := uint32(low) | uint32(high)<<16; found != 0 {
			return packedLit(i + bits.TrailingZeros32(found)).variable()
		}
	}
	panic("solver: the highest score has gone")
}

// scoreVector computes the scores of eight variables, each of them twice: in the lanes of both literals.
func scoreVector(lanes *[16]uint16, weigh archsimd.Uint16x16) archsimd.Uint16x16 {
	counts := archsimd.LoadUint16x16(lanes)
	others := counts.AsUint32x8().PermuteScalarsGrouped(2, 3, 0, 1).AsUint16x16() // of the complements
	rarer := counts.AsUint8x32().Min(others.AsUint8x32()).AsUint16x16()
	return counts.Add(others).Add(rarer.And(weigh))
}

// highestLane returns the largest number in v.
func highestLane(v archsimd.Uint16x16) uint16 {
	var lanes [8]uint16
	v.GetLo().Max(v.GetHi()).Store(&lanes)
	best := lanes[0]
	for _, x := range lanes[1:] {
		best = max(best, x)
	}
	return best
}
