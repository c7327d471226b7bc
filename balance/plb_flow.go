package balance

import "math"

// The balancing phase of PLB: see plb.go, which comes first. This file has the lines, each a tree
// rooted in its middle, and the flows along them.

// plbLine is a processor's place in one line: a tree rooted in the middle.
type plbLine struct {
	parent   int // rank, -1 in the middle
	procs    int // in the subtree of this processor
	length   int // of the whole line
	children []plbChild
	sum      float64 // load of the subtree, as last reported
	reports  int     // children whose sums are in
}

type plbChild struct {
	rank, procs int
	sum         float64
}

// plbDebt is a link that has to send.
type plbDebt struct {
	to   int
	load float64
}

func newPLBLine(t Topology, rank, d int) plbLine {
	side := t.Sides()[d]
	at := 0
	for r, ok := t.Step(rank, d, -1); ok; r, ok = t.Step(r, d, -1) {
		at++
	}
	line := plbLine{parent: -1, procs: side, length: side}
	middle := side / 2
	if below, ok := t.Step(rank, d, -1); ok {
		line.add(below, at, at > middle)
	}
	if above, ok := t.Step(rank, d, 1); ok {
		line.add(above, side-1-at, at < middle)
	}
	return line
}

// add notes a neighbour in the line, beyond which (itself included) there are so many processors.
func (l *plbLine) add(rank, procs int, parent bool) {
	if parent {
		l.parent, l.procs = rank, l.length-procs
	} else {
		l.children = append(l.children, plbChild{rank: rank, procs: procs})
	}
}

// note records a child's sum.
func (l *plbLine) note(child int, sum float64) {
	for i := range l.children {
		if l.children[i].rank == child {
			l.children[i].sum = sum
			l.reports++
		}
	}
}

// total adds a load to what the children have reported, for the next report.
func (l *plbLine) total(load float64) float64 {
	l.sum, l.reports = load, 0
	for _, c := range l.children {
		l.sum += c.sum
	}
	return l.sum
}

// reportLine sends the sum of the own subtree up the line of the stage under way, once all children
// in it have reported; in the middle it turns it into the mean.
func (b *plb) reportLine(p Proc) {
	if b.stage == 0 || b.stage == len(b.lines) || b.state != plbGathering {
		return
	}
	line := &b.lines[b.stage]
	if line.reports < len(line.children) {
		return
	}
	sum := line.total(p.Load() + p.Working())
	b.state = plbReported
	if line.parent >= 0 {
		p.Send(line.parent, Message{Kind: plbLineSum, A: sum})
		return
	}
	b.flow(p, sum/float64(line.length))
}

// flow passes the mean of the line on and settles its links.
func (b *plb) flow(p Proc, mean float64) {
	for _, c := range b.lines[b.stage].children {
		p.Send(c.rank, Message{Kind: plbLineMean, A: mean})
	}
	b.settle(p, mean)
}

// settle works out the flow δ of every link of the line under way. Both ends of a link come to the
// same number, so each knows which of them sends, if any.
func (b *plb) settle(p Proc, mean float64) {
	line := &b.lines[b.stage]
	b.state, b.awaiting, b.owed = plbFlowing, 0, b.owed[:0]
	if line.parent >= 0 {
		b.settleLink(line.parent, line.sum-float64(line.procs)*mean)
	}
	for _, c := range line.children {
		b.settleLink(c.rank, -(c.sum - float64(c.procs)*mean))
	}
	b.serve(p)
}

func (b *plb) settleLink(to int, flow float64) {
	switch {
	case flow > b.slack:
		b.owed = append(b.owed, plbDebt{to, flow})
	case flow < -b.slack:
		b.awaiting++
	}
}

// serve sends what links owe as far as the list goes, ends links that have been served or never
// will be, and moves on to the next stage when none is open.
func (b *plb) serve(p Proc) {
	if b.stage == len(b.lines) || b.state != plbFlowing {
		return
	}
	open := b.owed[:0]
	for _, debt := range b.owed {
		debt.load -= p.TransferLoad(debt.to, debt.load-b.slack, math.Inf(1))
		if debt.load > b.slack && b.awaiting > 0 {
			open = append(open, debt)
			continue
		}
		p.Send(debt.to, Message{Kind: plbEnd})
	}
	b.owed = open
	if b.awaiting > 0 || len(open) > 0 {
		return
	}
	b.stage++
	b.state = plbGathering
	if b.stage == len(b.lines) {
		p.WakeAfter(b.period)
		return
	}
	b.reportLine(p)
}
