package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transat/balance/search"
	"transat/balance/tasktree"
)

// binary is the full binary tree of that depth; a broken one has children that change.
type binary struct {
	depth  int
	broken bool
}

func (binary) Root() int { return 1 }

func (b *binary) Children(n int, dst []int) []int {
	if b.broken {
		b.depth++
	}
	if n >= 1<<b.depth {
		return dst
	}
	return append(dst, 2*n, 2*n+1)
}

func (*binary) Solution(n int) bool { return n%5 == 0 }

// call runs a program that searches a binary tree, which is good, broken or large, and returns its exit code and what it prints.
func call(mode search.Mode, args ...string) (code int, out, errs string) {
	depths := map[string]int{"good": 8, "broken": 8, "large": 14}
	p := Program[int]{
		Name: "binary", Args: "KIND", Short: "Search a binary tree", Mode: mode,
		Problem: func(args []string) (search.Problem[int], error) {
			return &binary{depths[args[0]], args[0] == "broken"}, nil
		},
		Fold: search.Folding[int, int]{Of: func(n int) int { return n }, Add: func(a, b int) int { return a + b }},
	}
	var stdout, stderr strings.Builder
	code = Main(p, args, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// What a program can do on one computer besides searching, and what it refuses.
func TestFlags(t *testing.T) {
	tree := filepath.Join(t.TempDir(), "binary.tree")
	for _, tc := range []struct {
		mode      search.Mode
		args      string
		code      int
		out, errs string
	}{
		{search.ModeFold, "good -q", 0, "sum 130816\nnodes 511\n", ""},
		{search.ModeFold, "good -q --ordered", 0, "sum 130816\nnodes 511\n", ""},
		{search.ModeCount, "good --check", 0, "keep their promises on a sample", ""},
		{search.ModeCount, "broken --check", 1, "", "*program.binary: Children of node"},
		{search.ModeCount, "good --record=" + tree, 0, "", "has 511 nodes; see: transat compare "},
		{search.ModeCount, "good --record=" + tree + "x/y", 1, "", "no such file"},
		{search.ModeCount, "good --check --record=x", 64, "", "do not go together"},
		{search.ModeCount, "good --check --cluster", 64, "", "--check is for a search on this computer"},
		{search.ModeCount, "good --record=x --cluster", 64, "", "--record is for a search on this computer"},
		{search.ModeCount, "large --check --time-limit=1ns", 130, "", "binary: interrupted before the sample was looked at"},
		{search.ModeCount, "large --record=" + tree + "x --time-limit=1ns", 130, "", "interrupted before the tree was whole, so there is no file"},
		{search.ModeCount, "good --cluster --run=r", 64, "", "--run is for --join"},
		{search.ModeCount, "good --verify", 64, "", "--verify is for --cluster"},
		{search.ModeCount, "good --verify=0 --cluster", 64, "", "want a share above 0 and up to 1, such as 0.05 or 5%"},
		{search.ModeCount, "good --verify=105% --cluster", 64, "", "want a share above 0"},
		{search.ModeCount, "good --ordered --join=nats://there:1", 64, "", "--ordered is for --cluster: who leads says it"},
		{search.ModeFold, "good --cluster", 1, "", "nodes travel by the methods AppendNode and ParseNode"},
	} {
		code, out, errs := call(tc.mode, strings.Fields(tc.args)...)
		if code != tc.code || !strings.Contains(out, tc.out) || !strings.Contains(errs, tc.errs) || tc.out == "" && out != "" {
			t.Errorf("%s: code %d, want %d\n%s%s", tc.args, code, tc.code, out, errs)
		}
	}
	file, err := os.Open(tree)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := tasktree.Read(file, tasktree.Options{Name: "binary.tree"})
	if err != nil || packed.Nodes() != 511 {
		t.Errorf("the tree that was written: %v", err)
	}
	for text, want := range map[string]share{"5%": 0.05, "0.25": 0.25, "1": 1} {
		var s share
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("--verify=%s is %v, %v", text, s, err)
		}
	}
}
