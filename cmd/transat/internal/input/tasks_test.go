package input_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/input"
)

const tasks = `{"unit":"seconds"}
{"id":"a","work":1.5}
{"id":"b","parent":"a","work":0.25}
`

// zipped is a text, compressed.
func zipped(t *testing.T, text string) string {
	t.Helper()
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

func wantTasks(t *testing.T, f input.Formula, want string) {
	t.Helper()
	tree, err := f.Tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if tree.String() != want {
		t.Errorf("%v, want %s", tree, want)
	}
	var wrong *input.TreeError
	if _, err := f.Read(t.Context()); !errors.As(err, &wrong) || wrong.Name != f.Name {
		t.Errorf("read as a formula: %v", err)
	}
	if _, _, err := f.ReadCubes(t.Context()); !errors.As(err, &wrong) {
		t.Errorf("read as a formula with cubes: %v", err)
	}
}

func TestTreesAreKnownByTheirContents(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"t.cnf": tasks, "t.gz": zipped(t, tasks), "t.csv": "id,parent,work\na,,1.5\nb,a,0.25\n", "in UTF-16": "\xff\xfe" + spread(tasks),
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		found, err := source(nil).Find(name)
		if err != nil {
			t.Fatal(err)
		}
		want := "2 tasks, work 1.75 seconds"
		if name == "t.csv" {
			want = "2 tasks, work 1.75"
		}
		if f := found[0]; !f.HasTasks() || f.Name != name {
			t.Errorf("%s, a tree: %t", f.Name, f.HasTasks())
		}
		wantTasks(t, found[0], want)
	}
	if err := os.WriteFile("f", []byte(tiny), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"f", "php-5-4", "-"} {
		found, err := source(nil).Find(name)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := found[0].Tasks(t.Context())
		if _, formula := found[0].Read(t.Context()); tree != nil || err != nil || formula != nil || found[0].HasTasks() {
			t.Errorf("%s: %v, %v, %v", name, tree, err, formula)
		}
	}
}

// spread is a text in UTF-16, little-endian.
func spread(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		b.WriteByte(c)
		b.WriteByte(0)
	}
	return b.String()
}

