package rules

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"hash"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/solvertest"
)

// update adds the versions to testdata/picks.txt that are not in it yet.
var update = flag.Bool("update", false, "add the fingerprints of new rules and versions to testdata/picks.txt")

// fingerprinted are formulas for every engine: few and many variables, clauses of three literals, of more, and of different lengths.
func fingerprinted() []*cnf.Formula {
	fs := []*cnf.Formula{
		solvertest.RandomKSAT(1, 100, 430, 3),
		solvertest.RandomKSAT(2, 200, 860, 3),
		solvertest.RandomKSAT(3, 60, 600, 4),
		solvertest.RandomKSAT(4, 2500, 9500, 3),
		solvertest.RandomLengths(5, 60, 450, 2, 6),
		families.Pigeons(6, 5, families.Pairwise),
		solvertest.RandomKSAT(6, 26, 2860, 7),
	}
	for i := range uint64(20) {
		rng := rand.New(rand.NewPCG(i, 7))
		fs = append(fs, solvertest.RandomMixed(rng, 4+rng.IntN(20), 3+rng.IntN(4)))
	}
	return fs
}

// fingerprint returns a hash of what is picked at the first nodes of some trees, and of what the nodes cost.
func fingerprint(t *testing.T, r Rule) string {
	t.Helper()
	h := sha256.New()
	for _, f := range fingerprinted() {
		e, _, err := r.Engine(context.Background(), f)
		if err != nil {
			t.Fatal(err)
		}
		left := 200
		picks(h, e, e.Reset(), &left)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// picks hashes the subtree at the current node, of which propagation says at, in preorder, as long as nodes are left.
func picks(h hash.Hash, e engine.Engine, at engine.Step, left *int) {
	*left--
	lit := cnf.Lit{}
	if at.End != engine.Conflict {
		lit = e.Branch()
	}
	for _, n := range []int64{int64(at.End), int64(at.Assigned), at.Visits, int64(lit.Code())} {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(n)))
	}
	if lit.IsNone() {
		return
	}
	frozen := e.FrozenDepth() // which says what is one element
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(int64(frozen))))
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		if *left > 0 {
			picks(h, e, e.Assume(l), left)
			e.Undo()
		}
	}
}

// Recorded trees are found again by the version of their rule. So a rule that picks differently must have another version, or old
// trees would be taken for its own.
func TestPicksChangeWithTheVersionOnly(t *testing.T) {
	path := filepath.Join("testdata", "picks.txt")
	golden, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(golden)) {
		if f := strings.Fields(line); len(f) == 3 {
			known[f[0]+" "+f[1]] = f[2]
		}
	}
	for _, r := range All() {
		key, got := fmt.Sprintf("%s v%d", r.Name, r.Version), fingerprint(t, r)
		switch want, ok := known[key]; {
		case ok && got != want:
			t.Errorf("%s: the trees are not what they were; raise the Version of the rule, then run this test with -update", key)
		case !ok && !*update:
			t.Errorf("%s is not in %s: run this test with -update", key, path)
		case !ok:
			known[key] = got
		}
	}
	if !*update || t.Failed() {
		return
	}
	var lines []string
	for key, print := range known {
		lines = append(lines, key+" "+print+"\n")
	}
	slices.Sort(lines)
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}
