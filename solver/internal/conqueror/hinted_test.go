package conqueror

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// A proof with hints is checked by these, and lemmas that nothing rests on are left out. Where hints do not show it, the lemmas are checked
// without them, and may be right or wrong.
func TestProofsWithHints(t *testing.T) {
	f := solvertest.Formula(2, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2})
	one := [][]cnf.Lit{{cnf.Pos(1)}}
	for name, test := range map[string]struct {
		proof  string
		core   [][]cnf.Lit
		hinted bool
		right  bool
	}{
		"as it should be":   {"5 1 0 1 2 0\n6 2 0 5 3 0\n7 0 5 3 4 0\n", one, true, true},
		"deletions":         {"5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", one, true, true},
		"wrong hints":       {"5 1 0 3 2 0\n6 0 5 3 4 0\n", one, false, true},
		"of what is gone":   {"5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", one, false, true},
		"a definition":      {"5 3 0 0\n6 1 0 1 2 0\n7 0 6 3 4 0\n", one, false, true},
		"without hints":     {"1 0\n0\n", one, false, true},
		"a wrong lemma":     {"5 3 0 1 2 0\n6 -3 0 1 2 0\n7 0 5 6 0\n", nil, false, false},
		"not to the end":    {"5 1 0 1 2 0\n", one, false, true}, // the rest follows by propagation
		"cut short":         {"5 1 0 1", nil, false, false},
		"no proof whatever": {"hello\n", nil, false, false},
	} {
		file := filepath.Join(t.TempDir(), "proof")
		if err := os.WriteFile(file, []byte(test.proof), 0o600); err != nil {
			t.Fatal(err)
		}
		core, ok := checkHinted(t.Context(), f, file)
		if diff := cmp.Diff(test.core, core, cmp.AllowUnexported(cnf.Lit{})); ok != test.hinted || ok && diff != "" {
			t.Errorf("%s: by hints %v, -want +got:\n%s", name, ok, diff)
		}
		lemmas, err := new(Solver).check(t.Context(), f, file, []cnf.Lit{cnf.Pos(2)})
		if right := err == nil; right != test.right || right && len(lemmas) != len(test.core)+1 {
			t.Errorf("%s: %v, %v", name, lemmas, err)
		}
	}
}
