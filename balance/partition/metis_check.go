package partition

import (
	"cmp"
	"fmt"
	"slices"
)

// What can only be checked when all lines of a graph file are read: that every edge is there from both
// ends, with the same communication, and once.

// place is where in the text an edge is.
type place struct{ line, col int }

// found is an edge as one of its ends has it.
type found struct {
	Edge       // A is the smaller end
	back  bool // it is in the line of B
	place place
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

// edges returns the edges, each once, from smaller to larger ends.
func (p *graphParser) edges() ([]Edge, error) {
	all := p.found
	slices.SortStableFunc(all, func(e, f found) int {
		return cmp.Or(cmp.Compare(e.A, f.A), cmp.Compare(e.B, f.B), compareBool(e.back, f.back))
	})
	var edges []Edge
	for i := 0; i < len(all); i += 2 {
		e := all[i]
		if i+1 == len(all) || all[i+1].A != e.A || all[i+1].B != e.B {
			return nil, p.wrong(e, "vertex %d has neighbour %d, but not the other way round", e.from(), e.to())
		}
		f := all[i+1]
		switch {
		case e.back == f.back:
			return nil, p.wrong(f, "neighbour %d is there twice", f.to())
		case i+2 < len(all) && all[i+2].A == e.A && all[i+2].B == e.B:
			return nil, p.wrong(all[i+2], "neighbour %d is there twice", all[i+2].to())
		case e.Weight != f.Weight:
			return nil, p.wrong(f, "edge %d-%d has communication %d here and %d in line %d",
				f.from(), f.to(), f.Weight, e.Weight, e.place.line)
		}
		edges = append(edges, e.Edge)
	}
	if int64(len(edges)) != p.declared {
		header := found{place: place{p.headerLine, 1}}
		return nil, p.wrong(header, "the header declares %d edges: there are %d", p.declared, len(edges))
	}
	return edges, nil
}

// from and to are the ends of an edge as the file numbers them, the one in whose line it is first.
func (e found) from() int {
	if e.back {
		return e.B + 1
	}
	return e.A + 1
}

func (e found) to() int { return e.A + e.B + 2 - e.from() }

func (p *graphParser) wrong(at found, format string, args ...any) error {
	return &SyntaxError{Name: p.name, Line: at.place.line, Col: at.place.col, Msg: fmt.Sprintf(format, args...)}
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
