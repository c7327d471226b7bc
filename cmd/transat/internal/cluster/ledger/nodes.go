package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
)

// A tree need not be that of a formula. In a tree of nodes, the open part of a piece is a list of nodes, in bytes that only the program
// understands that searches them. The rest is as for formulas: pieces, records that go on from records, and one mark for each piece
// that was given away, which the next record of the giver has.
//
// A search for the best solution leaves out what cannot be better than the best one so far. Such a record is true only if that one is
// known, or will be found again should its record get lost. So a processor goes by solutions of three kinds: that of a record
// in the ledger; its own of the record that it makes; and those of records of the piece that this one goes on from, without which it
// does not fit.

// Nodes is the open part of a piece of a tree of nodes.
type Nodes struct {
	Number uint64 `json:"piece,string"`
	Base   int    `json:"depth"`           // of the node that is the whole piece
	Begun  bool   `json:"begun,omitempty"` // something of it was searched
	List   []Node `json:"nodes"`           // to be visited, in this order
	// Given are the pieces that the last record has given away, for the marks of the next one.
	Given []uint64 `json:"given,omitempty"`
	Cubes bool     `json:"cubes,omitempty"` // it is a tree of cubes: see cubes.go
}

// Node is a node to be visited, with all below it.
type Node struct {
	Data  []byte  `json:"node"`
	Depth int     `json:"depth"`
	Share float64 `json:"share"` // of the whole tree, if all siblings were equally large
	Place []byte  `json:"place,omitempty"`
}

// The place of a node says where it lies in the tree, in bytes that only the program understands that searches it; bytes.Compare tells
// which of two one processor comes to first. Nodes have places if the answer is to be that of one processor, or if it is checked.

// Counts are those of a stretch in a tree of nodes.
type Counts struct {
	Solutions int64 `json:"solutions,omitempty"`
	Pruned    int64 `json:"pruned,omitempty"` // nodes that were not visited, since they cannot be better than the best solution
	Best      *Best `json:"best,omitempty"`   // the best solution of the stretch, if it is better than all before
	// Sum is what the nodes of the stretch add up to, as the program that searches them writes it.
	Sum json.RawMessage `json:"sum,omitempty"`
	CubeCounts
	// Shown are the nodes of a tree of cubes that were refuted, as conquer.AppendShown writes them; empty without a proof.
	Shown []byte `json:"shown,omitempty"`
}

// Best is a solution with a value, the larger the better. Of two with one value the one whose place comes first is better, if they have
// places.
type Best struct {
	Value int64  `json:"value,string"`
	Node  []byte `json:"node,omitempty"`
	Place []byte `json:"place,omitempty"`
}

// Above reports whether a solution is better than another one, nil for none.
func (b *Best) Above(c *Best) bool {
	return c == nil || b.Value > c.Value || b.Value == c.Value && bytes.Compare(b.Place, c.Place) < 0
}

// Told returns what others must know of a solution to go by it.
func (b *Best) Told() *Best { return &Best{Value: b.Value, Place: b.Place} }

// mostDepth is how deep a node may lie.
const mostDepth = 1<<31 - 1

var errNodes = errors.New("nodes that cannot be those of a piece")

// check returns an error if the nodes make no sense.
func (n *Nodes) check() error {
	if len(n.List) == 0 || n.Base < 0 {
		return errNodes
	}
	sum := 0.0
	for _, x := range n.List {
		if x.Depth < n.Base || x.Depth > mostDepth || !(x.Share >= 0 && x.Share <= 1) {
			return errNodes
		}
		sum += x.Share
	}
	if sum > 1+1e-6 {
		return errNodes
	}
	return nil
}

// Piece returns the number of the piece.
func (b Branch) Piece() uint64 {
	if b.Nodes != nil {
		return b.Nodes.Number
	}
	return b.Branch.Piece()
}

// Depth returns the depth of the root of the piece.
func (b Branch) Depth() int {
	if b.Nodes != nil {
		return b.Nodes.Base
	}
	return b.Branch.Depth()
}

// Fresh reports whether nothing of the piece has been searched.
func (b Branch) Fresh() bool {
	if b.Nodes != nil {
		return !b.Nodes.Begun && len(b.Nodes.List) == 1 && b.Nodes.List[0].Depth == b.Nodes.Base
	}
	return b.Branch.Fresh()
}

// Level returns the least level of an open node: see dpll.Branch.
func (b Branch) Level() int {
	if b.Nodes == nil {
		return b.Branch.Level()
	}
	level := b.Nodes.List[0].Depth
	for _, n := range b.Nodes.List {
		level = min(level, n.Depth)
	}
	return level
}

// Weight returns the share of the tree that is open, from 0 to 1.
func (b Branch) Weight() float64 {
	if b.Nodes == nil {
		return b.Branch.Weight()
	}
	sum := 0.0
	for _, n := range b.Nodes.List {
		sum += n.Share
	}
	return min(sum, 1)
}

// Open returns how many nodes are known and still to be visited.
func (b Branch) Open() int {
	if b.Nodes != nil {
		return len(b.Nodes.List)
	}
	return b.Branch.Open()
}

// checkTree is check for a record of a tree of nodes.
func (r *Record) checkTree(state Branch) error {
	cubes := state.Nodes.Cubes
	if r.Stats.Nodes < 0 || r.Tree.Solutions < 0 || r.Tree.Pruned < 0 || !cubes && (r.Lemmas != 0 || len(r.Parts) > 0) {
		return fmt.Errorf("counts that cannot be: %d nodes, %+v", r.Stats.Nodes, *r.Tree)
	}
	if r.Rest != nil && (r.Rest.Nodes == nil || r.Rest.Piece() != r.Piece || r.Rest.Nodes.Cubes != cubes) {
		return fmt.Errorf("the rest of piece %d is not one of that piece", r.Piece)
	}
	for _, g := range r.Given {
		if g.Nodes == nil || !g.Fresh() || g.Nodes.Cubes != cubes {
			return fmt.Errorf("piece %d, which was given away, has been searched before", g.Piece())
		}
	}
	if err := r.checkCubes(state); err != nil {
		return err
	}
	return r.checkProof()
}

// OpenNodes goes through the open nodes of a tree of nodes, as bytes, in no order.
func (l *Ledger) OpenNodes() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, p := range l.pieces {
			if p.state.Nodes == nil { // it is closed
				continue
			}
			for _, n := range p.state.Nodes.List {
				if !yield(n.Data) {
					return
				}
			}
		}
	}
}

// Order makes the ledger lend first what one processor would come to first. It has no records yet.
func (l *Ledger) Order() { l.ordered = true }

// Keep keeps a solution, nil for none, though the ledger may lack its record: others have gone by it.
func (l *Ledger) Keep(best *Best) {
	if best != nil && best.Above(l.totals.Best) {
		l.totals.Best = best
	}
}

// count adds the counts of a record of a tree of nodes.
func (t *Totals) count(c *Counts) {
	if c == nil {
		return
	}
	t.Solutions += c.Solutions
	t.Pruned += c.Pruned
	t.CubeCounts.add(c.CubeCounts)
	if len(c.Sum) > 0 {
		t.Sums = append(t.Sums, c.Sum)
	}
	if c.Best != nil && c.Best.Above(t.Best) {
		t.Best = c.Best
	}
}
