package page

import (
	"errors"
	"io"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance/balancetest"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/web/site"
)

// The page has the trees of the program, packed, whether there is a cache or not.
func TestShelfHasTheTreesOfTheProgram(t *testing.T) {
	s := newShelf(nil, []input.Formula{experiment.OfProgram("mine", &balancetest.Tree{Nodes: 100, Seed: 1})})
	all, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 || all[0].Bytes < 100 {
		t.Fatalf("%+v", all)
	}
	if diff := cmp.Diff(site.Tree{Name: "mine", Key: "own-1.tree", Rule: "lex", Nodes: 100, Bytes: all[0].Bytes}, all[0]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	file, err := s.Open("own-1.tree")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	tree, err := tasktree.Read(file, tasktree.Options{})
	if err != nil || tree.Nodes() != 100 || tree.Unit() != tasktree.Counted {
		t.Errorf("%v, %v", tree, err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Error(err)
	}
	if _, err := s.Open("own-2.tree"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("one more: %v", err)
	}
}
