package site

import (
	"testing"

	"transat/cmd/transat/internal/web/bundle/bundletest"
)

// mostBytes is what the whole page may take on the way to a browser, with all its rooms.
const mostBytes = 5_000_000

func TestSizeOfThePage(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes the page's program, which takes a minute to build for the first time")
	}
	page, err := New(FS, bundletest.Engine(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes in all", page.Size())
	if page.Size() > mostBytes {
		for _, f := range page.Files() {
			t.Logf("%9d %s", len(f.Data), f.Name)
		}
		t.Errorf("the page has %d bytes, want at most %d", page.Size(), mostBytes)
	}
}
