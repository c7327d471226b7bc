package ledger

import "fmt"

// Step is a part of the proof or of the count, in depth-first order: one record, or what lies between two of its marks.
type Step struct {
	Hash     Hash // of the record
	Record   *Record
	From, To int64 // bytes of the proof of the record
	First    bool  // of the record
}

// Whole reports whether the records make one whole tree: following the marks from piece 0, one comes to every piece exactly once, and
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
	return err == nil && len(met) == len(l.pieces) && nodes == 2*leaves-1
}

// Walk goes through the tree depth first, and ends with the first error of visit, or one that says which piece is open.
func (l *Ledger) Walk(visit func(Step) error) error {
	type place struct {
		piece        *piece
		record, mark int
		at           int64
	}
	stack := []place{{piece: l.pieces[0]}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.record == len(top.piece.done) {
			if !top.piece.closed {
				return fmt.Errorf("piece %d is not closed", top.piece.number)
			}
			stack = stack[:len(stack)-1]
			continue
		}
		s := top.piece.done[top.record]
		step := Step{Hash: s.hash, Record: s.record, From: top.at, To: s.record.proofBytes(), First: top.mark == 0}
		var below *piece
		if top.mark < len(s.record.Marks) {
			m := s.record.Marks[top.mark]
			step.To, below = m.Offset, l.pieces[m.Piece]
			top.at, top.mark = m.Offset, top.mark+1
		} else {
			top.record, top.mark, top.at = top.record+1, 0, 0
		}
		if err := visit(step); err != nil {
			return err
		}
		if below != nil {
			stack = append(stack, place{piece: below})
		}
	}
	return nil
}
