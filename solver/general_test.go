package solver

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Clauses of all lengths and hubs: variables that occur so often that few lengths have a lane. The copies
// of a small formula and the tournament of a large one must lead to the same tree as the letter of
// the rule.
func TestGeneralWithFewLanes(t *testing.T) {
	const limit = 20
	for i := range cases(t, 150) {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		vars := 10 + rng.IntN(20)
		f := NewFormula(vars + 2)
		hub := vars + 1
		for range 4 * vars {
			clause := make([]Lit, 4+rng.IntN(min(vars-4, 14)))
			for i, v := range rng.Perm(vars)[:len(clause)] {
				clause[i] = Pos(Var(v+1)) ^ Lit(rng.IntN(2))
			}
			f.Add(clause...)
		}
		// The hubs are satisfied at the root, and force nothing.
		for range rng.IntN(1500) {
			f.Add(Pos(Var(hub)), Pos(Var(hub+1)), Pos(1), Neg(2))
		}
		f.Add(Pos(Var(hub)))
		for _, rule := range countingRules() {
			want := newReference(f, rule, limit).tree()
			opt := Options{Rule: rule.Name, MaxNodes: limit}
			for name, s := range map[string]*search{"small": newGeneralSearch(t, f, opt), "large": newLargeSearch(t, f, opt)} {
				got, _ := nodesOf(t, s)
				if diff := gocmp.Diff(want, got); diff != "" {
					t.Fatalf("formula %d, rule %s, %s (-want +got):\n%s", i, rule.Name, name, diff)
				}
			}
		}
	}
}

func TestKeysCompareLengthByLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := rapid.SampledFrom(countingRules()).Draw(t, "rule")
		longest := rapid.IntRange(0, 12).Draw(t, "longest")
		most := rapid.SampledFrom([]uint32{1, 2, 40, 85, 1000, 1 << 20, 1 << 29}).Draw(t, "occurrences")
		k := newKeys([]uint32{0, 0, most, most}, longest, rule, true)
		if k.lanes < 2 {
			t.Fatalf("%d lanes", k.lanes)
		}
		type counts struct{ pos, neg []int }
		draw := func(name string) counts {
			var c counts
			for left := [2]int{int(most), int(most)}; len(c.pos) < k.lanes; {
				pos, neg := rapid.IntRange(0, left[0]).Draw(t, name), rapid.IntRange(0, left[1]).Draw(t, name)
				c.pos, c.neg = append(c.pos, pos), append(c.neg, neg)
				left[0], left[1] = left[0]-pos, left[1]-neg
			}
			return c
		}
		word := func(counts []int) (w uint64) {
			for i, n := range counts {
				w += uint64(n) * k.one[i+2]
			}
			return w
		}
		scores := func(c counts) (s []int) {
			for i := range c.pos {
				lower, higher := min(c.pos[i], c.neg[i]), max(c.pos[i], c.neg[i])
				s = append(s, higher+int(rule.minWeight)*lower)
			}
			return s
		}
		a, b := draw("a"), draw("b")
		x, y := k.score(word(a.pos), word(a.neg)), k.score(word(b.pos), word(b.neg))
		want, got := slices.Compare(scores(a), scores(b)), cmp.Compare(x, y)
		if want != got {
			t.Fatalf("%v and %v: %d, want %d", a, b, got, want)
		}
		if bound := k.scoreBound(word(a.pos), word(a.neg)); bound < x {
			t.Fatalf("%v: the bound %x is below the score %x", a, bound, x)
		}
	})
}

func TestTournamentKnowsTheFirstOfTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.SampledFrom([]int{0, 1, 63, 64, 65, 300, 4096, 5000}).Draw(t, "variables")
		scores := make([]uint64, vars+1)
		tour := newTournament(vars, func(v Var) uint64 { return scores[v] })
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			var touched []Var
			for range min(vars, rapid.IntRange(0, 20).Draw(t, "changes")) {
				v := Var(rapid.IntRange(1, vars).Draw(t, "variable"))
				scores[v] = uint64(rapid.IntRange(0, 5).Draw(t, "score"))
				touched = append(touched, v)
			}
			for _, v := range touched {
				tour.update(v)
			}
			var want []Var
			best := uint64(0)
			for v := 1; v <= vars; v++ {
				if scores[v] > best {
					best, want = scores[v], nil
				}
				if scores[v] == best {
					want = append(want, Var(v))
				}
			}
			score, v := tour.winner()
			if score != best || vars > 0 && v != want[0] {
				t.Fatalf("the winner is %d with %d, want %v with %d", v, score, want, best)
			}
			if vars > 0 {
				if diff := gocmp.Diff(want, tour.tied(nil)); diff != "" {
					t.Fatalf("tied (-want +got):\n%s", diff)
				}
			}
		}
	})
}

