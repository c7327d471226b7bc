package sim

// What makes an element that is being solved to its end, a block, divisible after all. A block is begun with its whole
// time, since its parts are visible to nobody. An interrupt shows how far it has come:
//
//	          b                  b, c, and what is below c     done
//	      ╱   │   ╲              d                             in work: its children come to wait when it is expanded
//	    c     d     e            e                             waits from now on
//	   ╱ ╲   ╱ ╲   ╱ ╲
//
// So the work is the same as if d, and the nodes above it, had been split in the first place. The nodes that are done
// are looked at again for this, but for subtrees of known size: a block of a thousand nodes costs the simulator a
// thousand, and a simulated processor nothing.

// block is the subtree that a processor is solving to its end.
type block[E any] struct {
	entry[E]
	total, nodes int64 // what is done of it if nobody interrupts: all, or up to a solution
	begun        bool  // false while the processor works on an element that it splits
}

// blocks are the blocks of all processors; nil if none may be interrupted.
type blocks[E any] []block[E]

func (b blocks[E]) note(p *proc[E], x *entry[E], work, nodes int64, whole bool) {
	if b != nil {
		b[p.rank] = block[E]{entry: *x, total: work, nodes: nodes, begun: whole}
	}
}

// Interrupt implements balance.Interrupter, for policies that are balance.LoadWatchers.
func (p *proc[E]) Interrupt() bool {
	p.update()
	s, m := p.sim, &p.sim.cfg.Cost
	if s.bounded != nil {
		return p.interruptSearch()
	}
	if s.blocks == nil || !p.busy || !s.blocks[p.rank].begun {
		return false
	}
	b := &s.blocks[p.rank]
	all := m.Expand(b.total, b.nodes)
	done := all - (p.workEnd - max(p.local(s.now), p.cpuFree))

	var work, nodes int64
	open := []entry[E]{b.entry}
	for {
		if len(open) == 0 {
			s.refuse("Finish", "it expands %d nodes, and Expand only %d", b.nodes, nodes)
		}
		x := open[len(open)-1]
		open = open[:len(open)-1]
		if x.nodes > 0 && m.Expand(work+x.work, nodes+int64(x.nodes)) <= done {
			work, nodes = work+x.work, nodes+int64(x.nodes)
			continue
		}
		children, w, n, found := s.cfg.Tree.Expand(x.e, s.children[:0])
		s.children = children
		work, nodes = work+w, nodes+n
		if found || nodes >= b.nodes { // it is in its last node
			return false
		}
		if m.Expand(work, nodes) > done {
			p.level = x.level()
			break
		}
		for i := len(children) - 1; i >= 0; i-- {
			open = append(open, s.entry(children[i]))
		}
	}
	for i := range open {
		p.list.pushTop(open[i])
		p.load += s.weight(open[i].level())
		p.leave(&open[i])
	}
	for i := len(s.children) - 1; i >= 0; i-- {
		x := s.entry(s.children[i])
		p.list.pushHidden(x)
		p.leave(&x)
	}
	s.alive += int64(len(open))
	p.solved, b.begun = false, false
	p.workEnd -= all - m.Expand(work, nodes)
	s.total.work -= b.total - work
	s.total.nodes -= b.nodes - nodes
	if s.begun != nil {
		x := &s.begun[p.rank]
		x.Work, x.Nodes, x.Found, x.Interrupted = work, nodes, false, true
	}
	s.checks.notAfter(p.rank, p.bound())
	return len(open) > 0
}

// leave counts the subtree of an element as not yet done.
func (p *proc[E]) leave(x *entry[E]) {
	solve, split := p.sim.below(x)
	p.solve += solve
	p.split += split
}
