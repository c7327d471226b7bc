package apps

import "encoding/binary"

// Semigroups is the search for all numerical semigroups of a genus up to Genus, at most [MaxGenus]; those
// of that genus are its solutions. A numerical semigroup is a set of
// whole numbers ≥ 0 that holds 0, every sum of two of its members, and all numbers but finitely many. Its genus is how many it lacks.
//
//	0 1 2 3 4 …  ──  0 2 3 4 …   ──  0 3 4 5 …     a child lacks one number more: a generator (no sum of two members
//	genus 0          genus 1    ╲    genus 2       above 0) that is greater than all that its parent lacks
//	                             ╲─  0 2 4 5 …
//
// Every semigroup has one parent. A node holds for each number in how many ways it is a sum of two members: a generator has one,
// itself and 0. Without the generator g, each y with y − g in the semigroup has one way less.
//
// Source: J. Fromentin, F. Hivert: Exploring the tree of numerical semigroups, Mathematics of Computation 85 (2016).
type Semigroups struct{ Genus int }

// MaxGenus is the largest genus for which a Semigroup has room: its generators are at most three times as large.
const MaxGenus = 40

// Semigroup is a numerical semigroup.
type Semigroup struct {
	ways      [3*MaxGenus + 1 + 8]uint8 // the pairs a ≤ b of members with a + b = the index; the last 8 are only written
	conductor uint8                     // the least number above all that are lacking, at least 1
	least     uint8                     // the least member above 0
	genus     uint8
}

// Root returns the semigroup of all numbers.
func (s *Semigroups) Root() Semigroup {
	all := Semigroup{conductor: 1, least: 1}
	for i := range all.ways {
		all.ways[i] = uint8(i/2 + 1)
	}
	return all
}

// Children returns the semigroups that lack one number more. A generator of p that may go is below the conductor plus the least member.
func (s *Semigroups) Children(p Semigroup, dst []Semigroup) []Semigroup {
	if int(p.genus) == s.Genus {
		return dst
	}
	for g := p.conductor; g < p.conductor+p.least; g++ {
		if p.ways[g] == 1 {
			dst = append(dst, p)
			dst[len(dst)-1].remove(&p, int(g))
		}
	}
	return dst
}

// remove turns s, a copy of p, into the child without the generator g. It does eight numbers at a time.
func (s *Semigroup) remove(p *Semigroup, g int) {
	const low, high = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	for y := g; y <= 3*MaxGenus; y += 8 {
		members := (binary.LittleEndian.Uint64(p.ways[y-g:]) + low) & high >> 7 // 1 for each number with a way
		at := s.ways[y : y+8]
		binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)-members)
	}
	s.conductor, s.least, s.genus = uint8(g+1), p.least, p.genus+1
	if g == int(p.least) { // then p lacks the numbers below g, and no others
		s.least++
	}
}

// Solution reports whether p has the genus that is searched for.
func (s *Semigroups) Solution(p Semigroup) bool { return int(p.genus) == s.Genus }

// Genus returns how many numbers s lacks.
func (s Semigroup) Genus() int { return int(s.genus) }
