package search

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// Folding says what [Fold] adds up.
type Folding[E, A any] struct {
	// Of is what a node alone comes to.
	Of func(e E) A
	// Add adds up two sums. It must be associative, and commutative as well unless the search is ordered: then a always comes before b.
	// It may change a, and return it.
	Add func(a, b A) A
}

// Fold visits all nodes, and adds up what they come to: sums, histograms, lists. A checkpoint keeps sums as JSON.
func Fold[E, A any](ctx context.Context, p Problem[E], f Folding[E, A], o Options) (A, Result[E], error) {
	r := newRun(p, o, "fold", (*walk[E]).fold)
	total := &sums[E, A]{folding: f, ordered: o.Ordered}
	r.folds = func() folder[E] { return &sums[E, A]{folding: f, ordered: o.Ordered} }
	r.folded = total
	result, err := r.search(ctx)
	for _, w := range r.walks {
		if w != nil {
			total.parts = append(total.parts, w.folder.(*sums[E, A]).parts...)
		}
	}
	sum, _ := total.sum()
	return sum, result, err
}

// FoldingOf is a [Folding] of nodes of type E, whatever the type of its sums.
type FoldingOf[E any] interface {
	// Search is [Fold].
	Search(ctx context.Context, p Problem[E], o Options) (sum any, r Result[E], err error)
	// Total adds up the sums of [Pieces]; ordered, if they are.
	Total(sums [][]byte, ordered bool) (sum any, err error)

	sums(ordered bool) folder[E]
}

// Search implements FoldingOf.
func (f Folding[E, A]) Search(ctx context.Context, p Problem[E], o Options) (sum any, r Result[E], err error) {
	return Fold(ctx, p, f, o)
}

// Total implements FoldingOf.
func (f Folding[E, A]) Total(texts [][]byte, ordered bool) (sum any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("search: sums with which Add panics: %v", reason)
		}
	}()
	all := &sums[E, A]{folding: f, ordered: ordered}
	for _, text := range texts {
		some := sums[E, A]{ordered: ordered}
		if err := some.decode(text); err != nil {
			return nil, fmt.Errorf("search: a sum that cannot be read: %w", err)
		}
		all.parts = append(all.parts, some.parts...)
	}
	sum, _ = all.sum()
	return sum, nil
}

func (f Folding[E, A]) sums(ordered bool) folder[E] { return &sums[E, A]{folding: f, ordered: ordered} }

func notJSON(err error) error {
	return fmt.Errorf("search: what Fold adds up cannot be written as JSON: %w", err)
}

// folder adds up what the nodes of a walk come to.
type folder[E any] interface {
	visit(w *walk[E], i int) // node i of the uppermost frame
	cut()                    // the next node does not come right behind the last one
	encode(walks []*walk[E]) ([]byte, error)
	decode(data []byte) error
	forget()                             // begins anew
	add(e E, place []uint32, first bool) // adds a node; first says that it begins a part
	begins() (places [][]uint32)         // of all parts, if the search is ordered
}

// sums are sums of nodes that come one right behind the other. If the search is ordered, there is one for each stretch of the tree that
// a processor has searched without a gap:
//
//	order    a b c d e f g h
//	one      ─────   ─          parts: a b c, e
//	another        ─   ─────           d, f g h
type sums[E, A any] struct {
	folding Folding[E, A]
	ordered bool
	parts   []stretch[A]
	broken  bool // the next node begins a part
}

// stretch is the sum of a part of the tree.
type stretch[A any] struct {
	Place []uint32 // of its first node, if the search is ordered
	Sum   A
}

func (s *sums[E, A]) cut() { s.broken = s.ordered }

func (s *sums[E, A]) visit(w *walk[E], i int) {
	first := s.broken || len(s.parts) == 0
	var place []uint32
	if first && s.ordered {
		place = w.place(len(w.frames)-1, i)
	}
	s.broken = false
	s.add(w.buf[i], place, first)
}

func (s *sums[E, A]) add(e E, place []uint32, first bool) {
	value := s.folding.Of(e)
	if first {
		s.parts = append(s.parts, stretch[A]{place, value})
		return
	}
	last := &s.parts[len(s.parts)-1]
	last.Sum = s.folding.Add(last.Sum, value)
}

func (s *sums[E, A]) forget() { s.parts, s.broken = nil, false }

func (s *sums[E, A]) begins() (places [][]uint32) {
	for _, part := range s.parts {
		places = append(places, part.Place)
	}
	return places
}

// sum adds up all parts; ok is false if there are none.
func (s *sums[E, A]) sum() (sum A, ok bool) {
	if s.ordered {
		slices.SortFunc(s.parts, func(a, b stretch[A]) int { return comparePlaces(a.Place, b.Place) })
	}
	for i, part := range s.parts {
		if i == 0 {
			sum = part.Sum
			continue
		}
		sum = s.folding.Add(sum, part.Sum)
	}
	return sum, len(s.parts) > 0
}

// encode returns all parts, those of the walks as well, for a checkpoint.
func (s *sums[E, A]) encode(walks []*walk[E]) ([]byte, error) {
	all := slices.Clone(s.parts)
	for _, w := range walks {
		if w != nil {
			all = append(all, w.folder.(*sums[E, A]).parts...)
		}
	}
	return json.Marshal(all)
}

func (s *sums[E, A]) decode(data []byte) error { return json.Unmarshal(data, &s.parts) }
