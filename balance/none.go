package balance

const noneEssay = `No balancing: elements stay where they are. It is the baseline of every comparison (NLB in
Corradi, Leonardi, Zambonelli), and shows what the start placement alone achieves.
`

func noneSpec() Spec {
	return Spec{
		Name:     "none",
		Title:    "no balancing: elements stay where they start",
		Family:   familyBounds,
		Source:   "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4 (NLB)",
		Uses:     "knows and sends nothing",
		Essay:    noneEssay,
		Wordings: Wordings{Quiet: "nothing is shared: processors keep what they have"},
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		New:      func(Topology, Values) Maker { return func(int) Policy { return Base{} } },
	}
}
