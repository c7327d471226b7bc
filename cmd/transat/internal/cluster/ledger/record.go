package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"transat/solver/dpll"
)

// Hash is the SHA-256 of something that is kept.
type Hash [sha256.Size]byte

// Sum returns the hash of data.
func Sum(data []byte) Hash { return sha256.Sum256(data) }

// String returns the hash as 64 hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText implements encoding.TextMarshaler.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(h)) {
		return fmt.Errorf("a hash of %d digits, want %d", len(text), hex.EncodedLen(len(h)))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// Record says what was searched of a piece in one stretch.
type Record struct {
	Piece uint64 `json:"piece,string"`
	// After is the hash of the record that made the state from which the stretch began: the one before of the same piece, or the one
	// that gave the piece away; for the first of piece 0 it is the head of the run.
	After  Hash       `json:"after"`
	Stats  dpll.Stats `json:"stats"`          // of the stretch alone
	Tree   *Counts    `json:"tree,omitempty"` // of a tree of nodes, and only of that
	Lemmas int64      `json:"lemmas,omitempty"`
	Parts  []Part     `json:"parts,omitempty"` // of the proof, in their order
	Marks  []Mark     `json:"marks,omitempty"` // in their order
	Given  []Branch   `json:"given,omitempty"` // pieces that were given away at the end of the stretch
	Rest   *Branch    `json:"rest,omitempty"`  // the open part of the piece; nil if it is closed
	// Stream is, of a tree of cubes, the record before with lemmas of the same clause learning, on which those of this one rest.
	Stream Hash `json:"stream,omitzero"`
	// Shared is, of a tree of cubes, lemmas of this stretch for other searches, and Rests are the records of others whose Shared this one
	// rests on.
	Shared []byte `json:"shared,omitempty"`
	Rests  []Hash `json:"rests,omitempty"`
}

// Part is a run of bytes of a proof. They are kept, compressed, under their hash.
type Part struct {
	Hash  Hash  `json:"hash"`  // of the stored bytes
	Bytes int64 `json:"bytes"` // of the proof
}

// Mark says that all of another piece belongs behind that many bytes of the stretch.
type Mark struct {
	Offset int64  `json:"offset"`
	Piece  uint64 `json:"piece,string"`
}

// Branch is the open part of a piece, which goes through JSON: a text of a dpll.Branch, or an object of nodes.
type Branch struct {
	dpll.Branch
	Nodes *Nodes // of a tree of nodes; nil of a formula's
}

// MarshalJSON implements json.Marshaler.
func (b Branch) MarshalJSON() ([]byte, error) {
	if b.Nodes != nil {
		return json.Marshal(b.Nodes)
	}
	data, err := b.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return json.Marshal(data)
}

// UnmarshalJSON implements json.Unmarshaler.
func (b *Branch) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '{' {
		b.Nodes = &Nodes{}
		if err := json.Unmarshal(text, b.Nodes); err != nil {
			return err
		}
		return b.Nodes.check()
	}
	var data []byte
	if err := json.Unmarshal(text, &data); err != nil {
		return err
	}
	return b.UnmarshalBinary(data)
}

// MostGiven is how many pieces a record may give away.
const MostGiven = 256

// proofBytes returns how many bytes of the proof the stretch has.
func (r *Record) proofBytes() (sum int64) {
	for _, p := range r.Parts {
		sum += p.Bytes
	}
	return sum
}

// check returns an error if the record contradicts itself, or the state of a piece that it goes on from.
func (r *Record) check(state Branch) error {
	s := r.Stats
	if len(r.Given) > MostGiven {
		return fmt.Errorf("%d pieces are given away at a time, at most %d may be", len(r.Given), MostGiven)
	}
	if r.Rest == nil && len(r.Given) > 0 {
		return errors.New("a closed piece gives something away")
	}
	if (state.Nodes != nil) != (r.Tree != nil) {
		return errors.New("it is one of another kind of tree")
	}
	if r.Tree != nil {
		return r.checkTree(state)
	}
	if r.shares() {
		return errShares
	}
	if s.Nodes < 0 || s.Leaves < 0 || s.Leaves > s.Nodes || s.Decisions != s.Nodes-s.Leaves || r.Lemmas < 0 {
		return fmt.Errorf("counts that cannot be: %+v, %d lemmas", s, r.Lemmas)
	}
	left := 0
	if r.Rest != nil {
		if r.Rest.Nodes != nil {
			return errors.New("its rest is one of another kind of tree")
		}
		if r.Rest.Piece() != r.Piece {
			return fmt.Errorf("the rest of piece %d is said to be of piece %d", r.Piece, r.Rest.Piece())
		}
		left = r.Rest.Open()
	}
	if want := int64(state.Open()) + s.Nodes - 2*s.Leaves - int64(len(r.Given)); int64(left) != want {
		return fmt.Errorf("%d open nodes at the end, and the counts leave %d", left, want)
	}
	for _, g := range r.Given {
		if !g.Fresh() || g.Nodes != nil {
			return fmt.Errorf("piece %d, which was given away, has been searched before", g.Piece())
		}
	}
	return r.checkProof()
}

// checkProof looks at parts and marks.
func (r *Record) checkProof() error {
	for _, p := range r.Parts {
		if p.Bytes <= 0 || p.Bytes > MostBytes {
			return fmt.Errorf("a part of %d bytes, want 1 to %d", p.Bytes, MostBytes)
		}
	}
	end, at := r.proofBytes(), int64(0)
	for _, m := range r.Marks {
		if m.Offset < at || m.Offset > end {
			return fmt.Errorf("a mark at byte %d of %d", m.Offset, end)
		}
		at = m.Offset
	}
	return nil
}

// MostBytes is how large a part of the proof may be, so that one fits into a message even if it cannot be compressed.
const MostBytes = 768 << 10

// Encode returns the record as it travels and is kept, and the hash of that.
func (r *Record) Encode() (Hash, []byte, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return Hash{}, nil, err
	}
	return Sum(data), data, nil
}

// Decode is the inverse of Encode. It takes no record that is not one of a tree at all; whether it fits is for Apply to say.
func Decode(data []byte) (Hash, *Record, error) {
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return Hash{}, nil, err
	}
	return Sum(data), &r, nil
}
