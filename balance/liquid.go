package balance

const liquidEssay = `The Liquid model: load flows round the rings of a torus like a liquid that finds its level. In
each step and each dimension in turn, a processor shifts one element to its successor, the next
processor upwards, if a condition on three loads holds: the predecessor's, its own, and the
successor's. There are six (Table 1):

	C0  L > 0                                   it has elements
	C1  L > 1                                   it keeps one
	C2  L > 1, or L = 1 and predecessor > 1     it keeps one, or gets one
	C3  C1, and L ≥ successor                   and the successor has no more load than it
	C4  C2, and L ≥ successor
	C5  C0, and L ≥ successor

C0 to C2 only share: they supply every processor with load. C3 to C5 balance as well. This is C5:

	load  ▆ ▃ ▃ ▁ ▁      the elements of a plateau all move up by one,
	      └→└→└→└→       which carries load over the whole plateau in one step

A load is a number of elements, whatever the load estimate. A hypercube is a torus of twos: in each
dimension a processor and its partner are a ring of two, and each is the other's successor.

Parameter: period, the time from one step to the next; the paper's machine works in lockstep.

Messages: for each neighbour whose condition looks at the load, one a step and dimension, besides
the elements: none under C0 and C1, one under C3 and C5 (to the predecessor) and C2 (to the
successor), two under C4. A neighbour that is waited for is at most a step behind; one that only
waits may be behind by more, up to a ring.

Source: Henrich: Local load balancing according to a simple liquid model, Definition 1, Table 1.

Differs from the paper: where steps are driven by messages, they follow each other at a period, and
an element shifted in one dimension may arrive after the test in the next.
`

// LiquidCondition is one of the shift conditions of the Liquid model.
type LiquidCondition uint8

// The conditions C0 to C5 of Table 1.
const (
	LiquidC0 LiquidCondition = iota
	LiquidC1
	LiquidC2
	LiquidC3
	LiquidC4
	LiquidC5
)

// Shifts reports whether a processor shifts an element to its successor. A load counts elements; the
// predecessor's and the successor's matter if the condition hears them.
func (c LiquidCondition) Shifts(predecessor, own, successor float64) bool {
	var gives bool
	switch c {
	case LiquidC0, LiquidC5:
		gives = own > 0
	case LiquidC1, LiquidC3:
		gives = own > 1
	case LiquidC2, LiquidC4:
		gives = own > 1 || own == 1 && predecessor > 1
	}
	return gives && (!c.HearsSuccessor() || own >= successor)
}

// Test is the condition in a form that can be tested in a loop without a branch, for machines that apply it to a whole
// network at once. A processor with load L shifts an element if
//
//	(L ≥ Least ∨ Fed ∧ L > 0 ∧ the predecessor's load > 1) ∧ (Blind ∨ L ≥ the successor's load)
func (c LiquidCondition) Test() LiquidTest {
	return [...]LiquidTest{
		LiquidC0: {Least: 1, Blind: true},
		LiquidC1: {Least: 2, Blind: true},
		LiquidC2: {Least: 2, Fed: true, Blind: true},
		LiquidC3: {Least: 2},
		LiquidC4: {Least: 2, Fed: true},
		LiquidC5: {Least: 1},
	}[c]
}

// LiquidTest is what LiquidCondition.Test says it is.
type LiquidTest struct {
	Least uint64 // 1 or 2
	Fed   bool   // the last element is shifted if another one comes in
	Blind bool   // the successor's load does not matter
}

// HearsPredecessor reports whether the condition looks at the predecessor's load.
func (c LiquidCondition) HearsPredecessor() bool { return c == LiquidC2 || c == LiquidC4 }

// HearsSuccessor reports whether the condition looks at the successor's load.
func (c LiquidCondition) HearsSuccessor() bool { return c >= LiquidC3 }

