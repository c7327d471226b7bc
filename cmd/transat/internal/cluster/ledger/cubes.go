package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// A tree of cubes is a tree of nodes of a formula: above, the branching rule splits it, and clause learning decides its leaves, the cubes
// (package solver/conquer). Its records have two parts of the proof. The lemmas lie in parts, as those of other records do. They are a
// stream: what was learned under one cube is used for the next one, so a record names the one before of the same clause learning
// ([Record.Stream]), and does not fit without it. The nodes that were refuted stand in the record itself.
//
//	record of piece 0 ◀── stream ── record of piece 7 ◀── stream ── record of piece 7      of one processor
//	record of piece 3 ◀── stream ── record of piece 9                                      of another one
//
// Of its lemmas, a record has a few short ones for others ([Record.Shared]); one of another stream that has taken them says so
// ([Record.Rests]), and does not fit without that one either. The records that a record rests on come before it, whatever is lost.
//
// In the proof, the lemmas of all records come first, in the order in which the ledger took them; then the nodes.

// CubeCounts are those of a stretch in a tree of cubes, or sums of them.
type CubeCounts struct {
	Refuted   int64 `json:"refuted,omitempty"`   // nodes that propagation has refuted
	Cubes     int64 `json:"cubes,omitempty"`     // decided by clause learning
	Split     int64 `json:"split,omitempty"`     // cubes that were split again, since they were too hard
	Conflicts int64 `json:"conflicts,omitempty"` // that it has had
	Outside   int64 `json:"outside,omitempty"`   // cubes decided by another program
	Trusted   int64 `json:"trusted,omitempty"`   // of these, refuted without a proof
	Taken     int64 `json:"taken,omitempty"`     // lemmas of other clause learning that it has taken
}

func (c *CubeCounts) add(d CubeCounts) {
	c.Refuted += d.Refuted
	c.Cubes += d.Cubes
	c.Split += d.Split
	c.Conflicts += d.Conflicts
	c.Outside += d.Outside
	c.Trusted += d.Trusted
	c.Taken += d.Taken
}

// MostShown is about how many bytes of refuted nodes a record should have, so that it fits into a message.
const MostShown = 256 << 10

// checkCubes returns an error unless the counts of a stretch in a tree of cubes fit to what was open before and is open now: every inner
// node has two children. In another tree there must be none.
func (r *Record) checkCubes(state Branch) error {
	c, nodes := r.Tree.CubeCounts, r.Stats.Nodes
	inner := nodes - c.Refuted - c.Cubes
	switch {
	case !state.Nodes.Cubes:
		if r.shares() {
			return errShares
		}
		if c != (CubeCounts{}) || len(r.Tree.Shown) > 0 || r.Stream != (Hash{}) {
			return fmt.Errorf("cubes in a tree that has none: %d, with %d conflicts", c.Cubes, c.Conflicts)
		}
		return nil
	case min(c.Refuted, c.Cubes, c.Split, c.Conflicts, c.Trusted, c.Taken, c.Outside-c.Trusted, c.Cubes-c.Outside, inner, r.Lemmas) < 0,
		r.Tree.Solutions != 0 || r.Tree.Pruned != 0 || r.Tree.Best != nil || len(r.Tree.Sum) > 0:
		return fmt.Errorf("counts that cannot be: %d nodes, %d refuted, %d cubes, %d conflicts, %d lemmas",
			nodes, c.Refuted, c.Cubes, c.Conflicts, r.Lemmas)
	}
	if len(r.Shared) > MostShared || len(r.Rests) > MostRests {
		return fmt.Errorf("%d bytes of lemmas for others, and %d records of others: at most %d and %d",
			len(r.Shared), len(r.Rests), MostShared, MostRests)
	}
	left := 0
	if r.Rest != nil {
		left = r.Rest.Open()
	}
	if want := int64(state.Open()) + 2*inner - nodes - int64(len(r.Given)); int64(left) != want {
		return fmt.Errorf("%d open nodes at the end, and the counts leave %d", left, want)
	}
	return nil
}

// What a record may have of lemmas for others, and of records of others.
const (
	MostShared = 16 << 10 // bytes
	MostRests  = 1 << 10
)

var errShares = errors.New("lemmas of cubes in a tree that has none")

// shares reports whether a record has lemmas for others, or of others.
func (r *Record) shares() bool { return len(r.Shared) > 0 || len(r.Rests) > 0 }

// flows reports whether the ledger has the records on whose lemmas those of a record rest.
func (l *Ledger) flows(r *Record) bool {
	for _, h := range r.Rests {
		if l.streams[h] == nil {
			return false
		}
	}
	return r.Stream == (Hash{}) || l.streams[r.Stream] != nil
}

// Shared returns the lemmas that records of a tree of cubes have for others: those on which a record rests that fits.
func (l *Ledger) Shared(r *Record) (all [][]byte) {
	for _, h := range r.Rests {
		if from := l.streams[h]; from != nil {
			all = append(all, from.Shared)
		}
	}
	return all
}

// Records goes through all records, in the order in which they were taken. It takes time to sort them.
func (l *Ledger) Records() iter.Seq2[Hash, *Record] {
	return func(yield func(Hash, *Record) bool) {
		for _, s := range l.inOrder() {
			if !yield(s.hash, s.record) {
				return
			}
		}
	}
}

func (l *Ledger) inOrder() (all []stretch) {
	for _, p := range l.pieces {
		all = append(all, p.done...)
	}
	slices.SortFunc(all, func(a, b stretch) int { return cmp.Compare(a.number, b.number) })
	return all
}
