package ledger

import (
	"fmt"

	"transat/solver/dpll"
)

// Step is a part of the proof or of the count, in depth-first order: one record, or the part between two of its marks.
type Step struct {
	Hash     Hash // of the record
	Record   *Record
	From, To int64 // bytes of the proof of the record
	First    bool  // of the record

	mark uint64 // the piece that is next, or 0
}

// Next implements dpll.Stretch.
func (s Step) Next() uint64 { return s.mark }

// Whole reports whether the records make one whole tree: following the marks from piece 0 leads to every piece exactly once, and
// each is closed. It takes time linear in the records.
func (l *Ledger) Whole() bool {
	if l.totals.Open > 0 {
		return false
	}
	met := map[uint64]bool{0: true}
	nodes, leaves := int64(0), int64(0)
	err := l.Walk(func(s Step) error {
		if s.First {
			nodes += s.Record.Stats.Nodes
			leaves += s.Record.Stats.Leaves
			for _, m := range s.Record.Marks {
				if met[m.Piece] {
					return fmt.Errorf("piece %d has two marks", m.Piece)
				}
				met[m.Piece] = true
			}
		}
		return nil
	})
	return err == nil && len(met) == len(l.pieces) && (l.root.Nodes != nil || nodes == 2*leaves-1)
}

// Walk goes through the tree depth first, and ends with the first error of visit, or one that says which piece is open.
func (l *Ledger) Walk(visit func(Step) error) error {
	return dpll.DepthFirst(l.steps, func(_ uint64, s Step) error { return visit(s) }, func(piece uint64) error {
		if !l.pieces[piece].closed {
			return fmt.Errorf("piece %d is not closed", piece)
		}
		return nil
	})
}

// steps returns the steps of a piece.
func (l *Ledger) steps(piece uint64) (all []Step) {
	for _, s := range l.pieces[piece].done {
		step := Step{Hash: s.hash, Record: s.record, First: true}
		for _, m := range s.record.Marks {
			step.To, step.mark = m.Offset, m.Piece
			all = append(all, step)
			step.First, step.From = false, m.Offset
		}
		step.To, step.mark = s.record.proofBytes(), 0
		all = append(all, step)
	}
	return all
}
