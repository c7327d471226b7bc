package steps

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/foreign"
	"transat/balance/sim"
	"transat/solver/cnf"
)

// The limits of a run that can be shown node by node.
const (
	MostNodes = 400
	MostProcs = len(names)
)

// names are the one-letter names of processors in a drawing.
const names = "0123456789abcdefghijklmnopqrstuvwxyz"

// Story is a run, step by step.
type Story struct {
	Name   string // of the tree
	Setup  compare.Setup
	Tree   *Tree
	Run    *Run
	Result balance.Result
	Steps  []Step
	places []place
}

// Step is something that happens, or some messages that are sent between two things that happen.
type Step struct {
	Time balance.Ticks
	Kind StepKind
	Rank int // where; -1 if in several places
	Node int // that is done, or begun; -1 if none is
	Text string
}

// StepKind is the kind of a step.
type StepKind uint8

// The kinds of steps.
const (
	Started  StepKind = iota // what lies where when the run begins
	Expanded                 // a node, or a subtree in one go
	Sent                     // nodes leave
	Arrived                  // nodes have come
	RanOut                   // a processor has no nodes any more
	Talked                   // messages
	Ended
)

// happening is a step that may be told together with others.
type happening struct {
	Step
	kind  int // of a message
	peer  int
	order int
}

// Tell runs a setup on a tree of that name. The error is that of [Tree.Run].
func Tell(ctx context.Context, name string, tree *Tree, setup compare.Setup) (*Story, error) {
	s := &Story{Name: name, Setup: setup, Tree: tree}
	var all []happening
	add := func(h happening) {
		h.order = len(all)
		all = append(all, h)
	}
	watch := compare.Watch{Timeline: &sim.Timeline{Event: func(m sim.TimelineEvent) {
		if h, ok := s.moment(m); ok {
			add(h)
		}
	}}}
	var err error
	if s.Run, s.Result, err = tree.Run(ctx, setup, watch); err != nil {
		return nil, err
	}
	for i := range s.Run.Of {
		if d := &s.Run.Of[i]; int(d.Head) == i && d.Owner >= 0 {
			add(happening{Step: Step{Time: d.End, Kind: Expanded, Rank: int(d.Owner), Node: i, Text: s.expansion(i)}})
		}
	}
	// What is expanded at a time comes before what follows from it.
	slices.SortFunc(all, func(a, b happening) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(before(a), before(b)), cmp.Compare(a.order, b.order))
	})
	s.Steps = append([]Step{{Kind: Started, Rank: -1, Node: -1, Text: s.start()}}, s.gather(all)...)
	end := fmt.Sprintf("all %d nodes are done; after %s all processors know", s.total(), s.clock(s.Result.Time))
	if s.Result.Found {
		found := "model"
		if slices.ContainsFunc(s.Tree.Nodes, func(n Node) bool { return n.Kind == Solution }) {
			found = "solution"
		}
		end = fmt.Sprintf("a %s is found; after %s all processors know", found, s.clock(s.Result.Time))
	}
	s.Steps = append(s.Steps, Step{Time: s.Result.Time, Kind: Ended, Rank: -1, Node: -1, Text: end})
	for i := range s.Steps {
		s.Steps[i].Text = foreign.Text(s.Steps[i].Text) // a message of a script has any name
	}
	s.places = arrange(tree)
	return s, nil
}

func before(h happening) int {
	if h.Kind == Expanded {
		return 0
	}
	return 1
}

// total is the number of nodes of the tree.
func (s *Story) total() int64 {
	root := &s.Tree.Nodes[0]
	if root.Kind == Above {
		return root.Size - 1
	}
	return root.Size
}

// start tells where the first nodes lie.
func (s *Story) start() string {
	placed := 0
	for i := range s.Run.Of {
		if s.Run.Of[i].Owner == Before {
			placed++
		}
	}
	if placed == 0 {
		return fmt.Sprintf("processor %d begins with the root, node 0", s.Run.Of[0].Owner)
	}
	return fmt.Sprintf("the upper %d nodes are expanded beforehand, and those below are dealt out", placed)
}

// taskName is the name that its file gives a task, or "".
func (s *Story) taskName(node int) string {
	if s.Tree.name == nil {
		return ""
	}
	return foreign.Text(s.Tree.name(node))
}

// expansion tells how a processor expanded a node.
func (s *Story) expansion(node int) string {
	n, d := &s.Tree.Nodes[node], &s.Run.Of[node]
	var b strings.Builder
	fmt.Fprintf(&b, "%d expanded node %d", d.Owner, node)
	var more []string
	if name := s.taskName(node); name != "" {
		more = append(more, name)
	}
	if !n.Decision.IsNone() {
		more = append(more, assignment(n.Decision))
	}
	if d.Received {
		more = append(more, "sent here")
	}
	if len(more) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(more, ", "))
	}
	last := node
	for last+1 < len(s.Run.Of) && int(s.Run.Of[last+1].Head) == node {
		last++
	}
	switch {
	case last > node:
		fmt.Fprintf(&b, " and all below it, up to %d, in one go: less than the grain", last)
	case n.First != 0:
		b.WriteString(": " + s.branches(n))
	case n.Kind == Leaf:
	case n.Kind == Solution:
		b.WriteString(": a solution")
	case n.Kind == Frozen:
		fmt.Fprintf(&b, ": a frozen subtree of %d nodes", n.Count)
	case n.Kind == Model:
		b.WriteString(": a model")
	default:
		b.WriteString(": a conflict")
	}
	return b.String()
}

