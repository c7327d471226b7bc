package sim

import "transat/balance"

// Most of a simulation's time goes into workers that do one element after another while nobody looks. sweep is that loop for
// trees that are a balance.Splitter. It does what complete, take and expand do, but keeps what changes with every element in
// registers, and a first child that is done next does not pass through the list.

// splitting returns the tree, if sweep can work on it.
func (s *sim[E]) splitting() balance.Splitter[E] {
	x, ok := s.cfg.Tree.(balance.Splitter[E])
	if !ok || s.blind || s.units || s.single {
		return nil
	}
	return x
}

// sweep ends the work on an element and begins that on the next, as complete does, and goes on until one is begun that is not
// done at the time limit, or that may be a solution, or the last.
func (p *proc[E]) sweep(limit, horizon balance.Ticks) {
	s, m, l := p.sim, &p.sim.cfg.Cost, &p.list
	if p.solved || l.n == 0 {
		p.complete(horizon)
		return
	}
	end, split, solve, load, level := p.workEnd, p.split, p.solve, p.load, p.level
	alive := int64(l.hidden) - 1
	for ; l.hidden > 0; l.hidden-- {
		load += s.weight(l.at(l.n - l.hidden).level())
	}
	var taken, work, nodes, installed int64
	whole := p.grain <= s.least // elements are split to their last
	grain, weights := p.grain, s.weights
	x := l.popTop()
	known := true
	for {
		weight := weights[min(uint32(x.level()), deepest)]
		begin := end + m.TakeTime
		if x.tag&received != 0 {
			begin += m.InstallTime
		}
		time := m.Expand(x.work, int64(x.nodes))
		below := balance.Ticks(int64(x.nodes) - 1)
		if x.nodes == 1 || x.nodes > 0 && (weight < grain || whole && begin < horizon && begin+time+below*m.TakeTime <= horizon) {
			// The element is done, with all that is below it.
			end = begin + time
			taken++
			if whole {
				end += below * m.TakeTime
				taken += int64(below)
			}
			installed += int64(x.tag & received)
			load -= weight
			level = x.level()
			solve -= time
			split -= time + (1+below)*m.TakeTime
			work += x.work
			nodes += int64(x.nodes)
			if end > limit || l.n == 0 {
				break
			}
			alive--
			x = l.popTop()
			continue
		}
		var two balance.Two[E]
		if weight >= grain {
			two = s.splitter.Split(x.e)
		}
		if known = two.FirstNodes > 0; !known {
			break
		}
		time = m.Expand(two.Work, 1)
		end = begin + time
		taken++
		installed += int64(x.tag & received)
		load -= weight
		level = x.level()
		solve -= time
		split -= time + m.TakeTime
		work += two.Work
		nodes++
		l.pushTop(entry[E]{e: two.Second, tag: two.SecondLevel << 1, work: two.SecondWork, nodes: two.SecondNodes})
		x = entry[E]{e: two.First, tag: two.FirstLevel << 1, work: two.FirstWork, nodes: two.FirstNodes}
		if end > limit {
			l.pushTop(x)
			l.hidden = 2
			break
		}
		alive++
		load += weights[min(uint32(two.FirstLevel), deepest)] + weights[min(uint32(two.SecondLevel), deepest)]
	}
	p.workEnd, p.split, p.solve, p.load, p.level = end, split, solve, load, level
	s.alive += alive
	s.total.taken += taken
	s.total.take += balance.Ticks(taken) * m.TakeTime
	s.total.installed += installed
	s.total.install += balance.Ticks(installed) * m.InstallTime
	s.total.work += work
	s.total.nodes += nodes
	if !known {
		l.pushTop(x)
		p.take(end, horizon)
	}
}
