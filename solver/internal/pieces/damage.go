package pieces

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"io/fs"
	"slices"

	"transat/solver/dpll"
	"transat/solver/files"
)

// Every part of a piece has a checksum. Damaged compares it with the spools before a search goes on, and WriteProof
// does so once more: otherwise a flipped bit would be noticed only when the proof is checked, if at all.
//
// All lemmas of a damaged piece are of doubtful use: the later ones may rest on the lost ones. So Without forgets the
// whole piece and the pieces that were given away from it, and returns its root to be searched again:
//
//	piece 0 ─┬─ piece 1 ─── piece 3        piece 1 is damaged: 1 and 3 are forgotten, and
//	         └─ piece 2                    1 is searched again from its root

// sums is the table of the checksums.
func sums() *crc64.Table { return crc64.MakeTable(crc64.ECMA) }

const wrongSum = "its checksum is wrong"

// Damage is a part of a piece whose bytes are not the written ones.
type Damage struct {
	Piece    uint64
	File     string
	From, To int64 // bytes of it
	Reason   string
}

// DamagedError says which pieces of a proof are damaged.
type DamagedError struct{ Damages []Damage }

// Error names the first part.
func (e *DamagedError) Error() string {
	d := e.Damages[0]
	text := fmt.Sprintf("piece %d of the proof is damaged: %s, bytes %d to %d: %s", d.Piece, d.File, d.From, d.To, d.Reason)
	if n := len(e.Damages); n > 1 {
		text += fmt.Sprintf(" (and in %d more places)", n-1)
	}
	return text
}

// Damaged reads all spools of the books, which lie in a folder, and returns the damaged parts, by file and place.
func (b Books) Damaged(folder string) []Damage {
	type located struct {
		piece uint64
		Part
	}
	spools := make([][]located, len(b.Spools))
	for number, parts := range b.Pieces {
		for _, p := range parts {
			if p.From < p.To {
				spools[p.Spool] = append(spools[p.Spool], located{uint64(number), p})
			}
		}
	}
	var all []Damage
	for i, parts := range spools {
		slices.SortFunc(parts, func(a, b located) int { return cmp.Compare(a.From, b.From) })
		name := spoolName(folder, i)
		file, err := files.Open(name)
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err // the name is said anyway
		}
		for _, p := range parts {
			reason := err
			if err == nil {
				reason = p.intact(file)
			}
			if reason != nil {
				all = append(all, Damage{p.piece, name, p.From, p.To, reason.Error()})
			}
		}
		if err == nil {
			_ = file.Close() // it was read only
		}
	}
	return all
}

var errWrongSum = errors.New(wrongSum)

// intact returns an error unless the file has the bytes that were written to it.
func (p Part) intact(file io.ReaderAt) error {
	sum := crc64.New(sums())
	n, err := io.Copy(sum, io.NewSectionReader(file, p.From, p.To-p.From))
	switch {
	case err != nil:
		return err
	case n < p.To-p.From:
		return fmt.Errorf("the file ends at byte %d", p.From+n)
	case sum.Sum64() != p.Sum:
		return errWrongSum
	}
	return nil
}

// Loss is what Without has taken out of books.
type Loss struct {
	Pieces map[uint64]bool // the damaged ones, and those that were given away from them
	Again  []dpll.Branch   // the roots to be searched again
	Rest   []dpll.Branch   // the open branches that are not lost
	Nodes  int64           // that were visited in the lost pieces
}

// Without returns the books without the damaged pieces and all that was given away from these. Of the open branches, those of lost
// pieces are lost, too.
func (b Books) Without(damages []Damage, open []dpll.Branch) (Books, Loss) {
	loss := Loss{Pieces: map[uint64]bool{}}
	for _, d := range damages {
		loss.Pieces[d.Piece] = true
	}
	left := Books{Pieces: make([][]Part, len(b.Pieces)), Origins: b.Origins, Spools: make([]int64, len(b.Spools)), Lemmas: b.Lemmas}
	for i, parts := range b.Pieces { // a piece is newer than the one that it was given away from
		number, origin := uint64(i), b.Origins[i]
		switch {
		case number > 0 && loss.Pieces[origin.Parent]:
			loss.Pieces[number] = true
		case loss.Pieces[number]:
			loss.Again = append(loss.Again, origin.Root)
		}
		for _, p := range parts {
			if loss.Pieces[number] {
				loss.Nodes += p.Nodes
				left.Lemmas -= p.Lemmas
			} else {
				left.Spools[p.Spool] = max(left.Spools[p.Spool], p.To)
			}
		}
		if !loss.Pieces[number] {
			left.Pieces[i] = parts
		}
	}
	for _, o := range open {
		if !loss.Pieces[o.Piece()] {
			loss.Rest = append(loss.Rest, o)
		}
	}
	return left, loss
}
