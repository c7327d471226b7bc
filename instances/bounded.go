package instances

import (
	"fmt"
	"strconv"
	"strings"
)

// The names of trees for branch and bound: "knapsack-40" is the one of size 40 and index 1, "knapsack-40/7" that of index 7.

const (
	knapsackPrefix = "knapsack-"
	cliquePrefix   = "clique-"
)

// bounded is a kind of tree for branch and bound.
type bounded struct {
	prefix string
	most   int   // size
	listed []int // sizes
	title  func(size int) string
	source string
	make   func(size int, index uint64) any
}

func boundedKinds() []bounded {
	return []bounded{
		{
			prefix: knapsackPrefix, most: maxKnapsackItems, listed: []int{24, 40, 50},
			title:  func(size int) string { return fmt.Sprintf("branch and bound: a knapsack and %d items", size) },
			source: "kind of items: S. Martello, P. Toth: Knapsack Problems, Wiley 1990, §2.10; items: ours",
			make:   func(size int, index uint64) any { return NewKnapsack(size, index) },
		},
		{
			prefix: cliquePrefix, most: maxCliqueNodes, listed: []int{90, 128},
			title: func(size int) string {
				return fmt.Sprintf("branch and bound: a largest clique of a random graph of %d nodes", size)
			},
			source: "tree: E. Tomita, T. Seki: An Efficient Branch-and-Bound Algorithm for Finding a Maximum Clique, 2003; graph: ours",
			make:   func(size int, index uint64) any { return NewClique(size, index) },
		},
	}
}

// named is the name of a tree.
func named(prefix string, size int, index uint64) string {
	if index == 1 {
		return fmt.Sprintf("%s%d", prefix, size)
	}
	return fmt.Sprintf("%s%d/%d", prefix, size, index)
}

// openBounded returns the tree of a name; ok is false if there is none.
func openBounded(name string) (i Instance, ok bool) {
	for _, kind := range boundedKinds() {
		rest, ok := strings.CutPrefix(name, kind.prefix)
		number, index, indexed := strings.Cut(rest, "/")
		size, err := strconv.Atoi(number)
		if !ok || err != nil || size < 1 || size > kind.most {
			continue
		}
		if !indexed {
			index = "1"
		}
		if at, err := strconv.ParseUint(index, 10, 64); err == nil && at > 0 {
			return Instance{Name: named(kind.prefix, size, at), Bounded: kind.make(size, at)}, true
		}
	}
	return Instance{}, false
}

func boundedInfos() (all []Info) {
	for _, kind := range boundedKinds() {
		for _, size := range kind.listed {
			all = append(all, Info{Name: named(kind.prefix, size, 1), Title: kind.title(size), Source: kind.source})
		}
	}
	return all
}
