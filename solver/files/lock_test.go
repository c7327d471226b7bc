//go:build linux || darwin

package files_test

import (
	"os"
	"path/filepath"
	"testing"

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
