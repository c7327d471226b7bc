package ledger

import "transat/solver/dpll"

// Examine says what Record would, and changes nothing. If the record is in the books already, known is true. If it is not and there is no error, state is
// the one that it goes on from.
func (l *Ledger) Examine(o Owner, hash Hash, r *Record) (state dpll.Branch, known bool, err error) {
	p := l.pieces[r.Piece]
	switch {
	case p == nil:
		return dpll.Branch{}, false, ErrStale
	case p.has(hash):
		return dpll.Branch{}, true, nil
	case p.owner != (Owner{}) && p.owner != o:
		return dpll.Branch{}, false, ErrOwned
	case p.closed || p.last != r.After:
		return dpll.Branch{}, false, ErrStale
	}
	if err := l.fits(p, r); err != nil {
		return dpll.Branch{}, false, &RubbishError{r.Piece, err}
	}
	return p.state, false, nil
}
