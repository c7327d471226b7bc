package sim

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// Whatever a tree does wrong, a run ends, and without a panic. What would make it endless or nonsense is noticed.
func TestBrokenTreesEndTheRun(t *testing.T) {
	// What a run must notice, whatever the policy, and what if it looks at every node: adaptive has it do so. Otherwise it
	// passes over subtrees of known size.
	noticed := map[string]bool{
		"negative work": true, "work beyond all time": true, "root panics": true, "subtree panics": true, "subtree negative": true,
	}
	atOneNode := map[string]bool{"negative work in one node": true, "expand panics": true, "level panics": true}
	misjudged := map[string]bool{"subtree too small": true, "subtree too large": true, "subtree enormous": true}
	for _, c := range balancetest.BrokenTrees() {
		for _, policy := range []string{"steal", "plb", "adaptive", "ideal"} {
			for _, grain := range []float64{0, 0.05} {
				t.Run(fmt.Sprint(c.Name, "/", policy, "/", grain), func(t *testing.T) {
					cfg := config(t, policy, "", []int{2, 2}, &balancetest.Tree{Nodes: 300})
					cfg.Tree, cfg.Grain, cfg.Limit = c.Tree(), grain, 1000*balance.Second
					cfg.Bound = policy == "ideal"
					_, err := Run(t.Context(), cfg)
					var broken *balance.TreeError
					found := errors.As(err, &broken)
					if err != nil && !found && !errors.Is(err, ErrLimit) {
						t.Fatal(err)
					}
					passesOver := policy == "steal" || policy == "plb"
					must := noticed[c.Name] || atOneNode[c.Name] && policy == "adaptive" || misjudged[c.Name] && passesOver ||
						c.Name == "finish panics" && policy == "plb" && grain > 0
					switch {
					case must && !found:
						t.Errorf("error %v, want a TreeError", err)
					case must && broken.Method != c.Method:
						t.Errorf("%v: want %s", err, c.Method)
					case must && c.Panics && (broken.Panic != "oops" || broken.Tree != "*balancetest.bentTree"),
						must && c.Panics && !strings.Contains(err.Error(), "broken_trees.go:"):
						t.Errorf("%+v", broken)
					}
				})
			}
		}
	}
}

// A panic that is none of a tree or policy goes on.
func TestOtherPanicsGoOn(t *testing.T) {
	cfg := config(t, "steal", "", []int{2, 2}, &balancetest.Tree{Nodes: 300})
	cfg.Progress = func(int64) { panic("the fuse was lit") }
	defer func() {
		if r := recover(); r != "the fuse was lit" {
			t.Errorf("panic %v", r)
		}
	}()
	_, err := Run(t.Context(), cfg)
	t.Errorf("error %v, want a panic", err)
}

// endless is a tree without end.
type endless struct {
	children int
	says     [3]int64 // Subtree
}

func (endless) Root() int     { return 0 }
func (endless) Level(int) int { return 1 }

func (x endless) Expand(e int, dst []int) ([]int, int64, int64, bool) {
	for range x.children {
		dst = append(dst, e+1)
	}
	return dst, 1, 1, false
}

func (endless) Finish(int) (work, nodes int64, found bool)  { panic("it never ends") }
func (x endless) Subtree(int) (work, nodes, elements int64) { return x.says[0], x.says[1], x.says[2] }

// A run on a tree without end is given up at the limit, or when it is seen that Subtree was wrong.
func TestEndlessTreesEndAtTheLimit(t *testing.T) {
	for _, says := range [][3]int64{{}, {1000, 1000, 1000}, {1, 1, 1}} {
		for _, children := range []int{1, 2} {
			for _, policy := range []string{"none", "steal", "lade", "ideal", "physical"} {
				for _, start := range Starts() {
					t.Run(fmt.Sprint(policy, "/", start, "/", children, "/", says[0]), func(t *testing.T) {
						base := config(t, policy, "", []int{2, 2}, nil)
						cfg := Config[int]{
							Tree: endless{children, says}, Topology: base.Topology, Physical: base.Physical, Cost: base.Cost,
							Policy: base.Policy, Received: base.Received, Estimate: base.Estimate, Seed: 1, Start: start,
							Bound: policy == "ideal", Limit: 2 * balance.Second,
						}
						if policy == "physical" {
							cfg.Start = StartFrontier
							cfg.Placement = &Placement{Pieces: 2, Deal: func(loads []float64) []int { return make([]int, len(loads)) }}
						}
						_, err := Run(t.Context(), cfg)
						var broken *balance.TreeError
						if !errors.Is(err, ErrLimit) && (says[0] == 0 || !errors.As(err, &broken) || broken.Method != "Subtree") {
							t.Errorf("error %v", err)
						}
					})
				}
			}
		}
	}
}