// branches names the children of a node.
func (s *Story) branches(n *Node) string {
	children := 0
	for range s.Tree.children(n) {
		children++
	}
	switch children {
	case 1:
		return fmt.Sprintf("one branch, %d", n.First)
	case 2:
		return fmt.Sprintf("two branches, %d and %d", n.First, n.Last)
	}
	return fmt.Sprintf("%d branches, %d to %d", children, n.First, n.Last)
}

// assignment is a decision in words.
func assignment(l cnf.Lit) string {
	if l.Negative() {
		return fmt.Sprintf("x%d false", l.Var())
	}
	return fmt.Sprintf("x%d true", l.Var())
}

// moment is what a moment of the run is in the story, and whether it is a part of it.
func (s *Story) moment(m sim.TimelineEvent) (happening, bool) {
	h := happening{Step: Step{Time: m.Time, Rank: m.Rank, Node: -1}, peer: m.Peer}
	switch m.Kind {
	case sim.WorkRanOut:
		h.Kind, h.Text = RanOut, fmt.Sprintf("%d has nothing left to do", m.Rank)
		if m.Time == 0 {
			h.Text = fmt.Sprintf("%d has nothing to do", m.Rank)
		}
	case sim.ElementsSent:
		h.Kind, h.Text = Sent, fmt.Sprintf("%d sends %s to %d", m.Rank, counted(m.Elements, "node"), m.Peer)
	case sim.ElementsArrived:
		h.Kind, h.Text = Arrived, fmt.Sprintf("%d gets %s from %d", m.Rank, counted(m.Elements, "node"), m.Peer)
	case sim.MessageSent:
		h.Kind, h.kind = Talked, int(m.Message.Kind)
		h.Text = fmt.Sprintf("%d %s", m.Rank, s.words(m.Message, fmt.Sprint(m.Peer)))
	default:
		return h, false
	}
	return h, true
}

// words are the words for a message to a peer, as its sender tells it.
func (s *Story) words(m balance.Message, peer string) string {
	fill := func(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.3g", x), ".0") }
	return strings.NewReplacer(
		"{peer}", peer, "{A}", fill(m.A), "{B}", fill(m.B), "{Round}", fmt.Sprint(m.Round),
	).Replace(s.template(int(m.Kind)))
}

// template are the words for a kind of message, with places to fill in.
func (s *Story) template(kind int) string {
	kinds := s.Setup.Policy.Spec.Wordings.Kinds
	if len(kinds) == 0 {
		return "sent {peer} a message"
	}
	return kinds[min(kind, len(kinds)-1)].Sent
}

func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// few is the number of messages in a row up to which each is a step.
const few = 3

// gather makes steps of happenings: many messages between two other things are one step, which says who sent how many.
func (s *Story) gather(all []happening) []Step {
	var steps []Step
	for i := 0; i < len(all); {
		end := i
		for end < len(all) && all[end].Kind == Talked {
			end++
		}
		if end-i > few {
			steps = append(steps, s.gathered(all[i:end]))
			i = end
			continue
		}
		steps = append(steps, all[i].Step)
		i++
	}
	return steps
}

// gathered tells many messages in one step: "1, 2 and 3 asked others for work (40 messages); …"
func (s *Story) gathered(all []happening) Step {
	kinds := map[int][]happening{}
	var order []int
	for _, h := range all {
		if kinds[h.kind] == nil {
			order = append(order, h.kind)
		}
		kinds[h.kind] = append(kinds[h.kind], h)
	}
	var parts []string
	for _, kind := range order {
		var ranks, peers []int
		for _, h := range kinds[kind] {
			ranks, peers = append(ranks, h.Rank), append(peers, h.peer)
		}
		words := strings.NewReplacer("{peer}", list(peers), "{A}", "…", "{B}", "…", "{Round}", "…").Replace(s.template(kind))
		parts = append(parts, fmt.Sprintf("%s %s (%s)", list(ranks), words, counted(len(ranks), "message")))
	}
	last := all[len(all)-1]
	return Step{Time: last.Time, Kind: Talked, Rank: -1, Node: -1, Text: strings.Join(parts, "; ")}
}

// list names numbers, each once: "1, 2 and 3".
func list(ranks []int) string {
	ranks = slices.Compact(slices.Sorted(slices.Values(ranks)))
	var b strings.Builder
	for i, r := range ranks {
		switch {
		case i == 0:
		case i == len(ranks)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, r)
	}
	return b.String()
}

// clock is a simulated time, of few digits, in the unit of the story.
func (s *Story) clock(t balance.Ticks) string {
	one, unit := s.unit()
	return fmt.Sprintf("%.2f %s", float64(t)/float64(one), unit)
}

// unit is the unit of times, and its name: milliseconds, or seconds if the run is long.
func (s *Story) unit() (balance.Ticks, string) {
	const long = 100 * balance.Second
	if s.Result.Time >= long {
		return balance.Second, "s"
	}
	return balance.Millisecond, "ms"
}
