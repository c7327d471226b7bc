package balance

const plbStrictEssay = `PLB as §5 of its paper words it. It is plb but for three things:

A phase balances all dimensions of a grid: first the rows of a mesh, and then, in the same phase, its columns. A
processor whose row is done reports its load up its column, a tree rooted in the middle; the mean comes down, every
link learns its flow, and loads move as they did along the rows. No one waits for rows other than its own and
those of its column.

	8 0 0      3 3 2      1 1 1      rows, then columns: one phase
	0 0 0  →   0 0 0  →   1 1 1
	0 0 0      0 0 0      1 1 0

A phase begins when some processor is out of work. One whose list is empty, but which still works on its last
element, does not begin it.

And an element is solved to its end if its load is below β·mean, however little the processor has. So fewer elements
go through the lists than under plb: on 32 processors half as many. If the estimate says little about size, a
processor may search a large part of the tree alone.

Parameters: those of plb, period, again, beta and gamma, with the same values, which were fitted to plb. And two that
say otherwise what begins a phase: few, the number of waiting elements below which a processor counts as short of
work (0, from 0 to 1000; 0: only one that has nothing at all to do, as in §5; 1: an empty list, as in plb); share,
the share of all processors of which more must be short of work (0, from 0 to 0.5; 0: one will do).

Messages: those of plb, and in a phase two more per link for each dimension after the first.

Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §5 and Figure 3.

With few=2:share=0.008:period=1.5:again=0.17 more of the paper's numbers come out (transat help machines, tried.md). The values
were searched for; the paper has nothing of a share.

The reported number of phases counts the dimensions one by one, as plb does.

Differs from the paper: the machine announces the end of the run, which the precomputation finds in §5. And an element
with the largest load of all, 1, is never solved to its end. Estimate (b) calls every element 1; where lists
are longer than 1/β, a processor that has received a tenth of the tree would search it alone, and on a line of 256
some do: idle times become forty times the paper's, which cannot have been so.
`

func plbStrictSpec() Spec {
	s := plbSpec()
	s.Name = "plb-strict"
	s.Title = "plb with rows and then columns in one phase, when a processor is out of work"
	s.Source = "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §5"
	s.Essay = plbStrictEssay
	s.Params = append(s.Params,
		Param{
			Name: "few", Title: "waiting elements below which a processor is short of work; 0: it has nothing at all to do",
			Default: 0, Min: 0, Max: 1000,
		},
		Param{Name: "share", Title: "share of all processors of which more must be short of work", Default: 0, Min: 0, Max: 0.5})
	s.New = func(t Topology, v Values) Maker {
		plan := newPLBPlan(t, v)
		plan.strict, plan.few, plan.share = true, int(v["few"]), v["share"]
		return plan.maker()
	}
	return s
}

// plbStages is what a processor keeps of a phase that balances all dimensions.
type plbStages struct {
	summing bool    // the tree of the dimension of the turn is being summed up, and the own sum has not been sent
	reports []uint8 // by dimension: children that have sent theirs; they may be ahead of this processor
}

// line sends the sum of the own subtree up the tree of the next dimension, or finds the mean at its root, once this
// processor has done with the dimension before and all children have reported.
func (b *plb) line(p Proc) {
	own := b.own()
	place := &own.place
	if !b.stages.summing || int(b.stages.reports[b.turn]) < place.count() {
		return
	}
	b.stages.summing, b.stages.reports[b.turn] = false, 0
	b.sum = p.Load() + own.sums[0] + own.sums[1]
	if place.parent >= 0 {
		p.Send(int(place.parent), Message{Kind: plbLineSum, A: b.sum})
		return
	}
	b.level(p, b.sum/float64(place.procs()))
}

// level tells the children the mean of the tree, and begins to balance it.
func (b *plb) level(p Proc, mean float64) {
	b.own().place.tell(p, Message{Kind: plbLineMean, A: mean})
	p.CountPhase()
	b.settle(p, mean)
}