// A large formula whose clauses have nothing to do with each other is as deep as it has clauses. Which
// variable is the next one is plain to see: the first in the shortest clauses.
func TestGeneralDeepDown(t *testing.T) {
	const clauses = 20_000
	f := NewFormula(0)
	for i := range Var(clauses) {
		v := 9 * i
		f.Add(Pos(v+1), Neg(v+2))
		f.Add(Pos(v+3), Neg(v+4), Pos(v+5))
		f.Add(Neg(v+6), Neg(v+7), Neg(v+8), Pos(v+9))
	}
	for _, rule := range countingRules() {
		s := newGeneralSearch(t, f, Options{Rule: rule.Name})
		result, err := s.solve(context.Background(), f)
		if err != nil || result.Verdict != Satisfiable {
			t.Fatal(result.Verdict, err)
		}
		// (¬6 ¬7 ¬8 9) is shortened, and shortened again, before it can be satisfied.
		if want := 1 + 2*clauses + 3*clauses; result.Stats.Nodes != int64(want) {
			t.Errorf("rule %s: %d nodes, want %d", rule.Name, result.Stats.Nodes, want)
		}
		for i, d := range s.path[:clauses] {
			if want := Pos(Var(9*i + 1)); d.lit != want {
				t.Fatalf("rule %s: decision %d is %v, want %v", rule.Name, i, d.lit, want)
			}
		}
		for len(s.engine.(*general).marks) > 1 {
			s.engine.undo()
		}
		if got := s.engine.branch(); got != Pos(1) {
			t.Errorf("rule %s: back at the root it picks %v", rule.Name, got)
		}
	}
}

// endsAfter is a context that ends after it has been asked a number of times.
type endsAfter struct {
	context.Context
	looks int
	done  chan struct{}
}

func newEndsAfter(looks int) *endsAfter {
	return &endsAfter{Context: context.Background(), looks: looks, done: make(chan struct{})}
}

func (c *endsAfter) Err() error {
	select {
	case <-c.done:
		return context.Canceled
	default:
	}
	if c.looks--; c.looks < 0 {
		close(c.done)
		return context.Canceled
	}
	return nil
}

func (c *endsAfter) Done() <-chan struct{} { return c.done }

func TestSetUpHeedsTheContext(t *testing.T) {
	const clauses = 10 * clausesBetweenLooks
	for _, longest := range []int{3, 5} {
		f := NewFormula(0)
		for i := range clauses {
			clause := make([]Lit, longest)
			for j := range clause {
				clause[j] = Pos(Var(1 + i + j))
			}
			f.Add(clause...)
		}
		ends := 0
		for looks := 0; ; looks++ {
			ctx := newEndsAfter(looks)
			_, err := begin(ctx, f, Options{})
			if err == nil {
				break
			}
			if err != context.Canceled {
				t.Fatal(err)
			}
			ends++
		}
		// Normalising, making room and filling the lists take a look at every so many clauses.
		if ends < 3*clauses/clausesBetweenLooks {
			t.Errorf("length %d: setting up looked at the context %d times", longest, ends)
		}
		result, err := Solve(newEndsAfter(15), f, Options{})
		if err != nil || result.Verdict != Unknown || result.Reason != context.Canceled {
			t.Errorf("length %d: %v, %v", longest, result, err)
		}
	}
}

// A chain of implications that is one long propagation must not be followed to its end if the context
// has ended.
func TestPropagationHeedsTheContext(t *testing.T) {
	const links = 2 * visitsBetweenLooks
	for _, length := range []int{2, 4} {
		f := NewFormula(links + 3)
		for v := Var(links + 1); v <= links+3; v++ {
			f.Add(Neg(v))
		}
		f.Add(Pos(1))
		for v := Var(1); v < links; v++ {
			f.Add([]Lit{Neg(v), Pos(v + 1), Pos(links + 1), Pos(links + 2)}[:length]...)
		}
		ctx, cancel := context.WithCancel(context.Background())
		s, err := begin(ctx, f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		at := s.engine.reset()
		if at.end != endInterrupt || len(s.engine.(*general).trail) > visitsBetweenLooks+10 {
			t.Errorf("length %d: %d literals were assigned, and it ended with %v", length, len(s.engine.(*general).trail), at.end)
		}
		if _, err := s.run(ctx, at); err != context.Canceled {
			t.Errorf("length %d: the search ended with %v", length, err)
		}
	}
}
