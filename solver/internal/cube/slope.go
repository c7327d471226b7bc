package cube

import "math"

// slope tells how costs below siblings differ: by a factor for each variable that is assigned at one and not at the other, and by another
// one for the second of them. It learns from siblings that are done, from those of much cost most.
//
// Large siblings differ more than small ones where what is learned under the first helps under the second. Samples are drawn all over the
// tree, and need not know that; a run knows at first only what lies deep in the tree, see ratio.
type slope struct {
	met, apart           float64 // siblings, and the sum of the squares of how many variables they lie apart
	xx, xy, x, y, weight float64 // sums over pairs: products of variables apart and the logarithm of the ratio of costs
	zz, zx, zy, z        float64 // the same with the size of pairs, see sized
}

const (
	usual    = 0.8  // the logarithm of the ratio of costs of siblings that lie apart as they usually do, before anything is learned
	most     = 6    // the largest
	trust    = 1000 // conflicts of pairs that the usual one is worth
	noise    = 10   // conflicts that are added to costs before their ratio is taken
	leastSum = 40   // conflicts of a pair that is looked at
)

// meet notes siblings.
func (s *slope) meet(a, b node) {
	s.met++
	s.apart += math.Pow(float64(a.assigned-b.assigned), 2)
}

func (s *slope) learn(a, b *spot) {
	sum := a.all.conflicts + b.all.conflicts
	if sum < leastSum {
		return
	}
	apart := float64(a.part[0].assigned - b.part[0].assigned)
	ratio := math.Log((b.all.conflicts + noise) / (a.all.conflicts + noise))
	s.xx += sum * apart * apart
	s.xy += sum * apart * ratio
	s.x += sum * apart
	s.y += sum * ratio
	s.weight += sum
	large := sized(sum)
	s.zz += sum * large * large
	s.zx += sum * large * apart
	s.zy += sum * large * ratio
	s.z += sum * large
}

// far is how many variables siblings usually lie apart.
func (s *slope) far() float64 { return math.Sqrt(max(s.apart, 1) / max(s.met, 1)) }

// line returns the logarithms of both factors.
func (s *slope) line() (falls, second float64) {
	far := s.far()
	weight := s.weight + trust
	falls = (s.xy + trust*far*usual - s.x*s.y/weight) / (s.xx + trust*far*far - s.x*s.x/weight)
	falls = min(max(falls, 0), most/far)
	return falls, (s.y - falls*s.x) / weight
}

// What a run takes for ratios before it has learned any: as if it had met pairs of doubt conflicts in all, of each kind. The logarithm of a
// ratio falls by runUsual for siblings that lie apart as they usually do, and by runSized as they become larger by a factor of e.
const (
	runUsual, runSized              = 0.5, 0.05
	doubt                           = 3000
	secondDoubt, farDoubt, bigDoubt = 0.4, 1.1, 2.1
	mostFar                         = 2 // times what is usual, that counts
	mostRatio                       = 3 // the largest logarithm
)

// sized is the size of a pair that has cost that many conflicts.
func sized(sum float64) float64 { return math.Log((sum + 20) / 100) }

// ratio returns by what factor the second of two siblings costs more than the first, which together cost about sum: for runs.
func (s *slope) ratio(a, b node, sum float64) float64 {
	far := s.far()
	x, y, z := solve3([3][4]float64{
		{s.weight + doubt*secondDoubt, s.x, s.z, s.y},
		{s.x, s.xx + doubt*farDoubt*far*far, s.zx, s.xy + doubt*far*runUsual},
		{s.z, s.zx, s.zz + doubt*bigDoubt, s.zy - 2*doubt*runSized},
	})
	apart := min(max(float64(a.assigned-b.assigned), -mostFar*far), mostFar*far)
	return math.Exp(min(max(x+y*apart+z*sized(sum), -mostRatio), mostRatio))
}

// solve3 solves three linear equations whose matrix is positive definite.
func solve3(m [3][4]float64) (x, y, z float64) {
	for i := range m {
		for k := range m {
			if k == i {
				continue
			}
			f := m[k][i] / m[i][i]
			for j := range m[k] {
				m[k][j] -= f * m[i][j]
			}
		}
	}
	return m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2]
}
