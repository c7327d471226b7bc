package cdcl

import "slices"

// fewKeys are sorted by comparing.
const fewKeys = 64

// sortKeys sorts s.keys byte by byte, the last one first, and passes over bytes that are the same in all of them. No two keys differ
// in their lowest bits only, ignored of them.
func (s *Solver) sortKeys(ignored int) {
	if len(s.keys) < fewKeys {
		slices.Sort(s.keys)
		return
	}
	every, some := ^uint64(0), uint64(0)
	sorted := true
	for i, k := range s.keys {
		every &= k
		some |= k
		sorted = sorted && (i == 0 || s.keys[i-1] <= k)
	}
	if sorted {
		return
	}
	from, to := s.keys, slices.Grow(s.spare[:0], len(s.keys))[:len(s.keys)]
	for shift := ignored &^ 7; shift < 64; shift += 8 {
		if (every^some)>>shift&0xff == 0 {
			continue
		}
		var place [256]uint32 // of the next key with that byte
		for _, k := range from {
			place[uint8(k>>shift)]++
		}
		next := uint32(0)
		for b, n := range place {
			place[b] = next
			next += n
		}
		for _, k := range from {
			b := uint8(k >> shift)
			to[place[b]] = k
			place[b]++
		}
		from, to = to, from
	}
	s.keys, s.spare = from, to
}
