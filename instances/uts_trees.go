package instances

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

const utsSource = "S. Olivier and others: UTS: An Unbalanced Tree Search Benchmark, LCPC 2006"

// utsTrees returns the published trees, one a line: the law with its parameters, the seed, and the published size.
func utsTrees() []*UTS {
	return []*UTS{
		geometric(falling(4, 6)).published("uts-default", 0, utsSize{1732, 1050, 6}),
		geometric(steady(4, 10)).published("uts-t1", 19, utsSize{4130071, 3305118, 10}),
		geometric(swinging(6, 16)).published("uts-t2", 502, utsSize{4117769, 2342762, 81}),
		binomial(2000, 0.124875, 8).published("uts-t3", 42, utsSize{4112897, 3599034, 1572}),
		hybrid(6, 16, 0.234375, 4).published("uts-t4", 1, utsSize{4132453, 3108986, 134}),
		geometric(falling(4, 20)).published("uts-t5", 34, utsSize{4147582, 2181318, 20}),
		geometric(steady(4, 13)).published("uts-t1l", 29, utsSize{102181082, 81746377, 13}),
		geometric(swinging(7, 23)).published("uts-t2l", 220, utsSize{96793510, 53791152, 67}),
		binomial(2000, 0.200014, 5).published("uts-t3l", 7, utsSize{111345631, 89076904, 17844}),
		geometric(steady(4, 15)).published("uts-t1xl", 29, utsSize{1635119272, 1308100063, 15}),
	}
}

// openUTS returns the published tree of a name, or one that is cut: "uts-t1/8". Without one it returns nil.
func openUTS(name string) *UTS {
	whole, depth, isCut := strings.Cut(name, "/")
	for _, t := range utsTrees() {
		if t.name != whole {
			continue
		}
		if !isCut {
			return t
		}
		if d, err := strconv.ParseInt(depth, 10, 32); err == nil && d >= 1 {
			return t.Cut(int32(d))
		}
	}
	return nil
}

// published gives a tree its name, its seed and its size.
func (t *UTS) published(name string, seed uint32, size utsSize) *UTS {
	t.name, t.seed, t.size = name, seed, size
	t.title = fmt.Sprintf("tree of %d nodes, depth %d: %s", size.nodes, size.depth, t.title)
	return t
}

// means are the mean numbers of children of the geometric law, at depths 0, 1, 2, …; 0 after the last.
type means struct {
	title string
	b     []float64
}

// meansOf computes the means at a number of depths.
func meansOf(depths int, title string, mean func(h float64) float64) means {
	m := means{title: title}
	for h := range depths {
		m.b = append(m.b, mean(float64(h)))
	}
	return m
}

// steady is the mean b at depths above d.
func steady(b float64, d int) means {
	return meansOf(d, fmt.Sprintf("geometric, mean %v", b), func(float64) float64 { return b })
}

// falling is a mean that falls linearly from b at the root to 0 at depth d.
func falling(b float64, d int) means {
	return meansOf(d, fmt.Sprintf("geometric, mean from %v to 0", b), func(h float64) float64 {
		return b * (1 - h/float64(d))
	})
}

// swinging is a mean that swings between b and 1/b, five times, with a period of d levels; at the root it is b.
func swinging(b float64, d int) means {
	m := meansOf(5*d+1, fmt.Sprintf("geometric, mean between %v and 1/%v", b, b), func(h float64) float64 {
		return math.Pow(b, math.Sin(2*math.Pi*h/float64(d)))
	})
	m.b[0] = b
	return m
}

// geometric returns a tree with the geometric law.
func geometric(mean means) *UTS {
	t := &UTS{title: mean.title}
	for _, b := range mean.b {
		p := 1 / (1 + b)
		t.logs = append(t.logs, math.Log(1-p))
	}
	return t
}

// binomial returns a tree whose root has top children, and any other node m with probability q.
func binomial(top int, q float64, m int) *UTS {
	return &UTS{title: fmt.Sprintf("binomial, %d or none, %d at the root", m, top), top: top, q: q, m: m}
}

// hybrid returns a tree with the geometric law and a falling mean above depth d/2, and the binomial law below.
func hybrid(b float64, d int, q float64, m int) *UTS {
	mean := falling(b, d)
	mean.b = mean.b[:(d+1)/2]
	t := geometric(mean)
	t.title, t.q, t.m = mean.title+"; then binomial", q, m
	return t
}