func TestTreesFromStandardInput(t *testing.T) {
	for _, text := range []string{tasks, zipped(t, tasks)} {
		s := input.Finder{Stdin: strings.NewReader(text)}
		found, err := s.Find("-")
		if err != nil {
			t.Fatal(err)
		}
		wantTasks(t, found[0], "2 tasks, work 1.75 seconds")
	}
	silent, writer := io.Pipe()
	defer writer.Close()
	found, err := input.Finder{Stdin: silent}.Find("-")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := found[0].Tasks(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestTreesOfTheProgramGoFirst(t *testing.T) {
	b := tasktree.NewBuilder(tasktree.Meta{})
	if _, err := b.AddChild(-1, 3, false); err != nil {
		t.Fatal(err)
	}
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	found, err := input.Finder{Own: []input.Formula{input.GivenTasks("php-5-4", tree)}}.Find("php-5-4")
	if err != nil {
		t.Fatal(err)
	}
	wantTasks(t, found[0], "1 task, work 3")
}

func TestErrorsOfTreesHaveTheirPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	whole := zipped(t, strings.Repeat(tasks[len(`{"unit":"seconds"}`)+1:], 1))
	for name, tc := range map[string]struct{ text, want string }{
		"t.jsonl": {
			tasks + "{\"id\":\"c\",\"parent\":\"x\",\"work\":1}\n",
			`t.jsonl:4: task "c" has parent "x", which is no task: want one of the file, or none for a root`,
		},
		"t.gz": {whole[:len(whole)-9], "t.gz:3: the file is cut short"},
	} {
		if err := os.WriteFile(name, []byte(tc.text), 0o644); err != nil {
			t.Fatal(err)
		}
		found, err := source(nil).Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := found[0].Tasks(t.Context()); err == nil || err.Error() != tc.want {
			t.Errorf("%v, want %s", err, tc.want)
		}
	}
}

const icnf = `c cube 2 seconds 0.5
p inccnf
1 2 3 0
a 1 2 0
a 1 -2 3 0
a -1 0
c cube 1 seconds 2
c cube 3 seconds 10.25
c cube is a word
`

func TestCubesWithSeconds(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("f.icnf", []byte(icnf), 0o644); err != nil {
		t.Fatal(err)
	}
	found, err := source(nil).Find("f.icnf")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := found[0].Tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	work, nodes := tree.CriticalPath()
	if tree.String() != "6 tasks, work 12.75 seconds" || tree.Text(work) != "10.25" || nodes != 2 {
		t.Errorf("%v; critical path %s in %d nodes", tree, tree.Text(work), nodes)
	}
	if err := balance.CheckTree(t.Context(), tree, balance.TreeSample{}); err != nil {
		t.Error(err)
	}
	if _, cubes, err := found[0].ReadCubes(t.Context()); len(cubes) != 3 || err != nil || found[0].HasTasks() {
		t.Errorf("it is still a formula with cubes: %v, %v", cubes, err)
	}
}

func TestCubesWithSecondsErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	const form = `want a comment "c cube NUMBER seconds SECONDS", with numbers from 1 on`
	for _, tc := range []struct{ from, to, want string }{
		{"c cube 3 seconds 10.25\n", "", `f.icnf: cube 3 has no seconds: want a comment "c cube 3 seconds SECONDS", as others have`},
		{"c cube 3", "c cube 4", "f.icnf:8: there is no cube 4: the file has 3"},
		{"c cube 3", "c cube 1", "f.icnf:8: cube 1 has its seconds in line 7 already: want one time for each"},
		{"c cube 3", "c cube 0", "f.icnf:8: " + form},
		{"10.25", "10.25 or so", "f.icnf:8: " + form},
		{"10.25", "-1", `f.icnf:8: task "cube 3" has work "-1": want at least 0`},
		{"a -1 0", "a 1 2 0", "f.icnf: cube 3 is cube 1 again: want different ones"},
		{"seconds", "s", `f.icnf: 3 cubes, and seconds for 0: a tree has a comment "c cube NUMBER seconds SECONDS" for each`},
		{"a -1 0", "a -1", "f.icnf:10:1: the input ends inside cube 3: want 0 to end it"},
	} {
		if err := os.WriteFile("f.icnf", []byte(strings.ReplaceAll(icnf, tc.from, tc.to)), 0o644); err != nil {
			t.Fatal(err)
		}
		found, err := source(nil).Find("f.icnf")
		if err != nil {
			t.Fatal(err)
		}
		if tree, err := found[0].Tasks(t.Context()); err == nil || err.Error() != tc.want {
			t.Errorf("%q: %v, %v; want %s", tc.to, tree, err, tc.want)
		}
	}
}

// Each sample that is a file with a tree is read, and has the nodes and the work that it had when it was made.
func TestTreesOfSamples(t *testing.T) {
	for name, want := range map[string]string{
		"gecode-queens":  "831 tasks, work 831 nodes",
		"gecode-golomb":  "4895 tasks, work 4895 nodes",
		"gecode-jobshop": "7405 tasks, work 7405 nodes",
		"symphony":       "1929 tasks, work 1690 nodes",
		"scip-knapsack":  "2559 tasks, work 0.13 seconds",
		"cadical-cubes":  "127 tasks, work 7.413 seconds",
		"go-tests":       "91 tasks, all of them roots, work 319.548 seconds",
	} {
		formulas, err := input.Sample(name)
		if err != nil {
			t.Fatal(err)
		}
		wantTasks(t, formulas[0], want)
		tree, err := formulas[0].Tasks(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if pruned := slices.Contains([]string{"gecode-golomb", "gecode-jobshop", "symphony", "scip-knapsack"}, name); tree.Pruned() != pruned {
			t.Errorf("%s: pruned: %t, want %t", name, tree.Pruned(), pruned)
		}
	}
}
