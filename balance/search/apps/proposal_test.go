package apps

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func tm(name string, f func() (int64, int64)) {
	best := time.Hour
	var a, b int64
	for range 3 {
		s := cpuTime()
		a, b = f()
		best = min(best, cpuTime()-s)
	}
	fmt.Printf("%-16s %10d %10d %12v %.1f ns\n", name, a, b, best, float64(best.Nanoseconds())/float64(b))
}

type prob[E any] interface {
	Root() E
	Children(e E, dst []E) []E
}
type (
	sol[E any] interface{ Solution(e E) bool }
	fin[E any] interface {
		Finish(e E, limit int64) (solutions, nodes int64)
	}
)

type finAbove[E any] interface {
	FinishAbove(e E, best, limit int64) (greatest, nodes int64)
}
type above[E any] interface {
	ChildrenAbove(e E, best int64, dst []E) []E
}
type opt[E any] interface {
	Value(e E) (int64, bool)
	Bound(e E) int64
}
type trial struct{ won, lost int64 }

func run[E any](p prob[E], limit int64, one bool) (sols, nodes int64) {
	s, _ := p.(sol[E])
	f, _ := p.(fin[E])
	type fr struct{ next, end int }
	buf := append(make([]E, 0, 4096), p.Root())
	frames := []fr{{0, 1}}
	var trials [1 << 16]trial
	var lost int64
	for len(frames) > 0 {
		d := len(frames)
		fm := &frames[d-1]
		if fm.next == fm.end {
			frames = frames[:d-1]
			continue
		}
		i := fm.next
		fm.next++
		end := fm.end
		if f != nil {
			if t := &trials[d]; t.lost <= t.won>>6+nodes>>11 {
				n, m := f.Finish(buf[i], limit)
				if m <= limit && (n == 0 || !one) {
					sols += n
					nodes += m
					t.won += m
					continue
				}
				t.lost += m
				lost += m
			}
		}
		nodes++
		if s != nil && s.Solution(buf[i]) {
			sols++
			if one {
				return
			}
		}
		buf = p.Children(buf[i], buf[:end])
		if len(buf) > end {
			frames = append(frames, fr{end, len(buf)})
		}
	}
	return sols, nodes
}

func maxi[E any](p prob[E], limit int64) (best, nodes int64) {
	o := p.(opt[E])
	f, _ := p.(finAbove[E])
	ab, _ := p.(above[E])
	best = -1 << 62
	type fr struct{ next, end int }
	buf := append(make([]E, 0, 4096), p.Root())
	frames := []fr{{0, 1}}
	var trials [1 << 10]trial
	for len(frames) > 0 {
		d := len(frames)
		fm := &frames[d-1]
		if fm.next == fm.end {
			frames = frames[:d-1]
			continue
		}
		i := fm.next
		fm.next++
		end := fm.end
		if o.Bound(buf[i]) <= best {
			continue
		}
		if f != nil {
			if t := &trials[d]; t.lost <= t.won>>6+nodes>>11 {
				v, m := f.FinishAbove(buf[i], best, limit)
				if m <= limit && v <= best {
					nodes += m
					t.won += m
					continue
				}
				t.lost += m
			}
		}
		nodes++
		if v, ok := o.Value(buf[i]); ok && v > best {
			best = v
		}
		if ab != nil {
			buf = ab.ChildrenAbove(buf[i], best, buf[:end])
		} else {
			buf = p.Children(buf[i], buf[:end])
		}
		if len(buf) > end {
			frames = append(frames, fr{end, len(buf)})
		}
	}
	return
}

func oddK(n int) *Knapsack {
	random := rand.New(rand.NewPCG(1, 0))
	items := make([]Item, n)
	var sum int64
	for i := range items {
		weight := 2 + 2*random.Int64N(500)
		items[i] = Item{weight, weight}
		sum += weight
	}
	return NewKnapsack(sum/4*2+1, items)
}

func TestFin(t *testing.T) {
	for _, a := range large(t) {
		tm(a.name, a.hand)
	}
	start, _ := ParsePosition(korf[2].start)
	sg, _ := NewSubgraph(graph(t, "cycle25"), graph(t, "knight5"))
	u := openUTS(t, "uts-t1")
	tm("uts", func() (int64, int64) { return run(u, 0, false) })
	c := NewClique[[4]uint64](graph(t, "random-200-75-1"))
	tm("clique", func() (int64, int64) { return maxi(c, 0) })
	to := tourOf(t, "gr17")
	tm("tour", func() (int64, int64) { return maxi(to, 0) })
	for _, limit := range []int64{300, 1000, 4000} {
		fmt.Println(limit)
		tm("queens", func() (int64, int64) { return run(&Queens{13}, limit, false) })
		tm("semi", func() (int64, int64) { return run(&Semigroups{26}, limit, false) })
		tm("puzzle", func() (int64, int64) {
			var nodes int64
			for l := int(start.distance); ; l += 2 {
				s, n := run(&Puzzle{start, l}, limit, true)
				nodes += n
				if s > 0 {
					return int64(l), nodes
				}
			}
		})
		tm("sub", func() (int64, int64) { return run(sg, limit, true) })
		k := oddK(27)
		tm("knap", func() (int64, int64) { return maxi(k, limit) })
	}
}
