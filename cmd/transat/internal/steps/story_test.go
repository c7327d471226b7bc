package steps

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/compare"

	"transat/cmd/transat/internal/terminal"
	"transat/instances/instancetest"
	"transat/solver/tree"
)

// told tells the story of a policy on a formula.
func told(t *testing.T, name, policy string, change func(*compare.Options)) *Story {
	t.Helper()
	f := instancetest.Formula(t, name)
	recorded, err := tree.Record(t.Context(), f, tree.Options{MaxNodes: MostNodes})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := Grow(t.Context(), recorded, f, MostNodes)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	o := compare.Defaults(chosen)
	o.Sides = []int{2, 2}
	change(&o)
	setups, err := o.Setups()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Tell(t.Context(), name, tree, setups[0])
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func asIs(*compare.Options) {}

// Whatever the policy: steps are in the order of time, every node of an unsatisfiable formula is expanded in one of them, what is sent
// arrives, and no message lacks words.
func TestStoriesAreWhole(t *testing.T) {
	for _, spec := range balance.Policies() {
		if spec.Bound || testing.Short() && spec.Name != "plb" && spec.Name != "steal" {
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			s := told(t, "php-5-4", spec.Name, func(o *compare.Options) {
				if spec.Name == "adf" {
					o.Sides = []int{3, 3} // an even torus is bipartite
				}
			})
			seen := map[int]bool{}
			sent, arrived, talk := 0, 0, 0
			for i, step := range s.Steps {
				if i > 0 && step.Time < s.Steps[i-1].Time {
					t.Errorf("step %d goes back in time", i)
				}
				if strings.ContainsAny(step.Text, "{}") || step.Text == "" {
					t.Errorf("step %d has no words: %q", i, step.Text)
				}
				switch step.Kind {
				case Expanded:
					for n := range s.Run.Of {
						if int(s.Run.Of[n].Head) == step.Node {
							if seen[n] {
								t.Errorf("node %d is expanded twice", n)
							}
							seen[n] = true
						}
					}
				case Sent:
					sent++
				case Arrived:
					arrived++
				case Talked:
					talk++
				}
			}
			placed := 0
			for n := range s.Run.Of {
				if s.Run.Of[n].Owner == Before {
					placed++
				}
			}
			if len(seen)+placed != len(s.Tree.Nodes) {
				t.Errorf("%d nodes are expanded, and %d beforehand, of %d", len(seen), placed, len(s.Tree.Nodes))
			}
			if sent != arrived {
				t.Errorf("nodes are sent %d times, and come %d times", sent, arrived)
			}
			if silent := s.Result.Messages == 0; silent != (talk == 0) {
				t.Errorf("%d messages, %d steps that tell of them", s.Result.Messages, talk)
			}
			expanded := 0
			for _, p := range s.procs(s.Result.Time) {
				expanded += p.expanded
			}
			if expanded+placed != int(s.total()) {
				t.Errorf("the processors have expanded %d nodes, and %d were beforehand, of %d", expanded, placed, s.total())
			}
		})
	}
}

func TestStatesOfNodes(t *testing.T) {
	s := told(t, "php-5-4", "steal", asIs)
	end := s.Run.Of[0].End
	for _, tc := range []struct {
		node int
		now  balance.Ticks
		want state
	}{
		{0, 0, working}, {1, 0, unknown}, {0, end - 1, working}, {0, end, done}, {2, end, unknown}, {2, s.Result.Time, done},
	} {
		if got := s.at(tc.node, tc.now); got != tc.want {
			t.Errorf("node %d at %d: %d, want %d", tc.node, tc.now, got, tc.want)
		}
	}
	if got := s.at(int(s.Tree.Nodes[0].Last), end); got == unknown {
		t.Error("the second child of the root is unknown when the root is done")
	}
}

// Drawings have each node at a place of its own, parents between their children.
func TestPlaces(t *testing.T) {
	s := told(t, "php-5-4", "none", asIs)
	taken := map[[2]int]bool{}
	for i := range s.places {
		x, y := s.spot(i)
		if taken[[2]int{x, y}] {
			t.Errorf("node %d stands on another one", i)
		}
		taken[[2]int{x, y}] = true
		if n := &s.Tree.Nodes[i]; n.First != 0 {
			first, _ := s.spot(int(n.First))
			second, _ := s.spot(int(n.Last))
			if first >= x || x >= second {
				t.Errorf("node %d is at %d, its children at %d and %d", i, x, first, second)
			}
		}
	}
}

