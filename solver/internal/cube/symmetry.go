package cube

import "transat/solver/cnf"

const (
	rounds      = 8       // of refinement
	mostToLook  = 1 << 21 // literals of clauses; larger formulas are not looked at
	wholeAlike  = 1. / 32 // share of pairs of literals that look alike, for a formula with many symmetries
	lengthAlike = 1. / 4  // the same by the clauses of one length
)

// Symmetric reports whether a formula has many symmetries, or has clauses beside it that break them, as Ramsey's formulas and pigeonholes.
//
// Literals look alike if they occur in clauses of the same lengths, and these have the same literals by their looks, and so on, some rounds
// long (colour refinement). Clauses that break symmetries make all literals differ. So those of each length are looked at by themselves,
// too, if half of all literals are in them: the clauses of Ramsey's formulas are longer than those that break their symmetries.
func Symmetric(f *cnf.Formula) bool {
	if f.Literals() > mostToLook {
		return false
	}
	in := map[int]int{} // literals in clauses, by length
	for i := range f.Len() {
		in[len(f.Clause(i))] += len(f.Clause(i))
	}
	for length, literals := range in {
		if 2*literals >= f.Literals() && alike(f, length) >= lengthAlike {
			return true
		}
	}
	return f.Len() > 0 && alike(f, 0) >= wholeAlike
}

// alike returns the share of pairs of literals, each taken twice, that look alike in the clauses of a length, or for 0 in all.
func alike(f *cnf.Formula, length int) float64 {
	looks := make([]uint64, 2*f.Vars()+2)
	next := make([]uint64, len(looks))
	sizes := map[uint64]float64{}
	for range rounds {
		clear(next)
		for i := range f.Len() {
			clause := f.Clause(i)
			if length != 0 && len(clause) != length {
				continue
			}
			sum := uint64(len(clause))
			for _, l := range clause {
				sum += mixed(looks[l.Code()])
			}
			for _, l := range clause {
				next[l.Code()] += mixed(mixed(sum) ^ looks[l.Code()])
			}
		}
		before := len(sizes)
		clear(sizes)
		for v := cnf.Var(1); int(v) <= f.Vars(); v++ {
			p, n := cnf.Pos(v).Code(), cnf.Neg(v).Code()
			if next[p]|next[n] == 0 {
				continue // in no clause
			}
			looks[p], looks[n] = mixed(looks[p]^next[p])+mixed(next[n]+1), mixed(looks[n]^next[n])+mixed(next[p]+1)
			sizes[looks[p]]++
			sizes[looks[n]]++
		}
		if len(sizes) == before {
			break
		}
	}
	all, pairs := 0.0, 0.0
	for _, n := range sizes {
		all += n
		pairs += n * n
	}
	return pairs / (all * all)
}

// mixed is a hash of x: the end of MurmurHash3.
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
