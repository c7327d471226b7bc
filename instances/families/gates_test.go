package families

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"transat/solver"
	"transat/solver/cnf"
)

// decide solves a small formula.
func decide(t *testing.T, f *cnf.Formula) (cnf.Verdict, cnf.Model) {
	t.Helper()
	result, err := solver.Solve(t.Context(), f, solver.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return result.Verdict, result.Model
}

func wantVerdict(t *testing.T, name string, want cnf.Verdict, f *cnf.Formula) {
	t.Helper()
	if got, _ := decide(t, f); got != want {
		t.Errorf("%s is %v, want %v", name, got, want)
	}
}

// without returns a formula without its last clause: a miter says only there that something differs, and has models without it.
func without(f *cnf.Formula) *cnf.Formula {
	g := cnf.NewFormula(f.Vars())
	for i := range f.Len() - 1 {
		g.Add(f.Clause(i)...)
	}
	return g
}

// models finds all models, which differ in the given variables.
func models(t *testing.T, f *cnf.Formula, project []cnf.Lit, found func(cnf.Model)) int64 {
	t.Helper()
	want := solver.Enumeration{}
	for _, l := range project {
		want.Project = append(want.Project, l.Var())
	}
	all, err := solver.FindModels(t.Context(), f, solver.Options{Threads: 1}, want, func(m cnf.Model) error {
		found(m)
		return nil
	})
	if err != nil || !all.All {
		t.Fatal(all, err)
	}
	return all.Count
}

func number(m cnf.Model, word []cnf.Lit) (n int) {
	for i, l := range word {
		if m.Satisfies(l) {
			n |= 1 << i
		}
	}
	return n
}

func bools(n, length int) []bool {
	b := make([]bool, length)
	for i := range b {
		b[i] = n>>i&1 == 1
	}
	return b
}

func ofBools(b []bool) (n int) {
	for i, one := range b {
		if one {
			n |= 1 << i
		}
	}
	return n
}

// cut returns bits from to to of a number.
func cut(n, from, to int) int { return n >> from & (1<<(to-from) - 1) }

// A circuit has one model for each input, with the output that is computed otherwise.
func TestGatesCompute(t *testing.T) {
	one := func(l cnf.Lit) []cnf.Lit { return []cnf.Lit{l} }
	truth := func(b bool) int { return ofBools([]bool{b}) }
	list := randomNetlist(newDice(1, 1), 5, 30, 6, 3, 6)
	for _, test := range []struct {
		name   string
		inputs int
		build  func(c *circuit, in []cnf.Lit) []cnf.Lit
		want   func(in int) int
	}{
		{
			"xor3", 3, func(c *circuit, in []cnf.Lit) []cnf.Lit { return one(c.xor3(in[0], in[1], in[2])) },
			func(in int) int { return bits.OnesCount(uint(in)) % 2 },
		},
		{
			"majority", 3, func(c *circuit, in []cnf.Lit) []cnf.Lit { return one(c.majority(in[0], in[1], in[2])) },
			func(in int) int { return truth(bits.OnesCount(uint(in)) > 1) },
		},
		{
			"choose", 3, func(c *circuit, in []cnf.Lit) []cnf.Lit { return one(c.choose(in[0], in[1], in[2])) },
			func(in int) int { return in >> (2 - in&1) & 1 },
		},
		{"every", 3, func(c *circuit, in []cnf.Lit) []cnf.Lit { return one(c.every(in...)) }, func(in int) int { return truth(in == 7) }},
		{"some", 3, func(c *circuit, in []cnf.Lit) []cnf.Lit { return one(c.some(in...)) }, func(in int) int { return truth(in > 0) }},
		{
			"equal", 6, func(c *circuit, in []cnf.Lit) []cnf.Lit { return one(c.equal(in[:3], in[3:])) },
			func(in int) int { return truth(in>>3 == in&7) },
		},
		{
			"less", 6, func(c *circuit, in []cnf.Lit) []cnf.Lit { return one(c.less(in[:3], in[3:])) },
			func(in int) int { return truth(in&7 < in>>3) },
		},
		{
			"plus", 8, func(c *circuit, in []cnf.Lit) []cnf.Lit { return c.plus(in[:4], in[4:]) },
			func(in int) int { return (in&15 + in>>4) & 15 },
		},
		{
			"sum", 8, func(c *circuit, in []cnf.Lit) []cnf.Lit { return c.sum(in[:2], in[2:4], in[4:6], in[6:]) },
			func(in int) int { return (in&3 + cut(in, 2, 4) + cut(in, 4, 6) + in>>6) & 3 },
		},
		{"conditional sum", 6, func(c *circuit, in []cnf.Lit) []cnf.Lit {
			without, with := c.conditionalSum(in[:3], in[3:])
			return append(without, with...)
		}, func(in int) int { return in&7 + in>>3 + (in&7+in>>3+1)<<4 }},
		{
			"wallace", 7, func(c *circuit, in []cnf.Lit) []cnf.Lit { return c.wallace(in[:3], in[3:]) },
			func(in int) int { return in & 7 * (in >> 3) },
		},
		{
			"array of adders", 7, func(c *circuit, in []cnf.Lit) []cnf.Lit { return c.multiply(in[:3], in[3:]) },
			func(in int) int { return in & 7 * (in >> 3) },
		},
		{"pick", 6, func(c *circuit, in []cnf.Lit) []cnf.Lit {
			return c.pick(in[:2], [][]cnf.Lit{in[2:3], in[3:4], in[4:5], in[5:6]})
		}, func(in int) int { return in >> (2 + in&3) & 1 }},
		{
			"rotate", 5, func(_ *circuit, in []cnf.Lit) []cnf.Lit { return rotate(in, 2) },
			func(in int) int { return (in<<2 | in>>3) & 31 },
		},
		{"netlist", 5, list.build, func(in int) int { return ofBools(list.run(bools(in, 5))) }},
		{"rewritten netlist", 5, list.rewritten(newDice(2, 1)).build, func(in int) int { return ofBools(list.run(bools(in, 5))) }},
		{
			"life", 9, func(c *circuit, in []cnf.Lit) []cnf.Lit { return c.live(in, 3) },
			func(in int) int { return ofBools(live(bools(in, 9), 3)) },
		},
		{"mask", 6, func(c *circuit, in []cnf.Lit) []cnf.Lit { return c.maskGrant(in[:3], in[3:]) }, func(in int) int {
			requests := in >> 3
			if masked := in & requests; masked > 0 {
				requests = masked
			}
			return requests & -requests
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCircuit()
			in := c.inputs(test.inputs)
			out := test.build(c, in)
			seen := models(t, c.f, nil, func(m cnf.Model) {
				if x := number(m, in); number(m, out) != test.want(x) {
					t.Errorf("of %b it makes %b, want %b", x, number(m, out), test.want(x))
				}
			})
			if seen != 1<<test.inputs {
				t.Errorf("%d models for %d inputs", seen, test.inputs)
			}
		})
	}
}

// Sorting networks are right if they sort zeros and ones.
func TestSortersSort(t *testing.T) {
	for _, bitonic := range []bool{false, true} {
		for _, channels := range []int{1, 2, 3, 4, 5, 6, 8} {
			for width := range 2 {
				if channels > 5 && width == 1 {
					continue
				}
				t.Run(fmt.Sprint(bitonic, channels, width+1), func(t *testing.T) {
					c := newCircuit()
					var in [][]cnf.Lit
					for range channels {
						in = append(in, c.inputs(width+1))
					}
					out := c.sorted(in, comparators(channels, bitonic))
					models(t, c.f, slices.Concat(in...), func(m cnf.Model) {
						var before, after []int
						for i := range channels {
							before, after = append(before, number(m, in[i])), append(after, number(m, out[i]))
						}
						if slices.Sort(before); !slices.Equal(before, after) {
							t.Errorf("%v is sorted to %v", before, after)
						}
					})
				})
			}
		}
	}
}

func TestBoundsCount(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for k := 0; k <= n; k++ {
			most, least := int64(0), int64(0)
			for x := range uint(1 << n) {
				if bits.OnesCount(x) <= k {
					most++
				}
				if bits.OnesCount(x) >= k {
					least++
				}
			}
			c := newCircuit()
			in := c.inputs(n)
			if c.atMost(k, in...); models(t, c.f, in, func(cnf.Model) {}) != most {
				t.Errorf("at most %d of %d has another number of models", k, n)
			}
			c = newCircuit()
			in = c.inputs(n)
			if k > 0 {
				if c.atLeast(k, in...); models(t, c.f, in, func(cnf.Model) {}) != least {
					t.Errorf("at least %d of %d has another number of models", k, n)
				}
			}
		}
	}
	weights := []int{3, 5, 2, 7, 1, 3}
	for limit := range 22 {
		want := int64(0)
		for x := range 64 {
			sum := 0
			for i, w := range weights {
				sum += x >> i & 1 * w
			}
			if sum <= limit {
				want++
			}
		}
		c := newCircuit()
		in := c.inputs(6)
		if c.weighted(weights, in, limit); models(t, c.f, in, func(cnf.Model) {}) != want {
			t.Errorf("weights of at most %d have another number of models than %d", limit, want)
		}
	}
}