func TestKeysOfTheWalk(t *testing.T) {
	s := told(t, "php-5-4", "steal", asIs)
	v := s.Look(terminal.NoPaint)
	last := len(s.Steps) - 1
	for i, step := range []struct {
		key  terminal.Key
		want int
	}{
		{"b", 0}, {terminal.KeyEnter, 1}, {" ", 2}, {terminal.KeyLeft, 1}, {terminal.KeyEnd, last}, {terminal.KeyRight, last}, {"r", 0},
	} {
		if leave := v.Press(step.key); leave || v.step != step.want {
			t.Errorf("%d: after %s: step %d, want %d", i, step.key, v.step, step.want)
		}
	}
	for range s.Steps {
		if v.Press("e"); s.Steps[v.step].Kind == Talked {
			t.Errorf("step %d is talk", v.step)
		}
	}
	if v.step != last || !v.Press("q") || !v.Press(terminal.KeyEscape) {
		t.Errorf("step %d, want the last one, which q leaves", v.step)
	}
}

// Frames fit into every terminal, show the node of the step, and what happens in it.
func TestFramesOfTheWalk(t *testing.T) {
	s := told(t, "php-5-4", "steal", asIs)
	for _, size := range [][2]int{{100, 30}, {80, 24}, {40, 20}, {30, 12}} {
		for _, paint := range []terminal.Paint{terminal.NoPaint, terminal.TruePaint} {
			v := s.Look(paint)
			for k := range s.Steps {
				frame := v.Frame(size[0], size[1])
				if len(frame) > size[1] {
					t.Fatalf("%v, step %d: %d lines", size, k, len(frame))
				}
				for _, line := range frame {
					if terminal.Width(line) > size[0] {
						t.Fatalf("%v, step %d: %d columns: %q", size, k, terminal.Width(line), line)
					}
				}
				if first, _, _ := strings.Cut(s.Steps[k].Text, " "); size[0] >= 80 && !strings.Contains(strings.Join(frame, "\n"), "▸ "+first) {
					t.Fatalf("%v, step %d is not told:\n%s", size, k, strings.Join(frame, "\n"))
				}
				v.Press("n")
			}
		}
	}
}

// screen is a terminal whose user presses some keys.
type screen struct {
	keys chan terminal.Key
	fail error
}

func (s *screen) Size() (columns, rows int) { return 80, 24 }
func (s *screen) Keys() <-chan terminal.Key { return s.keys }
func (s *screen) Draw([]string) error       { return s.fail }

func TestWalkEnds(t *testing.T) {
	s := told(t, "php-5-4", "none", asIs)
	broken := errors.New("broken pipe")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tc := range []struct {
		name string
		ctx  context.Context
		keys []terminal.Key
		fail error
		want error
	}{
		{"by q", t.Context(), []terminal.Key{terminal.KeyEnter, "q"}, nil, nil},
		{"by ctrl-c", t.Context(), []terminal.Key{terminal.KeyCtrlC}, nil, context.Canceled},
		{"with the keyboard", t.Context(), []terminal.Key{terminal.KeyEnter}, nil, nil},
		{"with the context", cancelled, nil, nil, context.Canceled},
		{"with the terminal", t.Context(), nil, broken, broken},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := &screen{keys: make(chan terminal.Key, 8), fail: tc.fail}
			for _, k := range tc.keys {
				x.keys <- k
			}
			if tc.name == "with the keyboard" {
				close(x.keys)
			}
			if err := Play(tc.ctx, x, s.Look(terminal.NoPaint)); !errors.Is(err, tc.want) {
				t.Errorf("error %v, want %v", err, tc.want)
			}
		})
	}
}

// The picture is well-formed XML and has every node with its owner; the page has every step, and asks for no other file.
func TestPictureAndPage(t *testing.T) {
	s := told(t, "php-5-4", "steal", asIs)
	s.Name = `<b>"&`
	var picture, page strings.Builder
	if err := s.SVG(&picture); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(picture.String())); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Count(picture.String(), `class="node"`); got != len(s.Tree.Nodes) {
		t.Errorf("%d nodes are drawn, want %d", got, len(s.Tree.Nodes))
	}
	if err := s.HTML(&page, "transat walk <i>"); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	if got := strings.Count(text, "<li "); got != len(s.Steps) {
		t.Errorf("%d steps, want %d", got, len(s.Steps))
	}
	if strings.Contains(text, `<b>"&`) || strings.Contains(text, "walk <i>") {
		t.Error("a name is taken for HTML")
	}
	if links := regexp.MustCompile(`(src|href)="[^#d]`).FindAllString(text, -1); len(links) > 0 {
		t.Errorf("the page needs other files: %v", links)
	}
}
