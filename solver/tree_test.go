package solver

import (
	"errors"
	"math"
	"testing"
	"time"

	"transat/instances/families"
	"transat/instances/instancetest"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// What is left of a tree is told by what was closed of late.
func TestTreeLeft(t *testing.T) {
	at := func(nodes int64, closed float64) mark {
		return mark{nodes, closed, time.Duration(nodes) * time.Microsecond}
	}
	for _, test := range []struct {
		name        string
		before, now mark
		left        float64
	}{
		{"steady", at(1000, 0.25), at(2000, 0.5), 2000},
		{"slower than in the beginning", at(1000, 0.5), at(2000, 0.75), 1000},
		{"nearly all is closed", at(1000, 0.9), at(2000, 0.95), 1000},
		{"standing still", at(1000, 0.9), at(2000, 0.9), math.Inf(1)},
		{"nothing is closed", at(1000, 0), at(2000, 0), math.Inf(1)},
		{"not begun", at(0, 0), at(0, 0), math.Inf(1)},
	} {
		tree := treeSearch{now: test.now, marks: [2]mark{test.before, test.now}}
		if left := tree.left(); math.Abs(left-test.left) > 1e-6 && left != test.left {
			t.Errorf("%s: %v nodes left, want %v", test.name, left, test.left)
		}
		if want := test.left * 1e-6; math.Abs(tree.timeLeft()-want) > 1e-9 && tree.timeLeft() != want && test.now.nodes > 0 {
			t.Errorf("%s: %v s left, want %v", test.name, tree.timeLeft(), want)
		}
	}
}

// Trees of known size are estimated well after a part of them, and hopeless ones are known to be.
func TestTreeForesight(t *testing.T) {
	for _, test := range []struct {
		name        string
		formula     *cnf.Formula
		least, most float64 // of all nodes
	}{
		{"multiplier, 7,985 nodes", families.Multipliers(6), 7000, 9000},
		{"random, 3,551 nodes", instancetest.Formula(t, "200-860-3/1"), 500, 50_000},
		{"adder", families.Adders(16), 1e9, math.Inf(1)},
		{"pigeons that fit", families.Pigeons(40, 40, families.Sequential), 1e9, math.Inf(1)},
		{"counter", families.Counter(10, 60, 61), 1e9, math.Inf(1)},
	} {
		s := &session{formula: test.formula, opt: Options{Rule: defaultRule}}
		var tree treeSearch
		if err := tree.begin(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			if outcome, err := tree.search(max(firstNodes, tree.now.nodes)); outcome != dpll.Running || err != nil {
				t.Fatalf("%s: %v, %v", test.name, outcome, err)
			}
		}
		if all := float64(tree.now.nodes) + tree.left(); all < test.least || all > test.most {
			t.Errorf("%s: %.3g nodes foreseen, want %.3g to %.3g", test.name, all, test.least, test.most)
		}
	}
}

// Without memory for a first look at the tree there is no answer. If learning has begun, it goes on without the tree.
func TestAutoWithoutMemoryForTheTree(t *testing.T) {
	f := families.Adders(8)
	for _, test := range []struct {
		look int64
		want cnf.Verdict
	}{{10, cnf.Unknown}, {0, cnf.Unsatisfiable}} {
		s := &session{
			formula: f, base: f, opt: Options{Threads: 1, Rule: defaultRule, MaxMemory: 1, Log: func(string) {}},
			pace: pace{look: test.look, background: 1e9, slice: 1},
		}
		err := s.searchAuto(t.Context())
		if err != nil || s.result.Verdict != test.want || errors.Is(s.result.Reason, cnf.ErrMemory) != (test.want == cnf.Unknown) {
			t.Errorf("%v by %s, %v, %v; want %v", s.result.Verdict, s.opt.Engine, s.result.Reason, err, test.want)
		}
	}
}
