package stream

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"transat/solver/cnf"
)

// State is a snapshot of a [Verifier], to resume from. A changed State can make [Verifier.Conclude] wrong: store it with a
// checksum, where it is safe.
type State struct {
	Pieces []Piece // the open ones, and the ones on which another one will rest; by number
	Next   uint64  // the highest number of all
	Lemmas int64   // checked so far
	Shown  int64   // pieces that were checked to their end
}

// Piece is a piece of a [State].
type Piece struct {
	Number, Parent uint64
	Path           []uint32   // the codes of the literals assumed in it
	Lemmas         [][]uint32 // the codes of the lemmas that hold, each of which was checked
	Shown, Claimed bool
}

// State waits until all steps so far have been checked, and returns a snapshot. No log may be used meanwhile.
func (v *Verifier) State() (State, error) {
	v.mu.Lock()
	logs := slices.Clone(v.logs)
	v.mu.Unlock()
	for _, l := range logs {
		l.wait((*logChecker).snapshot)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err != nil {
		return State{}, v.err
	}
	s := State{Next: v.numbers, Lemmas: v.state.lemmas, Shown: v.state.pieces}
	for number, p := range v.pieces {
		s.Pieces = append(s.Pieces, Piece{number, p.parent, numbers(p.path), each(p.lemmas, numbers), p.shown, p.claimed})
	}
	slices.SortFunc(s.Pieces, func(a, b Piece) int { return cmp.Compare(a.Number, b.Number) })
	return s, nil
}

// hold notes the lemmas of a piece that a log is at.
func (v *Verifier) hold(number uint64, lemmas [][]cnf.Lit) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.pieces[number].lemmas = lemmas
}

// each applies f to every element.
func each[A, B any](all []A, f func(A) B) []B {
	var results []B
	for _, one := range all {
		results = append(results, f(one))
	}
	return results
}

// Resume returns a verifier of f that goes on from a state. It returns an error if that makes no sense.
func Resume(f *cnf.Formula, s State) (*Verifier, error) {
	if err := f.Err(); err != nil {
		return nil, err
	}
	v := &Verifier{formula: f, pieces: map[uint64]*piece{}, numbers: s.Next, state: counts{s.Lemmas, s.Shown}, over: make(chan struct{})}
	v.change = sync.NewCond(&v.mu)
	if s.Shown == 0 && (len(s.Pieces) == 0 || s.Pieces[0].Number > 0) {
		return nil, errors.New("nothing was verified, not even begun") // without piece 0, all would seem to be shown
	}
	if s.Next == math.MaxUint64 || s.Lemmas < 0 || s.Shown < 0 {
		return nil, fmt.Errorf("%d lemmas of %d pieces, up to piece %d, make no sense", s.Lemmas, s.Shown, s.Next)
	}
	known := func(codes []uint32) bool {
		return !slices.ContainsFunc(codes, func(code uint32) bool {
			l := cnf.FromCode(code)
			return l.IsNone() || int(l.Var()) > f.Vars()
		})
	}
	for _, p := range s.Pieces {
		if !known(p.Path) || slices.ContainsFunc(p.Lemmas, func(lemma []uint32) bool { return !known(lemma) }) {
			return nil, fmt.Errorf("piece %d of what was verified has a variable that the formula has not", p.Number)
		}
		if p.Number > s.Next || p.Number > 0 && (p.Parent >= p.Number || len(p.Path) == 0) || p.Number == 0 && len(p.Path) > 0 ||
			v.pieces[p.Number] != nil {
			return nil, fmt.Errorf("piece %d of what was verified makes no sense", p.Number)
		}
		v.pieces[p.Number] = &piece{
			parent: p.Parent, path: literals(p.Path), lemmas: each(p.Lemmas, literals), shown: p.Shown,
			claimed: p.Claimed,
		}
		if !p.Shown {
			v.open++
		}
	}
	return v, nil
}

// Without forgets lost pieces. Some of them are searched again, from their beginning: again has their numbers, paths and parents.
// All pieces that were given away from a lost piece must be in lost, too.
func (s State) Without(lost map[uint64]bool, again ...Piece) State {
	left := State{Next: s.Next, Lemmas: s.Lemmas, Shown: s.Shown}
	claimed := map[uint64]bool{}
	for _, p := range s.Pieces {
		if lost[p.Number] {
			claimed[p.Number] = p.Claimed
		} else {
			left.Pieces = append(left.Pieces, p)
		}
	}
	for _, p := range again {
		rests, known := claimed[p.Number]
		// one that is not known is done
		left.Pieces = append(left.Pieces, Piece{Number: p.Number, Parent: p.Parent, Path: p.Path, Claimed: rests || !known})
	}
	slices.SortFunc(left.Pieces, func(a, b Piece) int { return cmp.Compare(a.Number, b.Number) })
	return left
}
