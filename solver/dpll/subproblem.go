package dpll

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/varint"
)

// Subproblem is a node of a search tree as a self-contained value: the decisions on the path from
// the root to it, and the result of propagation there. It can be encoded, sent, and gone on from in any
// Live of the same formula and rule. Everything else, all assigned variables say, follows from the
// decisions. The zero value is not a node of any tree; Live.Root makes the first one.
type Subproblem struct {
	decisions []cnf.Lit // from the root down; never written to, since siblings and children may share it
	listed    int       // variables assigned when it is listed: see Live.Level
	level     int       // variables assigned after its propagation
	work      int64     // work of the node itself
	conflict  bool      // the node is a conflict leaf
}

// child returns the child that l leads to.
func (s Subproblem) child(l cnf.Lit, at engine.Step) Subproblem {
	decisions := make([]cnf.Lit, len(s.decisions)+1)
	decisions[copy(decisions, s.decisions)] = l
	return subproblemAt(decisions, s.level+1, at)
}

// rootAt returns the root, of which propagation says at.
func rootAt(at engine.Step) Subproblem { return subproblemAt(nil, at.Assigned, at) }

func subproblemAt(decisions []cnf.Lit, listed int, at engine.Step) Subproblem {
	return Subproblem{decisions: decisions, listed: listed, level: at.Assigned, work: at.Work(), conflict: at.End == engine.Conflict}
}

// Decisions returns the decisions that lead to s, from the root down. Do not modify them.
func (s Subproblem) Decisions() []cnf.Lit { return s.decisions }

// Assigned returns the number of variables that are assigned at s after its propagation.
func (s Subproblem) Assigned() int { return s.level }

// Conflict reports whether s is a conflict leaf.
func (s Subproblem) Conflict() bool { return s.conflict }

// Equal reports whether s and t are the same node, as far as a subproblem can tell.
func (s Subproblem) Equal(t Subproblem) bool {
	return s.listed == t.listed && s.level == t.level && s.work == t.work && s.conflict == t.conflict &&
		slices.Equal(s.decisions, t.decisions)
}

// AppendBinary appends the encoding of s to dst: the variables assigned when it is listed, and after its propagation, twice the
// work plus one for a conflict, the number of decisions, and the decisions, all as varints. The error is always nil.
func (s Subproblem) AppendBinary(dst []byte) ([]byte, error) {
	work := uint64(s.work) << 1
	if s.conflict {
		work++
	}
	dst = binary.AppendUvarint(dst, uint64(s.listed))
	dst = binary.AppendUvarint(dst, uint64(s.level))
	dst = binary.AppendUvarint(dst, work)
	dst = binary.AppendUvarint(dst, uint64(len(s.decisions)))
	for _, l := range s.decisions {
		dst = binary.AppendUvarint(dst, uint64(l.Code()))
	}
	return dst, nil
}

// MarshalBinary returns the encoding of s. The error is always nil.
func (s Subproblem) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

// UnmarshalBinary sets s to the subproblem that data encodes. It returns an error, and leaves s
// alone, if data is not the encoding of a subproblem of any formula. Whether it is one of a
// particular formula is for Live.Check to say.
func (s *Subproblem) UnmarshalBinary(data []byte) error {
	r := varint.Reader{Rest: data}
	listed := r.Next(cnf.MaxVars)
	level := r.Next(cnf.MaxVars)
	work := r.Next(math.MaxInt64)
	n := r.Next(uint64(len(r.Rest))) // every decision takes at least one byte
	if r.Bad {
		return errSubproblem
	}
	decisions := make([]cnf.Lit, n)
	for i := range decisions {
		decisions[i] = cnf.FromCode(uint32(r.Next(2*cnf.MaxVars + 1)))
		r.Bad = r.Bad || decisions[i].IsNone()
	}
	if r.Bad || len(r.Rest) > 0 || level < listed || level < n && work&1 == 0 {
		return errSubproblem
	}
	*s = Subproblem{decisions: decisions, listed: int(listed), level: int(level), work: int64(work >> 1), conflict: work&1 == 1}
	return nil
}

var errSubproblem = errors.New("corrupt subproblem")
