package treecache_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/treecache"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/tree"
)

func formula(t *testing.T, index int) *cnf.Formula {
	t.Helper()
	f, err := instances.Sample{Vars: 40, Clauses: 200, K: 3}.Formula(index)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// store returns a store in dir, and where its warnings go.
func store(dir string) (*treecache.Store, *[]string) {
	var warnings []string
	s := &treecache.Store{Rule: "lex", Warn: func(text string) { warnings = append(warnings, text) }}
	if dir != "" {
		s.Cache = &tree.Cache{Dir: dir}
	}
	return s, &warnings
}

// find returns the number of nodes and the work of a tree.
func find(t *testing.T, s *treecache.Store, f *cnf.Formula) [2]int64 {
	t.Helper()
	tree, err := s.Tree(t.Context(), "formula", f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return [2]int64{tree.Nodes(), tree.Work()}
}

func TestTreeWithModelsIsGivenUp(t *testing.T) {
	f, err := instances.Sample{Vars: 100, Clauses: 200, K: 3}.Formula(1)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := store(t.TempDir())
	s.MaxModelNodes = 100_000
	reported := int64(0)
	_, err = s.Tree(t.Context(), "formula", f, func(p dpll.Progress) { reported = p.Nodes })
	if !errors.Is(err, treecache.ErrModels) {
		t.Errorf("error %v, want ErrModels", err)
	}
	if reported <= s.MaxModelNodes || reported > s.MaxModelNodes+2*dpll.ProgressNodes {
		t.Errorf("given up after %d nodes, want that soon after %d", reported, s.MaxModelNodes)
	}
}

// canceled is a context in which nothing can be recorded, only loaded.
func canceled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func TestTreeIsKept(t *testing.T) {
	s, warnings := store(filepath.Join(t.TempDir(), "new", "folder"))
	f := formula(t, 1)
	want := find(t, s, f)
	tree, err := s.Tree(canceled(t), "formula", f, nil)
	if err != nil {
		t.Fatalf("the tree was not kept: %v", err)
	}
	if diff := cmp.Diff(want, [2]int64{tree.Nodes(), tree.Work()}); diff != "" {
		t.Errorf("the kept tree is another one:\n%s", diff)
	}
	if _, err := s.Tree(canceled(t), "formula", formula(t, 2), nil); err == nil {
		t.Error("another formula has the same tree")
	}
	if len(*warnings) > 0 {
		t.Errorf("warnings: %q", *warnings)
	}
}

func TestKeptOnlyLooksIntoTheCache(t *testing.T) {
	s, warnings := store(t.TempDir())
	f := formula(t, 1)
	if s.Kept(f) != nil || s.Nodes(f) != 0 {
		t.Error("there is a tree before it was recorded")
	}
	want := find(t, s, f)
	kept := s.Kept(f)
	if kept == nil || kept.Nodes() != want[0] || kept.Work() != want[1] {
		t.Errorf("kept %v, want a tree with %d nodes and %d work", kept, want[0], want[1])
	}
	if nodes := s.Nodes(f); nodes < want[0]/2 || nodes > 2*want[0] {
		t.Errorf("about %d nodes, want about %d", nodes, want[0])
	}
	none, _ := store("")
	if none.Kept(f) != nil || none.Nodes(f) != 0 {
		t.Error("there is a tree without a cache")
	}
	if len(*warnings) > 0 {
		t.Errorf("warnings: %q", *warnings)
	}
}

func TestDamagedTreeIsRecordedAgain(t *testing.T) {
	for _, tc := range []struct {
		name   string
		damage func([]byte) []byte
	}{
		{"cut short", func(data []byte) []byte { return data[:len(data)/2] }},
		{"empty", func([]byte) []byte { return nil }},
		{"changed", func(data []byte) []byte { data[len(data)/2] ^= 1; return data }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			s, warnings := store(dir)
			f := formula(t, 1)
			want := find(t, s, f)
			files, err := filepath.Glob(filepath.Join(dir, "*.tree"))
			if err != nil || len(files) != 1 {
				t.Fatalf("the cache has files %q, error %v; want one", files, err)
			}
			data, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(files[0], tc.damage(data), 0o644); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, find(t, s, f)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if len(*warnings) != 1 || !strings.Contains((*warnings)[0], "recorded again") {
				t.Errorf("warnings %q, want one", *warnings)
			}
			if _, err := s.Tree(canceled(t), "formula", f, nil); err != nil {
				t.Errorf("the damaged tree was not replaced: %v", err)
			}
		})
	}
}

func TestFolderThatCannotBeWrittenIsOneWarning(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s, warnings := store(filepath.Join(file, "folder"))
	find(t, s, formula(t, 1))
	find(t, s, formula(t, 2))
	if len(*warnings) != 1 || !strings.Contains((*warnings)[0], "not kept") {
		t.Errorf("warnings %q, want one", *warnings)
	}
}

func TestWithoutCache(t *testing.T) {
	s, warnings := store("")
	if got := find(t, s, formula(t, 1)); got[0] == 0 {
		t.Error("the tree is empty")
	}
	if len(*warnings) > 0 {
		t.Errorf("warnings: %q", *warnings)
	}
}

func TestLimitDoesNotDependOnTheCache(t *testing.T) {
	s, _ := store(t.TempDir())
	f := formula(t, 1)
	nodes := find(t, s, f)[0]
	s.MaxNodes = nodes
	find(t, s, f)
	s.MaxNodes = nodes - 1
	_, kept := s.Tree(t.Context(), "formula", f, nil)
	s.Cache = nil
	_, recorded := s.Tree(t.Context(), "formula", f, nil)
	if kept == nil || recorded == nil || kept.Error() != recorded.Error() {
		t.Errorf("errors: %v from the cache, %v from recording; want the same", kept, recorded)
	}
}

func TestHeldTreesAreFoundAgain(t *testing.T) {
	for _, hold := range []bool{false, true} {
		s, _ := store("")
		s.Hold = hold
		var found [2]*tree.Tree
		for i := range found {
			tree, err := s.Tree(t.Context(), "formula", formula(t, 1), nil)
			if err != nil {
				t.Fatal(err)
			}
			found[i] = tree
		}
		if same := found[0] == found[1]; same != hold {
			t.Errorf("with Hold = %v, the second tree is the first one: %v", hold, same)
		}
		other, err := s.Tree(t.Context(), "formula", formula(t, 2), nil)
		if err != nil || other == found[0] {
			t.Errorf("with Hold = %v, another formula has the same tree (error %v)", hold, err)
		}
	}
}
