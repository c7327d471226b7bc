package partition

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Write writes a graph in the METIS format, with as much of weights, sizes and communication as is not
// 1 everywhere. It returns the error of w.
func Write(w io.Writer, g *Graph) error {
	one := func(x int64) bool { return x == 1 }
	hasSizes, hasWeights := !all(g.size, one), !all(g.weight, one)
	hasEdgeWeights := g.totalEdge != int64(g.Edges())
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%d %d", g.Vertices(), g.Edges())
	if hasSizes || hasWeights || hasEdgeWeights {
		fmt.Fprintf(out, " %c%c%c", digit(hasSizes), digit(hasWeights), digit(hasEdgeWeights))
	}
	out.WriteByte('\n')
	var line []byte
	number := func(n int64) { line = append(strconv.AppendInt(line, n, 10), ' ') }
	for v := range g.Vertices() {
		line = line[:0]
		if hasSizes {
			number(g.size[v])
		}
		if hasWeights {
			number(g.weight[v])
		}
		for _, arc := range g.Arcs(v) {
			number(int64(arc.To) + 1)
			if hasEdgeWeights {
				number(int64(arc.Weight))
			}
		}
		line = line[:max(0, len(line)-1)]
		out.Write(append(line, '\n'))
	}
	return out.Flush()
}

func digit(b bool) byte {
	if b {
		return '1'
	}
	return '0'
}

func all(numbers []int64, ok func(int64) bool) bool {
	return !slices.ContainsFunc(numbers, func(x int64) bool { return !ok(x) })
}
