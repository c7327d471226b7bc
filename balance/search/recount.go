package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/cores"
)

// Whether what other programs tell is so: [Pieces.Check] looks at a solution, and [Pieces.Recount] searches a stretch again.

var errNoSolution = errors.New("search: the node is not a solution")

// Check returns an error unless a node is a solution of the value that is told and, if the search has places, lies at its place in the
// tree of the problem. Without places it must have none.
func (s *Pieces[E]) Check(told Best) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("search: a node with which %T panics: %v", s.run.problem, reason)
		}
	}()
	e, err := s.parse(told.Node)
	if err != nil {
		return err
	}
	value, ok := int64(0), false
	if s.run.name == ModeMaximise.String() {
		value, ok = s.run.methods.valuer.Value(e)
	} else if s.run.methods.tester != nil {
		ok = s.run.methods.tester.Solution(e)
	}
	switch {
	case !ok:
		return errNoSolution
	case value != told.Value:
		return fmt.Errorf("search: a solution of the value %d is said to have %d", value, told.Value)
	case s.run.places:
		return s.lies(told.Node, told.Place)
	case len(told.Place) > 0:
		return errors.New("search: a solution has a place, and the nodes of this search have none")
	}
	return nil
}

// lies returns an error unless a node lies at a place.
func (s *Pieces[E]) lies(text, place []byte) error {
	way, err := readPlace(place)
	if err != nil {
		return err
	}
	e := s.run.problem.Root()
	var children []E
	for level, number := range way {
		children = s.run.methods.Children(e, children[:0])
		if int64(number) >= int64(len(children)) {
			return fmt.Errorf("search: a place that is not in the tree: child %d of %d on level %d", number, len(children), level)
		}
		e = children[number]
	}
	if !bytes.Equal(s.run.methods.coder.AppendNode(nil, e), text) {
		return errors.New("search: another node lies at the place of a solution")
	}
	return nil
}

// Account is what a search of pieces says that it has done: from the nodes of Before to those of After.
type Account struct {
	Before, After    []Piece
	Nodes, Solutions int64  // visited, and counted
	Sum              []byte // of ModeFold
	Known            *Best  // the best solution by which it may have gone, nil if there is none
}

// Recount searches a stretch again, and returns an error unless it is as is told: every node of After lies below one of Before, and
// without them there are as many nodes and solutions as are said, with that sum. A search for the best solution must have overlooked
// nothing that is better than what is known; how many nodes it has visited is a matter of time, and not checked. The search must have
// places. What Pieces were searching before is forgotten.
//
// It takes about as long as the stretch did. If that is a lie, there are soon more nodes than are said, or a context with a deadline is
// the only end.
func (s *Pieces[E]) Recount(ctx context.Context, told Account) (err error) {
	if !s.run.places {
		return errors.New("search: a stretch without places cannot be searched again")
	}
	defer balance.CatchFault(&err)
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("search: a node with which %T panics: %v", s.run.problem, reason)
		}
	}()
	defer s.walk.Drop()
	c := recount[E]{ctx: ctx, pieces: s, told: told, left: slices.Clone(told.After), nodes: s.walk.nodes, solutions: s.walk.solutions}
	return c.run()
}

// recount is a stretch that is searched again. Nodes above one that is left are visited one by one; the search does the rest.
//
//	before      a                      a and c are on the way to nodes that are left
//	          ╱   ╲
//	         b     c                   b, with all below it, is done
//	             ╱ │ ╲
//	            d  e  f                d is done, and e and f are left
type recount[E any] struct {
	ctx    context.Context
	pieces *Pieces[E]
	told   Account
	left   []Piece // by place
	met    int     // of left
	done   part[E] // to be searched to their ends

	nodes, solutions int64 // of the pieces, before
	folder           folder[E]
	begins           [][]uint32 // where the parts of the sum begin that are told
	gap              bool       // others come between the last node and the next one
}

// opened is a node that is still to be looked at.
type opened[E any] struct {
	node[E]
	at  []byte // its place
	gap bool   // it does not come right behind the node before it
}

func (c *recount[E]) run() error {
	s := c.pieces
	slices.SortFunc(c.left, func(a, b Piece) int { return bytes.Compare(a.Place, b.Place) })
	if s.run.folds != nil {
		c.folder = s.run.folds()
		if err := c.folder.decode(c.told.Sum); err != nil {
			return fmt.Errorf("search: a sum that cannot be read: %w", err)
		}
		c.begins = c.folder.begins()
		c.folder.forget()
	}
	if err := s.begin(nil); err != nil {
		return err
	}
	if c.told.Known != nil {
		if err := s.Better(*c.told.Known); err != nil {
			return err
		}
	}
	open, err := c.begin()
	if err != nil {
		return err
	}
	for len(open) > 0 {
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		last := len(open) - 1
		n := open[last]
		if open, err = c.look(n, open[:last]); err != nil {
			return err
		}
	}
	if c.met < len(c.left) {
		return fmt.Errorf("search: of %d nodes that are said to be left, %d do not lie where they should", len(c.left), len(c.left)-c.met)
	}
	if err := c.search(); err != nil {
		return err
	}
	return c.compare()
}

// begin returns the nodes of Before, the first one last.
func (c *recount[E]) begin() (open []opened[E], err error) {
	s := c.pieces
	var before []uint32 // the place of the node before
	var widths []int    // of the frames on the way to it
	for i, p := range c.told.Before {
		n, err := s.read(p)
		if err != nil {
			return nil, err
		}
		gap := false
		if c.folder != nil && s.run.ordered {
			if gap = i > 0 && !follows(before, n.place, widths); gap || i == 0 {
				widths = s.widths(n.place)
			}
			before = n.place
		}
		open = append(open, opened[E]{n, p.Place, gap})
	}
	slices.Reverse(open)
	return open, nil
}

