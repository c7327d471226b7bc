package pieces

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/dimacs"
	"transat/solver/dpll"
)

// sameBranch compares branches by what they are written as.
func sameBranch(a, b dpll.Branch) bool {
	x, errX := a.MarshalBinary()
	y, errY := b.MarshalBinary()
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// exampleBooks returns the books of the example, and the folder of its spools:
//
//	spool 0   lemma 1 (piece 0)   lemma 5, 7 (piece 0)   lemma 3 (piece 3)
//	spool 1   lemma 6 (piece 1)   lemma 2, 4 (piece 2)
//
// Piece 3 was given away from piece 2, and 1 and 2 from 0.
func exampleBooks(t *testing.T) (Books, string) {
	t.Helper()
	l, folder := spooled(t)
	example(t, l)
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	l.Close()
	return l.Books(), folder
}

// Every flipped bit is noticed, and only the piece that it lies in is named.
func TestEveryFlippedBitIsNoticed(t *testing.T) {
	books, folder := exampleBooks(t)
	for i, owners := range []string{"0 0 0 3", "1 2 2"} {
		name := filepath.Join(folder, []string{"0", "1"}[i])
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for bit := range 8 * len(whole) {
			data := slices.Clone(whole)
			data[bit/8] ^= 1 << (bit % 8)
			if err := os.WriteFile(name, data, 0o644); err != nil {
				t.Fatal(err)
			}
			const lemma = len("1 0\n")
			owner := strings.Fields(owners)[bit/8/lemma]
			damages := books.Damaged(folder)
			if len(damages) != 1 || damages[0].Piece != uint64(owner[0]-'0') {
				t.Fatalf("spool %d, bit %d: %v, want piece %s", i, bit, damages, owner)
			}
			if want := "piece " + owner + " of the proof is damaged: " + name + ", bytes "; !strings.HasPrefix((&DamagedError{damages}).Error(),
				want) {
				t.Fatalf("%v, want %s", &DamagedError{damages}, want)
			}
		}
		if err := os.WriteFile(name, whole, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if damages := books.Damaged(folder); len(damages) > 0 {
		t.Errorf("damages of whole spools: %v", damages)
	}
}

// What gets damaged while the program runs does not come into the proof.
func TestWriteProofRefusesDamage(t *testing.T) {
	l, folder := spooled(t)
	example(t, l)
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(filepath.Join(folder, "1"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt([]byte("9"), 4); err != nil {
		t.Fatal(err)
	}
	var damaged *DamagedError
	if err := l.WriteProof(new(bytes.Buffer)); !errors.As(err, &damaged) || damaged.Damages[0].Piece != 2 {
		t.Errorf("error %v, want that piece 2 is damaged", err)
	}
	if err := file.Truncate(5); err != nil {
		t.Fatal(err)
	}
	if err := l.WriteProof(new(bytes.Buffer)); !errors.As(err, &damaged) || !strings.Contains(err.Error(), "too short") {
		t.Errorf("error %v, want that the file is too short", err)
	}
}

// A damaged piece is forgotten with all that was given away from it, and what is open there.
func TestWithout(t *testing.T) {
	books, folder := exampleBooks(t)
	if err := os.Remove(filepath.Join(folder, "1")); err != nil {
		t.Fatal(err)
	}
	damages := books.Damaged(folder)
	if len(damages) != 3 || damages[0].Reason == "" {
		t.Fatalf("a missing spool with three parts: %v", damages)
	}
	left, loss := books.Without(damages, []dpll.Branch{{}})
	want := Books{
		Pieces:  [][]Part{books.Pieces[0], nil, nil, nil},
		Origins: books.Origins,
		Spools:  []int64{12, 0}, // without the lemma of piece 3
		Lemmas:  3,
	}
	if diff := cmp.Diff(want, left, cmp.Comparer(sameBranch)); diff != "" {
		t.Errorf("books (-want +got):\n%s", diff)
	}
	if len(loss.Again) != 2 || len(loss.Rest) != 1 || loss.Nodes != 20+30+40+70 {
		t.Errorf("%d branches to be searched again, %d others, %d nodes", len(loss.Again), len(loss.Rest), loss.Nodes)
	}
	l, err := Resume(left)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Spool(folder, dimacs.ProofText, left.Spools); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	// Others search again what is lost: piece 1, and piece 2 with what was piece 3.
	first, second := newPen(t, l), newPen(t, l)
	first.begin(1)
	first.prove(20, 6)
	second.begin(2)
	second.prove(140, 2)
	second.prove(0, 3)
	second.prove(0, 4)
	if got, want := proof(t, l), "1 2 3 4 5 6 7 0"; got != want {
		t.Errorf("lemmas %s, want %s", got, want)
	}
	if l.Lemmas() != 7 || l.NodesTo(0) != 280 {
		t.Errorf("%d lemmas, %d nodes; want 7 and 280", l.Lemmas(), l.NodesTo(0))
	}
}
