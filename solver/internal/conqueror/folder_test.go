//go:build linux || darwin

package conqueror

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"transat/solver/files"
)

// The folder of an owner that has died goes when the next one is made. That of a living one stays, and what is no such folder as well.
func TestFoldersOfTheDead(t *testing.T) {
	in := t.TempDir()
	alive, err := NewFolder(in, "work-")
	if err != nil {
		t.Fatal(err)
	}
	dead, err := NewFolder(in, "work-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dead.Name, "cube.cnf"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_ = dead.held.Close() // as when it is killed
	foreign := filepath.Join(in, "work-of-others")
	if err := os.Mkdir(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	next, err := NewFolder(in, "work-")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{alive.Name: true, dead.Name: false, foreign: true, next.Name: true} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", filepath.Base(name), err == nil, want)
		}
	}
	for _, f := range []*Folder{alive, next} {
		if err := f.Remove(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(f.Name); err == nil {
			t.Errorf("%s is not removed", f.Name)
		}
	}
}

// Where files cannot be locked, as in some file systems of networks, it is not known who has died: each folder stays, and none is offered
// to those who could lock it.
func TestFoldersWithoutLocks(t *testing.T) {
	in := t.TempDir()
	fails := func(*os.File) (bool, error) { return false, errors.ErrUnsupported }
	locked, err := NewFolder(in, "work-")
	if err != nil {
		t.Fatal(err)
	}
	var all []*Folder
	for _, lock := range []locker{fails, fails, files.Lock} {
		next, err := newFolder(in, "work-", lock)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, next)
	}
	for i, f := range append(all, locked) {
		if _, err := os.Stat(f.Name); err != nil {
			t.Errorf("folder %d: %v", i, err)
		}
		if err := f.Remove(); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(in); err != nil || len(left) > 0 {
		t.Errorf("%v are left, error %v", left, err)
	}
}
