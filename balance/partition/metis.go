package partition

import (
	"io"
	"math"
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
// whether there are sizes, weights and communication, and last how many weights a vertex has. The line
// of a vertex has its size, its weights, and for each neighbour its number, from 1, and the
// communication with it. An edge is in the lines of both its ends. Lines that begin with % are
// comments.
//
// Source: G. Karypis, METIS: A Software Package for Partitioning Unstructured Graphs, version 5.1.0,
// 2013, §4.1.

// headerShape is what error messages ask for.
const headerShape = `"VERTICES EDGES [FORMAT [WEIGHTS]]"`

// Read reads a graph in the METIS format; name is what errors call it. Errors in the text are of type
// *SyntaxError, others come from r. It takes time proportional to the length of the text, times a
// logarithm of the degrees.
func Read(r io.Reader, name string) (*Graph, error) { return readGraph(newLines(name, r)) }

func readGraph(text *lines) (*Graph, error) {
	p := &graphParser{lines: text}
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
	edges, err := p.edges()
	if err != nil {
		return nil, err
	}
	g, err := NewGraph(p.weights, p.sizes, edges)
	if err != nil {
		return nil, &SyntaxError{Name: p.name, Line: p.headerLine, Col: 1, Msg: err.Error()}
	}
	return g, nil
}

// graphParser builds a graph from the lines of a text.
type graphParser struct {
	*lines
	headerLine         int
	vertices, declared int64 // numbers of vertices and of edges in the header

	hasSizes, hasWeights, hasEdgeWeights bool

	weights, sizes []int64
	found          []found
}

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
	if p.declared, err = p.integer("the number of edges", 0, math.MaxInt64/2); err != nil {
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
	p.found = append(p.found, found{
		Edge:  Edge{int(min(u, v) - 1), int(max(u, v) - 1), int32(weight)},
		back:  u < v,
		place: here,
	})
	return nil
}
