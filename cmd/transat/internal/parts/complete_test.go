package parts

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"transat/dimacs"
)

// Wherever a proof is cut, it is not complete, except for the end of its last line.
func TestProofsThatAreCut(t *testing.T) {
	for _, format := range []dimacs.ProofFormat{dimacs.ProofLRAT, dimacs.ProofLRATBinary} {
		folder, _ := proved(t, format)
		name := Name(folder, 2)
		whole, err := os.ReadFile(name)
		if err != nil || len(whole) < 20 {
			t.Fatalf("%d bytes, error %v", len(whole), err)
		}
		for size := range len(whole) + 1 {
			if err := os.WriteFile(name, whole[:size], 0o666); err != nil {
				t.Fatal(err)
			}
			want := size == len(whole) || format == dimacs.ProofLRAT && size == len(whole)-1
			if got, err := complete(name); got != want || err != nil {
				t.Errorf("%s, %d bytes of %d: %v, error %v", format, size, len(whole), got, err)
			}
		}
	}
}

func TestComplete(t *testing.T) {
	hints := bytes.Repeat([]byte(" 123456"), firstTail) // more than is read at first
	many := bytes.Repeat([]byte{0x81, 0x7f}, 3*firstTail)
	binary := func(end ...byte) []byte { return append([]byte("a\x06\x02\x00\x04\x06\x00"), end...) }
	name := filepath.Join(t.TempDir(), "1.lrat")
	if there, err := complete(name); there || err != nil {
		t.Errorf("no file: %v, error %v", there, err)
	}
	for i, tc := range []struct {
		proof []byte
		want  bool
	}{
		{[]byte("5 0 1 2 0\n"), true},
		{[]byte("3 1 0 1 2 0\r\n5 0 1 2 0\r\n"), true},
		{fmt.Appendf(nil, "3 1 0 1 2 0\n5 0%s 0\n", hints), true},
		{fmt.Appendf(nil, "3 1 0 1 2 0\n5 7 0%s 0\n", hints), false},
		{[]byte("5 1 0 1 2 0\n"), false},
		{[]byte("5 0 1 2 0\n5 d 1 2 0\n"), false},
		{[]byte("5 d 0\n"), false},
		{[]byte("d 0 0\n"), false},
		{[]byte("0 0\n"), false},
		{[]byte("\n"), false},
		{bytes.Repeat([]byte{0}, 2*firstTail), false}, // as some file systems leave it
		{binary(), false},
		{binary('a', 8, 0, 4, 0), true},
		{binary('a', 8, 0, 0), true},
		{binary('a', 8, 0), false},
		{binary('d', 8, 0), false},
		{binary(append(append([]byte{'a', 8, 0}, many...), 0)...), true},
		{binary(append(append([]byte{'a', 8, 4, 0}, many...), 0)...), false},
		{[]byte{'a', 8, 0, 4, 0}, true},
		{[]byte{0}, false},
	} {
		if err := os.WriteFile(name, tc.proof, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := complete(name); got != tc.want || err != nil {
			t.Errorf("case %d, %.20q: %v, error %v", i, tc.proof, got, err)
		}
	}
	if _, err := complete(t.TempDir()); err == nil {
		t.Error("a folder is taken for a proof")
	}
}
