package partition

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// The format of METIS graph files: a header, then a line for every vertex.
//
//	% a path of three vertices, the first of which is twice as much work as the others
//	3 2 010
//	2 2
//	1 1 3
//	1 2
//
// The header has the numbers of vertices and edges, then, if there are weights, three digits that say
// whether there are sizes, weights and communication, and last how many weights a vertex has. The line of a vertex
// has its size, its weights, and for each neighbour its number, from 1, and the communication with it. An edge is in
// the lines of both its ends. Lines that begin with % are comments.
//
// Source: G. Karypis, METIS: A Software Package for Partitioning Unstructured Graphs, version 5.1.0, 2013, §4.1.

// headerShape is what error messages ask for.
const headerShape = `"VERTICES EDGES [FORMAT [WEIGHTS]]"`

// Read reads a graph in the METIS format; name is what errors call it. Errors in the text are of type *SyntaxError,
// others come from r. It takes time proportional to the length of the text, times a logarithm of
// the degrees.
func Read(r io.Reader, name string) (*Graph, error) {
	p := &graphParser{lines: newLines(name, r)}
	if err := p.header(); err != nil {
		return nil, err
	}
	for range p.vertices {
		if err := p.vertex(); err != nil {
			return nil, err
		}
	}
	if err := p.rest(); err != nil {
		return nil, err
	}
	if err := p.checkEdges(); err != nil {
		return nil, err
	}
	g, err := NewGraph(p.weights, p.sizes, p.edges)
	if err != nil {
		return nil, &SyntaxError{Name: name, Line: p.headerLine, Col: 1, Msg: err.Error()}
	}
	return g, nil
}

// graphParser builds a graph from the lines of a text.
type graphParser struct {
	*lines
	headerLine      int
	vertices, edgeN int64 // as declared

	hasSizes, hasWeights, hasEdgeWeights bool

	weights, sizes []int64
	edges          []Edge  // those to vertices with a larger number
	back           []Edge  // those to vertices with a smaller number, from the smaller one
	places         []place // where they are, first those of edges, then of back
	backPlaces     []place
}

// place is where in the text an edge is.
type place struct{ line, col int }

func (p *graphParser) header() error {
	for {
		ok, err := p.next()
		if err != nil {
			return err
		}
		if !ok {
			return p.errorHere("missing header: the input ends without a line %s", headerShape)
		}
		if p.more() {
			break
		}
	}
	p.headerLine = p.number
	var err error
	if p.vertices, err = p.integer("the number of vertices", 1, math.MaxInt32); err != nil {
		return err
	}
	if p.edgeN, err = p.integer("the number of edges", 0, math.MaxInt64/2); err != nil {
		return err
	}
	if err := p.format(); err != nil {
		return err
	}
	return p.endOfLine("the header")
}

// format reads the last two numbers of the header, if they are there.
func (p *graphParser) format() error {
	if !p.more() {
		return nil
	}
	switch token := string(p.token()); token {
	case "0", "1", "00", "01", "10", "11", "000", "001", "010", "011", "100", "101", "110", "111":
		digits := "00" + token
		digits = digits[len(digits)-3:]
		p.hasSizes, p.hasWeights, p.hasEdgeWeights = digits[0] == '1', digits[1] == '1', digits[2] == '1'
		p.pos += len(token)
	default:
		return p.errorHere("unexpected %s in the header: want a format of three digits 0 or 1", quote(p.token()))
	}
	if !p.more() {
		return nil
	}
	at := p.pos
	n, err := p.integer("the number of weights a vertex", 0, math.MaxInt32)
	if err != nil {
		return err
	}
	if n > 1 || n == 0 && p.hasWeights {
		p.pos = at
		return p.errorHere("%d weights a vertex: only one can be balanced", n)
	}
	return nil
}

// vertex reads the line of the next vertex.
func (p *graphParser) vertex() error {
	ok, err := p.next()
	if err != nil {
		return err
	}
	if !ok {
		return p.errorHere("the input ends after %d vertices: the header (line %d) declares %d",
			len(p.weights), p.headerLine, p.vertices)
	}
	size, weight := int64(1), int64(1)
	if p.hasSizes {
		if size, err = p.integer("a size", 0, maxTotal); err != nil {
			return err
		}
	}
	if p.hasWeights {
		if weight, err = p.integer("a weight", 0, maxTotal); err != nil {
			return err
		}
	}
	p.sizes = append(p.sizes, size)
	p.weights = append(p.weights, weight)
	for p.more() {
		if err := p.neighbour(); err != nil {
			return err
		}
	}
	return nil
}

