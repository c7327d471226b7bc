package engine_test

import (
	"errors"
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/internal/recording/recordingtest"
	"transat/cmd/transat/internal/steps"
	"transat/cmd/transat/internal/web/engine"
)

type treeReply struct {
	Procs                       int
	Time                        float64 `json:"time_s"`
	Efficiency                  float64
	Send                        float64
	End                         int64
	Parent, Level, Owner, Head  []int
	Kind                        []string
	Decision, Received, Move    []int
	Begin, Done, Expected, True []int64
	Wrong                       []int
	WrongSent                   []int `json:"wrong_sent"`
}

type nodeReply struct {
	Level    int
	Conflict string
	Assigned []struct {
		Lit, Decision int
		Reason        string
	}
	Left []struct {
		Clause string
		Free   []int
	}
	Count, Of int
}

// The tree that the page draws belongs to the run that compare prints.
func TestTreeviewIsTheRun(t *testing.T) {
	e := engine.New(balance.Builtin())
	setting := fields{"tree": "60-258-3/1", "grid": "2x3", "policy": "steal", "seed": 3}
	run := fields{"do": "run"}
	view := fields{"do": "treeview"}
	for k, v := range setting {
		run[k], view[k] = v, v
	}
	row, _ := answer[struct {
		Row struct {
			Time       float64 `json:"time_s"`
			Efficiency float64
			Send       float64
		}
	}](t, e, run)
	tree, _ := answer[treeReply](t, e, view)
	if tree.Time != row.Row.Time || tree.Efficiency != row.Row.Efficiency || tree.Send != row.Row.Send || tree.Procs != 6 {
		t.Errorf("the tree is that of another run: %v, %v", row, tree.Time)
	}
	owners := map[int]int{}
	for i, owner := range tree.Owner {
		owners[owner]++
		if tree.Begin[i] > tree.Done[i] || tree.Done[i] > tree.End || owner < 0 || owner >= 6 {
			t.Fatalf("node %d: processor %d from %d to %d", i, owner, tree.Begin[i], tree.Done[i])
		}
	}
	if len(owners) < 3 || len(tree.Wrong) != 20 || len(tree.WrongSent) == 0 {
		t.Errorf("owners %v; %d wrong, %d of those sent", owners, len(tree.Wrong), len(tree.WrongSent))
	}
}

// What a node's formula has become fits the tree: at every node, the level and the conflict.
func TestNodeFitsTheTree(t *testing.T) {
	e := engine.New(balance.Builtin())
	tree, _ := answer[treeReply](t, e, fields{"do": "treeview", "tree": "php-5-4", "grid": "2x2", "policy": "steal"})
	for i := range tree.Parent {
		decisions := []int{}
		for at := i; tree.Parent[at] >= 0; at = tree.Parent[at] {
			decisions = append([]int{tree.Decision[at]}, decisions...)
		}
		node, _ := answer[nodeReply](t, e, fields{"do": "node", "tree": "php-5-4", "decisions": decisions})
		if node.Level != tree.Level[i] || (node.Conflict != "") != (tree.Kind[i] == steps.Conflict.String()) {
			t.Fatalf("node %d, %s at level %d: got level %d, conflict %q", i, tree.Kind[i], tree.Level[i], node.Level, node.Conflict)
		}
		if len(node.Assigned) != node.Level || node.Count != len(node.Left) || node.Of != 45 {
			t.Fatalf(
				"node %d: %d assigned at level %d, %d of %d clauses left of %d", i, len(node.Assigned), node.Level, len(node.Left), node.Count,
				node.Of)
		}
		if i == 0 && (len(node.Assigned) != 0 || node.Left[0].Clause != "(1 ∨ 2 ∨ 3 ∨ 4)" && len(node.Left[0].Free) != 2) {
			t.Fatalf("the root: %+v", node)
		}
	}
}

// Lists are lists for JavaScript, even when there is nothing in them.
func TestTreeviewOfOneProcessor(t *testing.T) {
	tree, _ := answer[treeReply](
		t, engine.New(balance.Builtin()), fields{"do": "treeview", "tree": "php-5-4", "grid": "1x1", "policy": "steal"})
	if tree.WrongSent == nil || len(tree.WrongSent) > 0 || len(tree.Owner) != 47 {
		t.Errorf("%v was sent, %d nodes", tree.WrongSent, len(tree.Owner))
	}
}

func TestTreeviewRefuses(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, c := range []struct{ tree, policy, want string }{
		{"200-860-3/1", "steal", "at most 20000"},
		{"uts-default", "steal", "has no formula"},
		{"php-5-4", "ideal", "choose another policy"},
	} {
		_, err := ask(t, e, fields{"do": "treeview", "tree": c.tree, "grid": "2x2", "policy": c.policy})
		var told *engine.Error
		if !errors.As(err, &told) || !strings.Contains(told.Message, c.want) {
			t.Errorf("%s: %v", c.tree, err)
		}
	}
	if _, err := ask(t, e, fields{"do": "node", "tree": "php-5-4", "decisions": []int{99}}); err == nil ||
		!strings.Contains(err.Error(), "variables 1 to 20") {
		t.Errorf("a decision too high: %v", err)
	}
}

// Every node has come to its processor by the moves of the recording that comes with the tree, and the nodes
// above have come by some of them.
func TestTreeviewKnowsTheMoves(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, policy := range []string{"steal", "plb", "lade"} {
		tree, blobs := answer[treeReply](
			t, e, fields{"do": "treeview", "tree": "60-258-3/1", "grid": "2x3", "policy": policy, "start": "root"})
		header := recordingtest.Header(t, blobs[0])
		if header.Moves == 0 || header.Traced <= header.End {
			t.Fatalf("%s: %d moves, known until %d of %d", policy, header.Moves, header.Traced, header.End)
		}
		sent := 0
		for i, move := range tree.Move {
			up := max(0, tree.Parent[i])
			switch {
			case move < 0 || move > header.Moves || move == 0 && tree.Owner[i] != tree.Owner[0]:
				t.Fatalf("%s: node %d of processor %d has come by move %d of %d", policy, i, tree.Owner[i], move, header.Moves)
			case tree.Received[i] > 0 && move <= tree.Move[up]:
				t.Fatalf("%s: node %d was sent, by move %d; the node above came by move %d", policy, i, move, tree.Move[up])
			case tree.Received[i] == 0 && (move != tree.Move[up] || tree.Owner[i] != tree.Owner[up]):
				t.Fatalf("%s: node %d has come by move %d, the node above by %d", policy, i, move, tree.Move[up])
			}
			sent += tree.Received[i]
		}
		if sent == 0 {
			t.Errorf("%s: no node was sent", policy)
		}
	}
}
