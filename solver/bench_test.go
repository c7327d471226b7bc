package solver

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
	"transat/solver/rules"
)

// benchmarkClass is a class of formulas that papers and peers use. The node limit keeps a search of
// the large ones to a second or two.
type benchmarkClass struct{ vars, clauses, length int }

func (c benchmarkClass) String() string { return fmt.Sprintf("%d-%d-%d", c.vars, c.clauses, c.length) }

func (c benchmarkClass) formula() *cnf.Formula {
	return solvertest.RandomKSAT(1, c.vars, c.clauses, c.length)
}

const benchmarkNodes = 1_000_000

// reportNodes reports nodes a second.
func reportNodes(b *testing.B, nodes int64) {
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}

func BenchmarkSolve(b *testing.B) {
	classes := []benchmarkClass{{200, 860, 3}, {250, 1075, 3}, {300, 1290, 3}, {350, 1505, 3}, {400, 2000, 3}, {80, 1700, 5}}
	for _, rule := range rules.All() {
		for _, class := range classes {
			b.Run(rule.Name+"/"+class.String(), func(b *testing.B) {
				f := class.formula()
				nodes := int64(0)
				for b.Loop() {
					result, err := Solve(context.Background(), f, Options{Rule: rule.Name, MaxNodes: benchmarkNodes})
					if err != nil {
						b.Fatal(err)
					}
					nodes += result.Stats.Nodes
				}
				reportNodes(b, nodes)
			})
		}
	}
}

// BenchmarkRecord is to be compared with BenchmarkSolve/lex/350-1505-3: the same nodes, recorded. The
// tree is not built, since the search does not come to its end.
func BenchmarkRecord(b *testing.B) {
	f := benchmarkClass{350, 1505, 3}.formula()
	nodes := int64(0)
	for b.Loop() {
		s := newPackedSearch(b, f, Options{MaxNodes: benchmarkNodes})
		if _, err := record(context.Background(), f, []*search{s}); !errors.Is(err, ErrNodeLimit) {
			b.Fatal(err)
		}
		nodes += benchmarkNodes
	}
	reportNodes(b, nodes)
}

// BenchmarkReadTree loads a tree of ten million nodes that looks like one of 350-1505-3.
func BenchmarkReadTree(b *testing.B) {
	data := treeBytes(b, largeTree(b, 10_000_000))
	b.SetBytes(int64(len(data)))
	nodes := int64(0)
	for b.Loop() {
		tree, err := readTree(data)
		if err != nil {
			b.Fatal(err)
		}
		nodes += tree.Nodes()
	}
	reportNodes(b, nodes)
}

// largeTree returns a tree whose nodes follow the shape of a smaller one, hung below each other until
// there are enough.
func largeTree(b *testing.B, nodes int64) *Tree {
	small := mustRecord(b, solvertest.RandomKSAT(3, 120, 516, 3), "")
	var r recorder
	level := 0
	for r.elements < nodes {
		r.add(nodeInner, level, 60, -1)
		for n := range Node(small.Nodes()) {
			kind := small.elements[n].kind()
			r.add(kind, level+1+small.Level(n), small.ownWork(n), -1)
		}
		level++
	}
	r.add(nodeConflict, level, 1, -1)
	r.cut()
	tree, err := assemble(small.treeID, r.elements, r.full)
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
		list := []Subproblem{live.Root()}
		for len(list) > 0 {
			last := list[len(list)-1]
			list, _, _, _ = live.Expand(last, list[:len(list)-1])
			nodes++
		}
	}
	reportNodes(b, nodes)
}
