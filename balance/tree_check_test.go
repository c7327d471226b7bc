package balance_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// What keeps its promises passes, whatever the sample.
func TestCheckTreePassesSoundTrees(t *testing.T) {
	for _, tree := range []*balancetest.Tree{
		{Nodes: 1},
		{Nodes: 2, Seed: 1},
		{Nodes: 300, Seed: 2},
		{Nodes: 300, Seed: 2, Solution: 200},
		{Nodes: 300, Seed: 2, Blind: true},
		{Nodes: 3000, Seed: 3, Unit: 7},
		{Nodes: 3000, Seed: 3, Unit: 7, Solution: 1000},
		{Nodes: 1_000_000_000, Seed: 4},
		{Nodes: 1_000_000_000, Seed: 4, Solution: 400_000_000},
	} {
		for _, sample := range []balance.TreeSample{{}, {Nodes: 1}, {Nodes: 50, Seed: 5}, {Nodes: 1000, Goroutines: 1}} {
			t.Run(fmt.Sprintf("%+v/%+v", *tree, sample), func(t *testing.T) {
				if err := balance.CheckTree(t.Context(), tree, sample); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestCheckTreeNamesTheBrokenPromise(t *testing.T) {
	for _, c := range balancetest.BrokenTrees() {
		t.Run(c.Name, func(t *testing.T) {
			err := balance.CheckTree(t.Context(), c.Tree(), balance.TreeSample{})
			var broken *balance.TreeError
			if !errors.As(err, &broken) {
				t.Fatalf("error %v, want a TreeError", err)
			}
			if broken.Method != c.Method || !strings.Contains(broken.Error(), c.Says) || broken.Path == nil {
				t.Errorf("%+v\nwant %s, with %q, and a path", broken, c.Method, c.Says)
			}
			if c.Panics != (broken.Panic != nil) {
				t.Errorf("panic %v", broken.Panic)
			}
			t.Log(err)
		})
	}
}

func TestCheckTreeLeadsToTheNode(t *testing.T) {
	tree := &paths[[]int]{root: []int{}, expand: func(e []int) [][]int {
		if slices.Equal(e, []int{1, 0, 1}) {
			panic(errors.New("oops"))
		}
		return forks(e)
	}}
	err := balance.CheckTree(t.Context(), tree, balance.TreeSample{})
	var broken *balance.TreeError
	if !errors.As(err, &broken) {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{1, 0, 1}, broken.Path); diff != "" {
		t.Errorf("path (-want +got):\n%s", diff)
	}
	want := "tree *balance_test.paths[[]int]: Expand of node 1.0.1: it panics: oops (tree_check_test.go:"
	if !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %q\nwant  %q", err, want)
	}
	if broken.Unwrap() == nil || broken.Unwrap().Error() != "oops" || !strings.Contains(broken.Stack, "tree_check_test.go") {
		t.Errorf("%+v", broken)
	}
}

// paths is a tree of a user, four levels deep, whose elements are whatever they like.
type paths[E any] struct {
	root   E
	expand func(E) []E
}

func (p *paths[E]) Root() E                   { return p.root }
func (p *paths[E]) Level(e E) int             { return 0 }
func (p *paths[E]) Subtree(E) (_, _, _ int64) { return 0, 0, 0 }

func (p *paths[E]) Expand(e E, dst []E) ([]E, int64, int64, bool) {
	return append(dst, p.expand(e)...), 1, 1, false
}

func (p *paths[E]) Finish(e E) (work, nodes int64, _ bool) {
	work, nodes = 1, 1
	for _, c := range p.expand(e) {
		w, n, _ := p.Finish(c)
		work, nodes = work+w, nodes+n
	}
	return work, nodes, false
}

// forks are the two children of a path, each in memory of its own.
func forks(e []int) [][]int {
	if len(e) == 4 {
		return nil
	}
	return [][]int{append(slices.Clone(e), 0), append(slices.Clone(e), 1)}
}

type node struct {
	path  []int
	next  *node
	cache map[string]int
	tree  any
}

// Elements may be anything that is a value: slices, pointers, maps, numbers that are none.
func TestCheckTreePassesElementsOfAllKinds(t *testing.T) {
	calls := map[string]int{} // what a tree keeps for itself is its own affair
	for name, check := range map[string]func() error{
		"slices": func() error { return checked(t, &paths[[]int]{root: []int{}, expand: forks}) },
		"nil slice": func() error {
			return checked(t, &paths[[]int]{expand: forks})
		},
		"pointers": func() error {
			tree := &paths[*node]{root: &node{}}
			tree.root.tree = tree
			tree.expand = func(e *node) (children []*node) {
				calls["expand"]++
				for _, path := range forks(e.path) {
					children = append(children, &node{path: path, next: e, tree: tree, cache: map[string]int{fmt.Sprint(path): 1}})
				}
				return children
			}
			return balance.CheckTree(t.Context(), tree, balance.TreeSample{Goroutines: 1})
		},
		"NaN": func() error {
			return checked(t, &paths[[2]float64]{root: [2]float64{math.NaN()}, expand: func(e [2]float64) [][2]float64 {
				if e[1] == 3 {
					return nil
				}
				return [][2]float64{{e[0], e[1] + 1}}
			}})
		},
		"any": func() error {
			return checked(t, &paths[any]{root: 3, expand: func(e any) []any {
				if n := e.(int); n > 0 {
					return []any{n - 1, n - 1}
				}
				return nil
			}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func checked[E any](t *testing.T, tree balance.Tree[E]) error {
	return balance.CheckTree(t.Context(), tree, balance.TreeSample{Nodes: 100})
}

func TestCheckTreeSeesElementsThatAreNoValues(t *testing.T) {
	shared := make([]int, 4)
	for _, c := range []struct {
		name, says string
		check      func() error
	}{
		{"one buffer for all", "another element when it is called again", func() error {
			return checked(t, &paths[[]int]{root: []int{}, expand: func(e []int) [][]int {
				if len(e) == 4 {
					return nil
				}
				copy(shared, e)
				shared[len(e)]++
				return [][]int{shared[:len(e)+1]}
			}})
		}},
		{"its own element", "no longer what was returned", func() error {
			return checked(t, &paths[*node]{root: &node{}, expand: func(e *node) []*node {
				e.path = append(e.path, 1)
				return nil
			}})
		}},
		{"nil root", "Root: it returns nil", func() error {
			return checked(t, &paths[*node]{expand: func(*node) []*node { return nil }})
		}},
		{"nil child", "Expand of the root: child 1 is nil", func() error {
			return checked(t, &paths[*node]{root: &node{}, expand: func(*node) []*node { return []*node{{path: []int{1}}, nil} }})
		}},
		{"no tree", "there is no tree", func() error { return balance.CheckTree[int](t.Context(), nil, balance.TreeSample{}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.check()
			var broken *balance.TreeError
			if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want %q", err, c.says)
			}
		})
	}
}

// surveyed is a tree with a Survey that is wrong.
type surveyed struct {
	balancetest.Tree
	wrong func(about [][3]int64) [][3]int64
}

func (s *surveyed) Survey(
	e balancetest.Element, dst []balancetest.Element, known [][3]int64,
) ([]balancetest.Element, [][3]int64, int64, int64, bool) {
	dst, work, nodes, found := s.Expand(e, dst)
	for _, c := range dst {
		work, nodes, _ := s.Subtree(c)
		known = append(known, [3]int64{int64(s.Level(c)), work, nodes})
	}
	return dst, s.wrong(known), work, nodes, found
}

func TestCheckTreeComparesSurveyWithTheRest(t *testing.T) {
	for _, c := range []struct {
		name, says string
		wrong      func([][3]int64) [][3]int64
	}{
		{"sound", "", func(about [][3]int64) [][3]int64 { return about }},
		{"none", "it tells of 0 children", func([][3]int64) [][3]int64 { return nil }},
		{"work", "Level and Subtree say", func(about [][3]int64) [][3]int64 {
			for i := range about {
				about[i][1]++
			}
			return about
		}},
		{"panic", "it panics: oops", func([][3]int64) [][3]int64 { panic("oops") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := &surveyed{balancetest.Tree{Nodes: 100}, c.wrong}
			err := checked[balancetest.Element](t, tree)
			var broken *balance.TreeError
			switch {
			case c.says == "" && err != nil:
				t.Error(err)
			case c.says != "" && (!errors.As(err, &broken) || broken.Method != "Survey" || !strings.Contains(err.Error(), c.says)):
				t.Errorf("error %v, want %q", err, c.says)
			}
		})
	}
}

// What goes wrong only when several goroutines call, which they do last, is told as such.
func TestCheckTreeCallsFromGoroutines(t *testing.T) {
	var calls atomic.Int32
	good := int32(math.MaxInt32)
	tree := &paths[int]{expand: func(e int) []int {
		if calls.Add(1) > good || e == 10 {
			return nil
		}
		return []int{e + 1}
	}}
	if err := balance.CheckTree(t.Context(), tree, balance.TreeSample{Goroutines: 1}); err != nil {
		t.Fatal(err)
	}
	good = calls.Swap(0)
	err := balance.CheckTree(t.Context(), tree, balance.TreeSample{Goroutines: 2})
	if err == nil || !strings.Contains(err.Error(), "when 2 goroutines call at once") {
		t.Errorf("error %v", err)
	}
}

// An infinite tree may be sound. The check ends with its sample.
func TestCheckTreeOfAnInfiniteTree(t *testing.T) {
	tree := &paths[int]{expand: func(e int) []int { return []int{e + 1, e + 2} }}
	if err := balance.CheckTree(t.Context(), tree, balance.TreeSample{Nodes: 1000}); err != nil {
		t.Error(err)
	}
	many := &paths[int]{expand: func(e int) []int { return make([]int, 100_000) }}
	if err := balance.CheckTree(t.Context(), many, balance.TreeSample{Nodes: 1000, Goroutines: 1}); err != nil {
		t.Error(err)
	}
}

// A check ends with its context, even while a method does not return.
func TestCheckTreeEndsWithTheContext(t *testing.T) {
	cause := errors.New("enough")
	t.Run("between calls", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		if err := balance.CheckTree(ctx, &balancetest.Tree{Nodes: 100}, balance.TreeSample{}); !errors.Is(err, cause) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("in a call", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		hang := make(chan bool)
		defer close(hang)
		tree := &paths[int]{expand: func(int) []int {
			cancel(cause)
			<-hang
			return nil
		}}
		err := balance.CheckTree(ctx, tree, balance.TreeSample{})
		var broken *balance.TreeError
		if !errors.Is(err, cause) || !errors.As(err, &broken) || broken.Method != "Expand" {
			t.Errorf("error %v", err)
		}
	})
}