// widths returns how many siblings each node on the way to a place has, itself included; fewer if there is no such place.
func (s *Pieces[E]) widths(place []uint32) (widths []int) {
	e := s.run.problem.Root()
	for _, number := range place {
		children := s.run.methods.Children(e, nil)
		if int64(number) >= int64(len(children)) {
			return widths
		}
		e, widths = children[number], append(widths, len(children))
	}
	return widths
}

// follows reports whether one processor comes to b right behind all that lies at a or below it: a is the last one below a sibling of b.
// Widths are those on the way to a, or to an earlier node of which a is a later sibling, or one of a node above it.
func follows(a, b []uint32, widths []int) bool {
	last := len(b) - 1
	if last < 0 || len(a) <= last || len(widths) < len(a) || !slices.Equal(a[:last], b[:last]) || a[last]+1 != b[last] {
		return false
	}
	for level := last + 1; level < len(a); level++ {
		if int(a[level])+1 != widths[level] {
			return false
		}
	}
	return true
}

// look looks at a node, and pushes what is to be looked at below it.
func (c *recount[E]) look(n opened[E], open []opened[E]) ([]opened[E], error) {
	s := c.pieces
	i, is := slices.BinarySearchFunc(c.left, n.at, func(p Piece, at []byte) int { return bytes.Compare(p.Place, at) })
	switch {
	case is:
		if p := c.left[i]; !bytes.Equal(p.Node, s.run.methods.coder.AppendNode(nil, n.e)) || p.Level != int(n.level) {
			return nil, errors.New("search: another node lies at the place of one that is said to be left")
		}
		c.met, c.gap = c.met+1, true
		return open, nil
	case c.folder == nil && (i == len(c.left) || !bytes.HasPrefix(c.left[i].Place, n.at)):
		c.done = append(c.done, n.node)
		return open, nil
	}
	if err := c.visit(n); err != nil {
		return nil, err
	}
	children := s.run.methods.Children(n.e, nil)
	for k, e := range slices.Backward(children) {
		next := opened[E]{node: node[E]{e: e, level: n.level + 1, share: n.share / float64(len(children))}}
		next.place = append(slices.Clone(n.place), uint32(k))
		next.at = appendNumber(slices.Clone(n.at), uint32(k))
		open = append(open, next)
	}
	return open, nil
}

// visit counts a node.
func (c *recount[E]) visit(n opened[E]) error {
	w, m := c.pieces.walk, &c.pieces.run.methods
	w.nodes++
	if c.folder != nil {
		first := w.nodes == c.nodes+1 || c.pieces.run.ordered && (c.gap || n.gap)
		c.gap = false
		if len(c.begins) > 0 && c.pieces.run.ordered && comparePlaces(c.begins[0], n.place) == 0 {
			first, c.begins = true, c.begins[1:]
		}
		var place []uint32
		if first && c.pieces.run.ordered {
			place = n.place
		}
		c.folder.add(n.e, place, first)
		return c.tooMany()
	}
	if c.seeks() {
		if v, ok := m.valuer.Value(n.e); ok {
			c.pieces.run.incumbent.improve(v, n.node)
		}
		return nil
	}
	if m.tester != nil && m.tester.Solution(n.e) {
		w.solutions++
		return c.found()
	}
	return c.tooMany()
}

// seeks reports whether the search is for the best solution.
func (c *recount[E]) seeks() bool {
	return c.pieces.hidden || c.pieces.run.name == ModeMaximise.String()
}

var errFound = errors.New("search: there is a solution where none is said to be")

// found is called with a solution that is not told.
func (c *recount[E]) found() error {
	if c.pieces.run.name == ModeFind.String() {
		return errFound
	}
	return nil
}

// mostAgain is how many nodes more than are told a search for the best solution may visit again: Finish may count others then.
const mostAgain = 1 << 20

// tooMany returns an error if more nodes were visited than is told.
func (c *recount[E]) tooMany() error {
	most, got := c.told.Nodes, c.pieces.walk.nodes-c.nodes
	if c.seeks() {
		most += c.told.Nodes + mostAgain
	}
	if got > most {
		return fmt.Errorf("search: there are more than the %d nodes that are told", c.told.Nodes)
	}
	return nil
}

// search searches what is done.
func (c *recount[E]) search() error {
	const batch = 1 << 15
	w := c.pieces.walk
	if err := w.Begin(c.done); err != nil {
		return err
	}
	for {
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		outcome, err := w.Search(batch)
		switch {
		case err != nil:
			return err
		case outcome == cores.Found:
			return errFound
		case outcome == cores.Closed:
			return c.tooMany()
		}
		if err := c.tooMany(); err != nil {
			return err
		}
	}
}

// compare returns an error unless what was counted is what is told.
func (c *recount[E]) compare() error {
	if best, ok := c.pieces.Best(); c.seeks() && ok {
		return fmt.Errorf("search: a solution of the value %d was overlooked", best.Value)
	}
	nodes, solutions := c.pieces.walk.nodes-c.nodes, c.pieces.walk.solutions-c.solutions
	switch {
	case c.seeks():
		return nil
	case nodes != c.told.Nodes || solutions != c.told.Solutions:
		return fmt.Errorf("search: %d nodes and %d solutions are told, and there are %d and %d",
			c.told.Nodes, c.told.Solutions, nodes, solutions)
	case c.folder == nil:
		return nil
	}
	sum, err := c.folder.encode(nil)
	if err == nil && !bytes.Equal(sum, c.told.Sum) {
		err = errors.New("search: another sum is told than there is")
	}
	return err
}
