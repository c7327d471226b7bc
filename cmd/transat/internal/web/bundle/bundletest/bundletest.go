// Package bundletest lends the page's program to tests.
//
// It is kept where the command keeps it, in the user's cache folder, so that several packages of tests, and the next run of
// them, need not build it again.
package bundletest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"transat/cmd/transat/internal/web/bundle"
	"transat/solver/tree"
)

// Engine returns the page's program. Without a go command to build it, the test is skipped, or fails if TRANSAT_TEST_NO_SKIP
// is set.
func Engine(t testing.TB) bundle.Program {
	t.Helper()
	source := bundle.Engine()
	source.Keep = CacheFolder(t)
	source.Warn = func(text string) { t.Log(text) }
	p, err := bundle.Find(t.Context(), source)
	if err != nil {
		if _, missing := exec.LookPath("go"); errors.Is(missing, exec.ErrNotFound) && os.Getenv("TRANSAT_TEST_NO_SKIP") == "" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	return p
}

// CacheFolder is the folder that keeps programs.
func CacheFolder(t testing.TB) string {
	t.Helper()
	dir, err := tree.DefaultCacheDir()
	if err != nil {
		dir = t.TempDir()
	}
	return filepath.Join(dir, "page")
}
