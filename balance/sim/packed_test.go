package sim_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/sim"
	"transat/instances/instancetest"
	"transat/solver/tree"
)

// record records the tree of a sample.
func record(t *testing.T, name, rule string) *tree.Tree {
	t.Helper()
	tree, err := tree.Record(t.Context(), instancetest.Formula(t, name), tree.Options{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// A recorded tree and a balance.PackedElement mean the same by 64 bits.
func TestPackedElementsAreThoseOfTheTree(t *testing.T) {
	for _, name := range []string{"100-430-3/1", "150-645-3/1", "60-600-4/1"} { // the first one is satisfiable
		recorded := record(t, name, "lex")
		packed := recorded.Packed()
		if int64(len(packed)) != recorded.Nodes() {
			t.Fatalf("%s: %d numbers for %d nodes", name, len(packed), recorded.Nodes())
		}
		known, splits := 0, 0
		for i := range packed {
			n, e := tree.Node(i), balance.PackedElement(packed[i])
			if e.Size() == 0 {
				if e.Splits() {
					t.Fatalf("%s: node %d, of which nothing is known, splits", name, n)
				}
				continue
			}
			known++
			children, own, _, found := recorded.Expand(n, nil)
			work, nodes, _ := recorded.Subtree(n)
			if nodes > 0 && (int64(e.Size()) != nodes || e.Work() != work) || int(e.Level()) != recorded.Level(n) {
				t.Fatalf("%s: node %d has size %d, work %d, level %d, want %d, %d, %d", name, n, e.Size(), e.Work(), e.Level(), nodes,
					work, recorded.Level(n))
			}
			if want := nodes > 0 && len(children) == 2 && !found; e.Splits() != want {
				t.Fatalf("%s: node %d splits: %v, want %v", name, n, e.Splits(), want)
			}
			if e.Splits() {
				splits++
				second := children[1]
				below := int(e.Level() + e.Step())
				if children[0] != n+1 || recorded.Level(n+1) != below || recorded.Level(second) != below || e.Own() != own {
					t.Fatalf("%s: node %d has own work %d and step %d; its children are %v, on levels %d and %d, its work is %d",
						name, n, e.Own(), e.Step(), children, recorded.Level(n+1), recorded.Level(second), own)
				}
			}
		}
		if known < len(packed)/2 || splits == 0 {
			t.Errorf("%s: of %d nodes, %d are known, and %d split", name, len(packed), known, splits)
		}
	}
	if tree := record(t, "200-860-3/1", "weights"); tree.Packed() != nil {
		t.Error("a tree with frozen subtrees is packed")
	}
}

// unpacked is a tree that is no balance.PackedTree.
type unpacked struct{ balance.Surveyor[tree.Node] }

// inWork stands for a grain in work.
const inWork = -1

// A run is the same to the last event on a tree that is a balance.PackedTree.
func TestPackedTreesChangeNothing(t *testing.T) {
	balancetest.SkipShort(t)
	names := []string{"150-645-3/1", "100-430-3/1", "60-600-4/1"}
	if os.Getenv("TRANSAT_TEST_MORE") == "" {
		names = names[1:]
	}
	for _, name := range names {
		recorded := record(t, name, "lex")
		for _, policy := range []string{"plb", "plb:few=1:own=1", "lade", "steal", "random-polling", "liquid-c5", "diffusion", "none"} {
			for _, grain := range []float64{0, 0.05, 4, inWork} {
				for _, received := range []balance.End{balance.Top, balance.Bottom, balance.InOrder} {
					run := func(seen balance.Tree[tree.Node]) ([]sim.Event, balance.Result) {
						cfg := config(t, seen, policy, 4, 4)
						cfg.Grain, cfg.Received = grain, received
						if grain == inWork {
							cfg.Grain, cfg.Budget = 0, 4*cfg.Cost.MoveTime()
						}
						var events []sim.Event
						cfg.Trace = func(e sim.Event) { events = append(events, e) }
						result, err := sim.Run(t.Context(), cfg)
						if err != nil {
							t.Fatal(err)
						}
						return events, result
					}
					events, result := run(recorded)
					want, wantResult := run(unpacked{recorded})
					what := fmt.Sprint(name, " ", policy, " ", grain, " ", received)
					if !slices.Equal(events, want) {
						t.Fatalf("%s: -otherwise +packed:\n%s", what, cmp.Diff(want, events))
					}
					if diff := cmp.Diff(wantResult, result); diff != "" {
						t.Fatalf("%s: -otherwise +packed:\n%s", what, diff)
					}
				}
			}
		}
	}
}

// numbered is a tree that is no balance.PackedTree, but numbers its elements.
type numbered struct {
	unpacked
	balance.IntervalTree[tree.Node]
}

func (n numbered) Root() tree.Node { return n.unpacked.Root() }

func (n numbered) Expand(e tree.Node, dst []tree.Node) ([]tree.Node, int64, int64, bool) {
	return n.unpacked.Expand(e, dst)
}

func (n numbered) Finish(e tree.Node) (work, nodes int64, found bool) { return n.unpacked.Finish(e) }

func (n numbered) Level(e tree.Node) int { return n.unpacked.Level(e) }

func (n numbered) Subtree(e tree.Node) (work, nodes, elements int64) { return n.unpacked.Subtree(e) }

// What a timeline tells of moves does not depend on whether a tree is a balance.PackedTree.
func TestPackedTreesTellTheSameMoves(t *testing.T) {
	recorded := record(t, "150-645-3/1", "lex")
	for _, policy := range []string{"plb", "steal", "liquid-c5"} {
		for _, grain := range []float64{0, 0.05, inWork} {
			told := func(seen balance.Tree[tree.Node]) (moves []int32) {
				cfg := config(t, seen, policy, 4, 4)
				cfg.Grain = grain
				if grain == inWork {
					cfg.Grain, cfg.Budget = 0, 4*cfg.Cost.MoveTime()
				}
				cfg.Timeline = &sim.Timeline{
					Moved: func(_, earlier int32) bool { moves = append(moves, earlier); return true },
					Event: func(m sim.TimelineEvent) { moves = append(moves, m.Move) },
					Look: func(v *sim.View) balance.Ticks {
						moves = append(moves, v.Move...)
						return v.Time + 10*balance.Millisecond
					},
				}
				if _, err := sim.Run(t.Context(), cfg); err != nil {
					t.Fatal(err)
				}
				return moves
			}
			got, want := told(recorded), told(numbered{unpacked{recorded}, recorded})
			if !slices.Equal(got, want) || slices.Max(got) < 20 {
				t.Errorf("%s %v: %d and %d numbers of moves differ, up to %d", policy, grain, len(got), len(want), slices.Max(got))
			}
		}
	}
}
