//go:build linux || darwin

package files_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"transat/solver/files"
)

// A file that another one has locked, one that is free, and one that cannot be locked are told apart.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		t.Helper()
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	first, second := open(), open()
	defer second.Close()
	if held, err := files.Lock(first); !held || err != nil {
		t.Errorf("free: held %v, error %v", held, err)
	}
	if held, err := files.Lock(second); held || err != nil {
		t.Errorf("of another one: held %v, error %v", held, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if held, err := files.Lock(first); held || err == nil {
		t.Errorf("closed: held %v, error %v", held, err)
	}
	if held, err := files.Lock(second); !held || err != nil {
		t.Errorf("free again: held %v, error %v", held, err)
	}
}

// A temporary file that a killed program has left goes when another one is made for the same target: not one that is in use, that was
// written to just now, or that is for another target.
func TestAbandonedFilesAreRemoved(t *testing.T) {
	folder := t.TempDir()
	make := func(name string) *os.File {
		t.Helper()
		file, err := files.Create(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	age := func(file *os.File) {
		t.Helper()
		long := time.Now().Add(-time.Hour)
		if err := os.Chtimes(file.Name(), long, long); err != nil {
			t.Fatal(err)
		}
	}
	scratch := func() *os.File {
		t.Helper()
		file, err := files.Scratch(folder, "lemmas")
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	left, used, young, other := make("h.drat"), make("h.drat"), make("h.drat"), make("g.drat")
	lemmas := scratch()
	_ = lemmas.Close()
	age(lemmas)
	more := scratch()
	if info, err := more.Stat(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, error %v", info.Mode(), err)
	}
	_ = more.Close()
	for _, file := range []*os.File{left, young, other} {
		_ = file.Close()
	}
	for _, file := range []*os.File{left, used, other} {
		age(file)
	}
	mine := make("h.drat")
	for _, test := range []struct {
		name string
		file *os.File
		want bool
	}{
		{"left", left, false},
		{"used", used, true},
		{"young", young, true},
		{"other", other, true},
		{"mine", mine, true},
		{"lemmas", lemmas, false},
		{"more lemmas", more, true},
	} {
		if _, err := os.Stat(test.file.Name()); (err == nil) != test.want {
			t.Errorf("%s: there %v, want %v", test.name, err == nil, test.want)
		}
	}
	if err := files.Place(used, filepath.Join(folder, "h.drat")); err != nil {
		t.Error(err)
	}
	_ = mine.Close()
}