// neighbour reads one neighbour of the last vertex.
func (p *graphParser) neighbour() error {
	v := int64(len(p.weights))
	here := place{p.number, p.pos + 1}
	at := p.pos
	u, err := p.integer("the number of a vertex", 1, p.vertices)
	if err != nil {
		return err
	}
	if u == v {
		p.pos = at
		return p.errorHere("vertex %d is its own neighbour", v)
	}
	weight := int64(1)
	if p.hasEdgeWeights {
		if weight, err = p.integer("the communication along an edge", 1, math.MaxInt32); err != nil {
			return err
		}
	}
	e := Edge{int(min(u, v) - 1), int(max(u, v) - 1), int32(weight)}
	if u > v {
		p.edges = append(p.edges, e)
		p.places = append(p.places, here)
	} else {
		p.back = append(p.back, e)
		p.backPlaces = append(p.backPlaces, here)
	}
	return nil
}

// rest checks that nothing comes after the last vertex.
func (p *graphParser) rest() error {
	for {
		ok, err := p.next()
		if err != nil || !ok {
			return err
		}
		if p.more() {
			return p.errorHere("unexpected %s: the header (line %d) declares %d vertices, which are all there",
				quote(p.token()), p.headerLine, p.vertices)
		}
	}
}

// checkEdges checks that every edge is there from both ends, and once, and that there are as many as declared.
func (p *graphParser) checkEdges() error {
	there, back := inOrder(p.edges), inOrder(p.back)
	for i, j := 0, 0; i < len(there) || j < len(back); i, j = i+1, j+1 {
		c := 0
		switch {
		case i == len(there):
			c = 1
		case j == len(back):
			c = -1
		default:
			c = compareEdges(p.edges[there[i]], p.back[back[j]])
		}
		switch {
		case i > 0 && i < len(there) && compareEdges(p.edges[there[i-1]], p.edges[there[i]]) == 0:
			return p.wrongEdge(p.places[there[i]], "neighbour %d is there twice", p.edges[there[i]].B+1)
		case j > 0 && j < len(back) && compareEdges(p.back[back[j-1]], p.back[back[j]]) == 0:
			return p.wrongEdge(p.backPlaces[back[j]], "neighbour %d is there twice", p.back[back[j]].A+1)
		case c < 0:
			e := p.edges[there[i]]
			return p.wrongEdge(p.places[there[i]], "vertex %d has neighbour %d, but not the other way round", e.A+1, e.B+1)
		case c > 0:
			e := p.back[back[j]]
			return p.wrongEdge(p.backPlaces[back[j]], "vertex %d has neighbour %d, but not the other way round", e.B+1, e.A+1)
		case p.edges[there[i]].Weight != p.back[back[j]].Weight:
			e := p.back[back[j]]
			return p.wrongEdge(p.backPlaces[back[j]], "edge %d-%d has communication %d here and %d in line %d",
				e.B+1, e.A+1, e.Weight, p.edges[there[i]].Weight, p.places[there[i]].line)
		}
	}
	if int64(len(p.edges)) != p.edgeN {
		return p.wrongEdge(place{p.headerLine, 1}, "the header declares %d edges: there are %d", p.edgeN, len(p.edges))
	}
	return nil
}

func (p *graphParser) wrongEdge(at place, format string, args ...any) error {
	return &SyntaxError{Name: p.name, Line: at.line, Col: at.col, Msg: fmt.Sprintf(format, args...)}
}

// inOrder returns the indices of edges in the order of their ends.
func inOrder(edges []Edge) []int {
	order := make([]int, len(edges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compareEdges(edges[i], edges[j]) })
	return order
}

func compareEdges(e, f Edge) int {
	if e.A != f.A {
		return e.A - f.A
	}
	return e.B - f.B
}

// Write writes a graph in the METIS format, with as much of weights, sizes and communication as is not 1 everywhere. Its
// error is that of w.
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
