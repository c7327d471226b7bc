package compare_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
	"transat/balance/sim"
)

// A tree that breaks its promises is not compared: the error is that of balance.CheckTree.
func TestPoliciesLooksAtTheTreeBefore(t *testing.T) {
	for _, c := range balancetest.BrokenTrees() {
		if strings.Contains(c.Name, "now and then") {
			continue // too late for the small sample
		}
		t.Run(c.Name, func(t *testing.T) {
			table, err := compare.Policies(t.Context(), c.Tree(), small(t, "steal", "plb"))
			var broken *balance.TreeError
			if !errors.As(err, &broken) || broken.Method != c.Method || broken.Path == nil || !strings.Contains(err.Error(), c.Says) {
				t.Errorf("error %v, want one of %s with %q", err, c.Method, c.Says)
			}
			if len(table.Rows) > 0 {
				t.Errorf("%d rows", len(table.Rows))
			}
		})
	}
}

// Without the sample, the runs end all the same, and a panic is an error that names the method.
func TestPoliciesEndsWithoutASample(t *testing.T) {
	for _, c := range balancetest.BrokenTrees() {
		t.Run(c.Name, func(t *testing.T) {
			o := small(t, "steal", "adaptive", "ideal")
			o.Sample, o.Threads = -1, 2
			if c.Method == "Load" { // otherwise nobody asks for loads
				o.Load = "measured"
			}
			_, err := compare.Policies(t.Context(), c.Tree(), o)
			var broken *balance.TreeError
			switch found := errors.As(err, &broken); {
			case err != nil && !found && !errors.Is(err, sim.ErrLimit):
				t.Error(err)
			case c.Panics && c.Method != "Finish" && (!found || broken.Method != c.Method || broken.Panic != "oops"):
				t.Errorf("error %v, want a TreeError of %s", err, c.Method)
			}
		})
	}
}

// endless is a tree without end, which says that it has one.
type endless struct {
	finish func()
	says   int64
}

func (endless) Root() int       { return 0 }
func (endless) Level(e int) int { return e }
func (endless) Expand(e int, dst []int) ([]int, int64, int64, bool) {
	return append(dst, e+1, e+1), 100, 1, false
}

func (x endless) Subtree(int) (work, nodes, elements int64) { return 100 * x.says, x.says, x.says }

func (x endless) Finish(int) (work, nodes int64, found bool) { x.finish(); return 1, 1, false }

// Patience ends the runs on a tree without end, if the tree says how large it is; or it is seen that it is larger than that.
func TestPoliciesEndsOnAnEndlessTree(t *testing.T) {
	for _, policy := range []string{"none", "steal", "plb", "adaptive", "ideal"} {
		o := small(t, policy)
		o.Sample = -1
		_, err := compare.Policies(t.Context(), endless{says: 1000}, o)
		var broken *balance.TreeError
		if !errors.Is(err, sim.ErrLimit) && !errors.As(err, &broken) {
			t.Errorf("%s: error %v", policy, err)
		}
	}
}

// The context ends them in any case, also in a call that does not return.
func TestPoliciesEndsWithTheContextInACall(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	hang := make(chan bool)
	defer close(hang)
	tree := endless{finish: func() {
		cancel()
		<-hang
	}}
	table, err := compare.Policies(ctx, tree, small(t, "plb").AsPublished()) // with a grain in load: without, Finish is not called
	if !errors.Is(err, context.Canceled) || len(table.Rows) > 0 {
		t.Errorf("error %v, %d rows", err, len(table.Rows))
	}
}
