package checkpoint_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/checkpoint"
	"transat/solver/internal/pieces"
)

// sameBranch compares branches by what they are written as.
func sameBranch(a, b dpll.Branch) bool {
	x, errX := a.MarshalBinary()
	y, errY := b.MarshalBinary()
	return errX == nil && errY == nil && string(x) == string(y)
}

// state returns a state with something in every field, and branches of a real search.
func state(t *testing.T) checkpoint.State {
	t.Helper()
	f := cnf.NewFormula(3)
	for signs := range 8 {
		var clause []cnf.Lit
		for v := range 3 {
			clause = append(clause, cnf.Signed(cnf.Var(v+1), signs>>v&1 == 1))
		}
		f.Add(clause...)
	}
	w, err := dpll.NewWorker(t.Context(), f, dpll.WorkerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Begin(w.Root()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Search(2); err != nil {
		t.Fatal(err)
	}
	return checkpoint.State{
		Settings: checkpoint.Settings{Formula: f.Hash(), Rule: "lex", Deterministic: true, HasProof: true, Proof: "p", ProofFormat: "drat"},
		Open:     []dpll.Branch{w.Give(0), w.Rest()},
		Stats:    w.Stats(),
		Books:    pieces.Books{Pieces: [][]pieces.Part{{{Nodes: 2, To: 7, Include: 1}}, {}}, Spools: []int64{7}, Lemmas: 1},
	}
}

// written returns the name of a file with a state in it.
func written(t *testing.T, s checkpoint.State) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "c")
	if err := checkpoint.Write(name, s); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestReadIsTheInverseOfWrite(t *testing.T) {
	want := state(t)
	name := written(t, want)
	for range 2 { // over an older file, too
		got, err := checkpoint.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Books.Pieces) > 1 && len(got.Books.Pieces[1]) == 0 {
			got.Books.Pieces[1] = want.Books.Pieces[1]
		}
		if diff := cmp.Diff(want, got, cmp.Comparer(sameBranch)); diff != "" {
			t.Errorf("-written +read:\n%s", diff)
		}
		want.Stats.Nodes++
		if err := checkpoint.Write(name, want); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files are left, want 1; %v", len(entries), err)
	}
}

// A file of version 2, which package gob wrote, is read as well.
func TestReadsVersion2(t *testing.T) {
	want := state(t)
	var rest bytes.Buffer
	if err := gob.NewEncoder(&rest).Encode(want); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(rest.Bytes())
	name := filepath.Join(t.TempDir(), "old")
	if err := os.WriteFile(name, slices.Concat([]byte("transat checkpoint 2\n"), sum[:], rest.Bytes()), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := checkpoint.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(sameBranch), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("-written +read:\n%s", diff)
	}
}

func TestDamagedFiles(t *testing.T) {
	name := written(t, state(t))
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, data []byte) {
		t.Helper()
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var wrong *checkpoint.Error
		if _, err := checkpoint.Read(name); !errors.As(err, &wrong) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	for n := 0; n < len(good); n += 5 {
		check("cut short", good[:n])
	}
	for i := 0; i < len(good); i += 5 {
		bad := []byte(string(good))
		bad[i] ^= 0x40
		check("a wrong byte", bad)
	}
	check("something behind", append([]byte(string(good)), 0))
}

func TestWhatErrorsSay(t *testing.T) {
	s := state(t)
	good, err := os.ReadFile(written(t, s))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, data, want string
	}{
		{"another file", "p cnf 1 1\n1 0\n", "checkpoint c is no checkpoint"},
		{"empty", "", "checkpoint c is no checkpoint"},
		{"first line cut", "transat checkpoint 3", "checkpoint c is cut short"},
		{"checksum cut", "transat checkpoint 3\nabc", "checkpoint c is cut short"},
		{"another version", "transat checkpoint 7\n", `checkpoint c has version "7": this program reads "3"`},
		{"end missing", string(good[:len(good)-1]), "checkpoint c is damaged or cut short: its checksum is wrong"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("c", []byte(tc.data), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := checkpoint.Read("c"); err == nil || err.Error() != tc.want {
				t.Errorf("error %v, want %s", err, tc.want)
			}
		})
	}
	if _, err := checkpoint.Read("missing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: error %v", err)
	}
}

func TestFits(t *testing.T) {
	with := func(change func(*checkpoint.Settings)) checkpoint.Settings {
		s := state(t).Settings
		change(&s)
		return s
	}
	same := with(func(*checkpoint.Settings) {})
	without := with(func(s *checkpoint.Settings) { s.HasProof, s.Proof, s.ProofFormat = false, "", "" })
	for _, tc := range []struct {
		name       string
		have, want checkpoint.Settings
		reason     string
	}{
		{"same", same, same, ""},
		{"no proof", without, without, ""},
		{"formula", same, with(func(s *checkpoint.Settings) { s.Formula[3]++ }), "is of another formula"},
		{"rule", same, with(func(s *checkpoint.Settings) { s.Rule = "boehm" }), "is of a search with rule lex, and this one has rule boehm"},
		{"deterministic", same, with(func(s *checkpoint.Settings) { s.Deterministic = false }), "is of a search that is deterministic"},
		{"proof", same, with(func(s *checkpoint.Settings) { s.Proof = "q" }), "is of a search with the proof p in the format drat"},
		{"format", same, with(func(s *checkpoint.Settings) { s.ProofFormat = "x" }), "is of a search with the proof p in the format drat"},
		{"no proof now", same, without, "is of a search with the proof p in the format drat"},
		{"no proof then", without, same, "is of a search without a proof, and a proof cannot begin half-way"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := ""
			if err := (checkpoint.State{Settings: tc.have}).Fits("c", tc.want); err != nil {
				got = strings.TrimPrefix(err.Error(), "checkpoint c ")
			}
			if got != tc.reason {
				t.Errorf("%q, want %q", got, tc.reason)
			}
		})
	}
}

func TestWriteFails(t *testing.T) {
	name := filepath.Join(t.TempDir(), "nowhere", "c")
	if err := checkpoint.Write(name, state(t)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want %v", err, fs.ErrNotExist)
	}
	if err := checkpoint.Remove(name); err != nil {
		t.Errorf("nothing to be removed: %v", err)
	}
}
