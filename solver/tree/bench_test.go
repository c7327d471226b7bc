package tree

import (
	"context"
	"errors"
	"testing"

	"transat/solver/dpll"
	"transat/solver/internal/solvertest"
)

// BenchmarkRecord compares with BenchmarkSolve/lex/350-1505-3 of package dpll: the same nodes, recorded. The search
// does not end, so no tree is built.
func BenchmarkRecord(b *testing.B) {
	const most = solvertest.BenchmarkNodes
	f := solvertest.RandomKSAT(1, 350, 1505, 3)
	nodes := int64(0)
	for b.Loop() {
		if _, err := Record(context.Background(), f, Options{MaxNodes: most}); !errors.Is(err, dpll.ErrNodeLimit) {
			b.Fatal(err)
		}
		nodes += most
	}
	solvertest.ReportNodes(b, nodes)
}

// BenchmarkReadTree loads a tree of ten million nodes that is like one of 350-1505-3.
func BenchmarkReadTree(b *testing.B) {
	data := fileOf(b, largeTree(b, 10_000_000))
	b.SetBytes(int64(len(data)))
	nodes := int64(0)
	for b.Loop() {
		tree, err := read(data)
		if err != nil {
			b.Fatal(err)
		}
		nodes += tree.Nodes()
	}
	solvertest.ReportNodes(b, nodes)
}

// largeTree returns a tree that repeats the shape of a smaller one, each copy below the one before, until it has enough
// nodes.
func largeTree(b *testing.B, nodes int64) *Tree {
	small := mustRecord(b, solvertest.RandomKSAT(3, 120, 516, 3), "")
	var r recorder
	level := 0
	for r.elements < nodes {
		r.Add(dpll.Inner, level, 60, -1)
		for n := range Node(small.Nodes()) {
			x := small.at(Node(n))
			r.Add(x.kind, level+1+small.Assigned(n), x.ownWork(), -1)
		}
		level++
	}
	r.Add(dpll.ConflictLeaf, level, 1, -1)
	r.cut()
	tree, err := assemble(small.identity, r.elements, r.full)
	if err != nil {
		b.Fatal(err)
	}
	return tree
}

func BenchmarkLive(b *testing.B) {
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	live := mustLive(b, f, "")
	nodes := int64(0)
	for b.Loop() {
		list := []dpll.Subproblem{live.Root()}
		for len(list) > 0 {
			last := list[len(list)-1]
			list, _, _, _ = live.Expand(last, list[:len(list)-1])
			nodes++
		}
	}
	solvertest.ReportNodes(b, nodes)
}