// Liquid is the rule of one processor in the Liquid model. It has a substep for each dimension that
// is longer than 1, in which its links are the successor and the predecessor.
type Liquid struct {
	condition LiquidCondition
	links     []Link // by substep: the successor, and the predecessor
}

// Condition returns the shift condition.
func (l *Liquid) Condition() LiquidCondition { return l.condition }

// Substeps implements Rule.
func (l *Liquid) Substeps() int { return max(1, len(l.links)/2) }

// Links implements Rule. A single processor has none.
func (l *Liquid) Links(substep int) []Link {
	if len(l.links) == 0 {
		return nil
	}
	return l.links[2*substep : 2*substep+2 : 2*substep+2]
}

// Flow implements Rule. Loads are numbers of elements: real ones are treated like whole ones.
func (l *Liquid) Flow(_, _ int, own float64, loads []float64, _ bool, send []float64) {
	if len(l.links) == 0 {
		return
	}
	send[0], send[1] = 0, 0
	if l.condition.Shifts(loads[1], own, loads[0]) {
		send[0] = min(1, own)
	}
}

func newLiquid(t Topology, rank int, c LiquidCondition) *Liquid {
	l := &Liquid{condition: c, links: make([]Link, 0, 2*len(t.Sides()))}
	for d, side := range t.Sides() {
		if side == 1 {
			continue
		}
		up, down := ringStep(t, rank, d, 1), ringStep(t, rank, d, -1)
		l.links = append(l.links,
			Link{To: up, Hears: c.HearsSuccessor(), Tells: c.HearsPredecessor()},
			Link{To: down, Hears: c.HearsPredecessor(), Tells: c.HearsSuccessor()},
		)
	}
	return l
}

// ringStep is the next processor on the ring of dimension d. On a hypercube, whose dimensions have a single link,
// the partner is next in either direction.
func ringStep(t Topology, rank, d, by int) int {
	to, ok := t.Step(rank, d, by)
	if !ok {
		to, _ = t.Step(rank, d, -by)
	}
	return to
}

func liquidSpec(c LiquidCondition) Spec {
	digit := string('0' + rune(c))
	titles := [...]string{
		LiquidC0: "an element goes to the successor",
		LiquidC1: "an element goes to the successor; one stays",
		LiquidC2: "an element goes to the successor; one stays or comes",
		LiquidC3: "an element goes to a successor with no more; one stays",
		LiquidC4: "an element goes to a successor with no more; one stays or comes",
		LiquidC5: "an element goes to a successor with no more",
	}
	knows := [...]string{
		LiquidC0: "knows its own load; no messages",
		LiquidC1: "knows its own load; no messages",
		LiquidC2: "knows the load of its predecessors; one message per step and dimension",
		LiquidC3: "knows the load of its successors; one message per step and dimension",
		LiquidC4: "knows the load of its predecessors and successors; two messages per step and dimension",
		LiquidC5: "knows the load of its successors; one message per step and dimension",
	}
	return InSteps(Spec{
		Name:     "liquid-c" + digit,
		Title:    "Liquid model: " + titles[c],
		Family:   familyLiquid,
		Source:   "Henrich: Local load balancing according to a simple liquid model, Table 1 (C" + digit + ")",
		Uses:     knows[c],
		Essay:    liquidEssay,
		Wordings: liquidWordings(c),
		Kinds:    []string{"torus", "ring", "hypercube"},
		Estimate: "count",
		Received: Bottom,
		Refuses:  liquidRefuses,
		Rule: func(t Topology, _ Values) func(int) Rule {
			return func(rank int) Rule { return newLiquid(t, rank, c) }
		},
	}, StepOptions{Elements: true})
}

// liquidRefuses returns why loads cannot flow round rings on a network.
func liquidRefuses(t Topology, _ Values) string {
	switch {
	case t.Kind() == "ring" || t.Kind() == "torus" || t.Kind() == "hypercube":
		return ""
	case len(t.Sides()) == 0:
		return "it has no rings"
	}
	return "its dimensions are no rings"
}
