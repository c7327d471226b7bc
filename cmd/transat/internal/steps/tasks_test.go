package steps

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/terminal"
)

// manyChildren is a tree of two roots, one of which has four children.
func manyChildren(t *testing.T) *tasktree.Tree {
	t.Helper()
	tree, err := tasktree.Read(strings.NewReader(
		"id,parent,work,solution\na,,1,\nb,a,2,\nc,a,3,true\nd,a,4,\ne,a,5,\nf,,6,\n"), tasktree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// Trees of tasks have nodes of any number of children, and a root above several roots that is none of the tasks.
func TestTasks(t *testing.T) {
	tasks := manyChildren(t)
	tree, err := Tasks(tasks, 6)
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Parent, First, Last, Depth int32
		Kind                       string
		Work, Below, Size          int64
	}
	var got []row
	for _, n := range tree.Nodes {
		got = append(got, row{n.Parent, n.First, n.Last, n.Depth, n.Kind.String(), n.Work, n.Below, n.Size})
	}
	want := []row{
		{-1, 1, 6, 0, "above", 0, 21, 7},
		{0, 2, 5, 1, "inner", 1, 15, 5},
		{1, 0, 0, 2, "leaf", 2, 2, 1},
		{1, 0, 0, 2, "solution", 3, 3, 1},
		{1, 0, 0, 2, "leaf", 4, 4, 1},
		{1, 0, 0, 2, "leaf", 5, 5, 1},
		{0, 0, 0, 1, "leaf", 6, 6, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := Tasks(tasks, 5); err == nil || !strings.Contains(err.Error(), "at most 5") {
		t.Errorf("six tasks where five are allowed: %v", err)
	}
}

// A run over a tree of tasks is that of the command; every node has an owner, and shares of all siblings together come to 1. It can be
// told and drawn.
func TestRunOverTasks(t *testing.T) {
	tasks := manyChildren(t)
	tree, err := Tasks(tasks, 100)
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, "steal", 0, sim.StartRoot, 2, 2)
	want, err := compare.Simulate(t.Context(), s, tasks, compare.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	run, got, err := tree.Run(t.Context(), s, compare.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-command +watched:\n%s", diff)
	}
	checkRun(t, run, got)
	expected, truth := 0.0, 0.0
	for i := 2; i < 6; i++ {
		expected, truth = expected+run.Of[i].ShareExpected, truth+run.Of[i].ShareTrue
	}
	if expected < 0.999 || expected > 1.001 || truth < 0.999 || truth > 1.001 {
		t.Errorf("the four siblings have shares of %v expected and %v true, want 1", expected, truth)
	}
	story, err := Tell(t.Context(), "tasks", tree, s)
	if err != nil {
		t.Fatal(err)
	}
	if all := all(story); !strings.Contains(all, "4 branches, 2 to 5") || !strings.Contains(all, "a solution") {
		t.Errorf("the story is\n%s", all)
	}
	if !strings.Contains(all(story), "expanded node 3 (c") || !strings.Contains(all(story), "all 6 nodes are done") {
		t.Errorf("the story has no names, or another number of tasks:\n%s", all(story))
	}
	c := story.draw(0, terminal.NoPaint)
	lines := strings.Join(c.lines(0, 0, c.wide, c.high), "\n")
	if want := "      *\n   ┌──┴─┐\n   ·    ·\n┌─┬┴┬─┐\n· · · ·"; lines != want {
		t.Errorf("it is drawn as\n%s\nwant\n%s", lines, want)
	}
}

func all(s *Story) string {
	var words []string
	for _, step := range s.Steps {
		words = append(words, step.Text)
	}
	return strings.Join(words, "\n")
}

// A run of minutes is told in seconds, and measured loads are right at every fork.
func TestLongRunOverTasks(t *testing.T) {
	tree, err := Tasks(manyChildren(t), 100)
	if err != nil {
		t.Fatal(err)
	}
	made := setup(t, "dn", 0, sim.StartRoot, 1, 2).ForTasks(20*balance.Second, 21, 6)
	story, err := Tell(t.Context(), "tasks", tree, made)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := story.Write(&text, 80, terminal.NoPaint); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), " s   ") || strings.Contains(text.String(), " ms ") {
		t.Errorf("the story is\n%s", &text)
	}
	if made.Estimate, err = balance.ChooseEstimate("measured"); err != nil {
		t.Fatal(err)
	}
	run, _, err := tree.Run(t.Context(), made, compare.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	if wrong := run.Wrong(10, false); len(wrong) > 0 && run.Of[wrong[0]].Astray > balance.Millisecond {
		t.Errorf("measured loads are wrong at %v, by %d ns", wrong, run.Of[wrong[0]].Astray)
	}
}