// A miter has no model, and many without its last clause.
func TestMitersDiffer(t *testing.T) {
	m := SequentialCircuit{Seed: 1, Latches: 4, Inputs: 2, Gates: 30}
	for _, test := range []struct {
		name string
		f    *cnf.Formula
	}{
		{"sums", SumMiter(4, 4)},
		{"multipliers", MultiplierMiter(4)},
		{"distributive", Distributive(3)},
		{"gray counter, once round", GrayAgainstBinary(3, 9)},
		{"queues", Queues(1, 2, 5, false)},
		{"memories", Memories(2, 2, 4)},
		{"arbiters", Arbiters(4, 5, false)},
		{"caches", Caches(3, 2, 5, false)},
		{"sorters", Sorters(8, 1, false)},
		{"sorters of words", Sorters(4, 2, false)},
		{"sorters of no power of two", Sorters(5, 3, false)},
		{"circuit", CircuitMiter(1, 6, 60, 5, false)},
		{"machine", m.Equivalence(4, 2, false)},
	} {
		wantVerdict(t, test.name, cnf.Unsatisfiable, test.f)
		wantVerdict(t, test.name+" without its last clause", cnf.Satisfiable, without(test.f))
	}
}

// A fault shows from that step on in which it can show first.
func TestFaultsShow(t *testing.T) {
	for _, test := range []struct {
		name  string
		steps int
		f     func(steps int) *cnf.Formula
	}{
		{"a full queue of two words", 4, func(steps int) *cnf.Formula { return Queues(1, 2, steps, true) }},
		{"an arbiter", 2, func(steps int) *cnf.Formula { return Arbiters(3, steps, true) }},
		{"a cache that keeps its word", 3, func(steps int) *cnf.Formula { return Caches(3, 2, steps, true) }},
	} {
		wantVerdict(t, test.name+", too early", cnf.Unsatisfiable, test.f(test.steps-1))
		wantVerdict(t, test.name, cnf.Satisfiable, test.f(test.steps))
	}
	wantVerdict(t, "sorters without a comparator", cnf.Satisfiable, Sorters(8, 1, true))
	for seed := range uint64(6) { // whether a fault of a circuit shows is a matter of all inputs
		d := newDice(seed, 1)
		n := randomNetlist(d, 4, 20, 3, 4, 16)
		other := n.rewritten(d).broken(d)
		want := cnf.Unsatisfiable
		for x := range 16 {
			if !slices.Equal(n.run(bools(x, 4)), other.run(bools(x, 4))) {
				want = cnf.Satisfiable
			}
		}
		wantVerdict(t, fmt.Sprint("circuit ", seed), want, CircuitMiter(seed, 4, 20, 3, true))
	}
}
