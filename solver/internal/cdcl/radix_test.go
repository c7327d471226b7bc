package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Keys of all lengths and widths come out as a sort by comparing leaves them.
func TestSortKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s := &Solver{}
	for n := range 4 * fewKeys {
		s.keys = s.keys[:0]
		high, low := rng.IntN(34), rng.IntN(32)
		for range n {
			s.keys = append(s.keys, rng.Uint64N(1<<high)<<31|rng.Uint64N(1<<low))
		}
		want := slices.Sorted(slices.Values(s.keys))
		if s.sortKeys(0); !slices.Equal(s.keys, want) {
			t.Fatalf("%d keys of %d and %d bits are not in order", n, high, low)
		}
	}
}

func BenchmarkSortKeys(b *testing.B) {
	for _, n := range []int{30, 100, 300, 1000} {
		for _, radix := range []bool{false, true} {
			name := "compare"
			if radix {
				name = "radix"
			}
			b.Run(name+"/"+string(rune('0'+n/1000))+string(rune('0'+n/100%10))+string(rune('0'+n/10%10)), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(5, 6))
				s := &Solver{}
				draws := make([]uint64, 1<<16)
				for i := range draws {
					draws[i] = uint64(rng.IntN(1<<21))<<varBits | uint64(rng.IntN(20000))
				}
				at := 0
				for b.Loop() {
					if at+n > len(draws) {
						at = 0
					}
					s.keys = append(s.keys[:0], draws[at:at+n]...)
					at += n
					if radix {
						s.sortKeys(varBits)
					} else {
						slices.Sort(s.keys)
					}
				}
			})
		}
	}
}
