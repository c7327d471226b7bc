package balance

const idealEssay = `Perfect balance at no cost: all waiting elements lie in one pool, from which every processor takes the
next in no time. No policy can know that much, so this one is not made of callbacks: it is a bound
(Spec.Bound), and a machine has to run it in a way of its own. That of package sim deals out elements
greedily, largest subtrees first, and counts nothing but the work of the tree.

	time ≥ max(sequential time/n, critical path)

Greed takes at most the sum of the two; on trees that are large enough for n processors it takes the
first, to a few hundredths. What a policy takes longer is the price of not knowing, and of messages. On a
tree with a solution it is no bound: another order may find one sooner.

Messages: none; nor does an element cost anything to send, receive or take.

No script: a script runs on each processor, and a bound on none.

Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications,
1999, §4.3 (RT_IDEAL).
`

func idealSpec() Spec {
	return Spec{
		Name:     "ideal",
		Title:    "perfect balance at no cost: a bound for all policies, not one of them",
		Family:   familyBounds,
		Source:   "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, 1999, §4.3 (RT_IDEAL)",
		Uses:     "knows all subtrees and their work; moves elements in no time and without messages",
		Essay:    idealEssay,
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Bound:    true,
		New:      func(Topology, Values) Maker { return func(int) Policy { return Base{} } },
	}
}
