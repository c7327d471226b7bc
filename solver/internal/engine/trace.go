package engine

import "transat/solver/cnf"

// Noting is an engine that can note why literals become true, so that an Explainer can say why a node is in conflict. It notes nothing before it is asked to.
type Noting interface {
	// Note makes the engine note reasons, from the next Reset on. The number of a clause is what hints call it; the slice is valid during the call only.
	Note(number func(clause []cnf.Lit) int64) Explainer
	// Log appends what the Explainer needs to know of the current node, which is in conflict: what has changed on the trail since the call before.
	// The formula must not be refuted without propagation.
	Log(log []uint64) []uint64
}

// Explainer finds the ways back from the conflicts of an engine. It shares nothing with the engine that changes, so that it can work on another core.
type Explainer interface {
	// Explain finds the way from a conflict back to the decisions, whose lemmas are in t, and adds those it needs to t.Needed. Of the engine it wants
	// all logs, in their order. It returns hints: the numbers of the clauses on the way, in the order of the trail, so that the clause that is false is the
	// last. They are valid until the next call.
	Explain(log []uint64, t *Trace) (hints []int64)
}

// Trace is what is known of the decisions that lead to a conflict.
type Trace struct {
	Closed []Lemma   // by decision: what it rests on
	Needed Decisions // first children that the conflict rests on. There are as many words as the path needs
}

// Lemma is what a decision rests on: a first child on itself, and a second child on the lemma of the first.
type Lemma struct {
	Number int64     // of the lemma, as hints call it; 0 for a first child
	Needs  Decisions // first children: those whose complements are the other literals of the lemma, or the decision itself
}

// Need adds to Needed what decision i rests on. It returns the number of the lemma, 0 if there is none.
func (t *Trace) Need(i int) int64 {
	c := &t.Closed[i]
	needed := t.Needed[:len(c.Needs)]
	for w, word := range c.Needs {
		needed[w] |= word
	}
	return c.Number
}

// Decisions is a set of decisions on a path: bit i of all words together is decision i. Bits beyond the last word are 0.
type Decisions []uint64

// Words is how many words a set of that many decisions has.
func Words(decisions int) int { return (decisions + 63) / 64 }

// Add adds a decision. There must be a word for it.
func (d Decisions) Add(i int) { d[i>>6] |= 1 << (i & 63) }

// Remove takes a decision out. There must be a word for it.
func (d Decisions) Remove(i int) { d[i>>6] &^= 1 << (i & 63) }
