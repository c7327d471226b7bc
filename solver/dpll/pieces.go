package dpll

// Stretch is some of what was searched of a piece, see [Pieces].
type Stretch interface {
	// Next returns the piece that belongs, depth first, behind the stretch, 0 if none does.
	Next() uint64
}

// DepthFirst goes through the stretches of all pieces in the order in which one worker would have searched them: those of piece 0,
// and behind each the whole piece that it leads to.
//
//	piece 0:  stretch ⟨2⟩ stretch          visits the first stretch of 0, that of 2, that of 3, the last one of 0;
//	piece 2:  stretch ⟨3⟩                  end is called for 3, then 2, then 0
//	piece 3:  stretch
//
// No piece may lead to itself. The first error of visit or end ends it, and is returned.
func DepthFirst[S Stretch](stretches func(piece uint64) []S, visit func(piece uint64, s S) error, end func(piece uint64) error) error {
	type place struct {
		piece uint64
		rest  []S
	}
	stack := []place{{0, stretches(0)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.rest) == 0 {
			if err := end(top.piece); err != nil {
				return err
			}
			stack = stack[:len(stack)-1]
			continue
		}
		s := top.rest[0]
		top.rest = top.rest[1:]
		if err := visit(top.piece, s); err != nil {
			return err
		}
		if next := s.Next(); next != 0 {
			stack = append(stack, place{next, stretches(next)})
		}
	}
	return nil
}
