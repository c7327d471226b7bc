package tree

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/internal/solvertest"
)

func TestCacheListsItsTrees(t *testing.T) {
	cache, f, path := storedTree(t)
	tree, err := cache.Load(f, "boehm")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	want := []CachedTree{{
		Key: strings.TrimSuffix(filepath.Base(path), ".tree"), Hash: f.Hash(), Rule: "boehm",
		Elements: tree.Elements(), Bytes: info.Size(),
	}}
	list := func() {
		t.Helper()
		got, err := cache.List()
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v, -want +got:\n%s", err, diff)
		}
	}
	list()
	for _, name := range []string{"20-90-3/2", "a file.cnf", "a file.cnf"} {
		if err := cache.SetName(tree, name); err != nil {
			t.Fatal(err)
		}
		want[0].Name = name
		list()
	}
	if err := cache.SetName(tree, "two\nlines"); err == nil {
		t.Error("a name has two lines")
	}

	file, err := cache.Open(want[0])
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read(data); err != nil {
		t.Errorf("the file that Open opens is no tree: %v", err)
	}

	// List leaves out files that are no trees, or not the ones that their names say.
	for name, content := range map[string]string{
		"short.tree": "sat-tree", "other.tree": string(data), "empty.tree": "", "note.txt": "hello", want[0].Key + ".name": "garbage",
	} {
		if err := os.WriteFile(filepath.Join(cache.Dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(cache.Dir, "folder.tree"), 0o755); err != nil {
		t.Fatal(err)
	}
	want[0].Name = ""
	list()
}

func TestListOfNoCache(t *testing.T) {
	if got, err := (Cache{Dir: filepath.Join(t.TempDir(), "none")}).List(); len(got) != 0 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}

// A key from elsewhere does not lead to another folder.
func TestOpenStaysInTheCache(t *testing.T) {
	cache, _, path := storedTree(t)
	inside := Cache{Dir: filepath.Join(cache.Dir, "inside")}
	if err := os.Mkdir(inside.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if file, err := inside.Open(CachedTree{Key: "../" + strings.TrimSuffix(filepath.Base(path), ".tree")}); err == nil {
		t.Errorf("%s is open", file.Name())
	}
}

func TestNamesCannotBeWritten(t *testing.T) {
	tree := mustRecord(t, solvertest.RandomKSAT(2, 20, 90, 3), "")
	if err := (Cache{Dir: filepath.Join(t.TempDir(), "none")}).SetName(tree, "a"); err == nil {
		t.Error("a note lies in a folder that does not exist")
	}
}
