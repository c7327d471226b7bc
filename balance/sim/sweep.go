package sim

import (
	"unsafe"

	"transat/balance"
)

// Most of a simulation's time goes into workers that do one element after another while nobody looks. sweep is that loop for
// trees that are a balance.PackedTree. It does what complete, take and expand do, but keeps what changes with every element in
// registers, and a first child that is done next does not pass through the list.
//
// A worker goes on in the tree where its list ends, and there its next elements are next to each other. So a sweep ends by
// asking for that part of the tree, which is in the cache when the worker is looked at again: see prefetch.

// packing returns the elements of the tree, if sweep can work on it.
func (s *sim[E]) packing() []uint64 {
	x, ok := s.cfg.Tree.(balance.PackedTree[E])
	if !ok || s.blind || s.units || s.single && s.cfg.Budget == 0 || unsafe.Sizeof(*new(E)) != unsafe.Sizeof(uint32(0)) {
		return nil
	}
	return x.Packed()
}

// number is the number of an element of a balance.PackedTree, and numbered the element of that number.
func number[E any](e E) uint32 { return *(*uint32)(unsafe.Pointer(&e)) }

func numbered[E any](n uint32) E { return *(*E)(unsafe.Pointer(&n)) }

// sweep ends the work on an element and begins that on the next, as complete does, and goes on until one is begun that is not
// done at the time limit, or of which the tree has more to say, or the last.
func (p *proc[E]) sweep(limit, horizon balance.Ticks) {
	s, m, l := p.sim, &p.sim.cfg.Cost, &p.list
	if p.solved || l.n == 0 {
		p.complete(horizon)
		return
	}
	elements, weights, takeTime := s.packed, s.weights, m.TakeTime
	end, split, solve, load, level := p.workEnd, p.split, p.solve, p.load, p.level
	alive := int64(l.hidden) - 1
	for ; l.hidden > 0; l.hidden-- {
		load += weights[min(uint32(l.at(l.n-l.hidden).level()), deepest)]
	}
	var taken, work, nodes, installed int64
	grain := p.grain
	whole := grain <= s.least // elements are split to their last
	x := l.popTop()
	known := true
	for {
		weight := weights[min(uint32(x.level()), deepest)]
		begin := end + takeTime
		if x.tag&received != 0 {
			begin += m.InstallTime
		}
		time := m.Expand(x.work, int64(x.nodes))
		below := balance.Ticks(int64(x.nodes) - 1)
		if x.nodes == 1 || x.nodes > 0 && (weight < grain || whole && begin < horizon && begin+time+below*takeTime <= horizon) {
			// The element is done, with all that is below it.
			end = begin + time
			taken++
			if whole {
				end += below * takeTime
				taken += int64(below)
			}
			installed += int64(x.tag & received)
			load -= weight
			level = x.level()
			solve -= time
			split -= time + (1+below)*takeTime
			work += x.work
			nodes += int64(x.nodes)
			if end > limit || l.n == 0 {
				break
			}
			alive--
			x = l.popTop()
			continue
		}
		at := number(x.e)
		e := balance.PackedElement(elements[at])
		if known = weight >= grain && e.Splits() && balance.PackedElement(elements[at+1]).Size() > 0; !known {
			break
		}
		first := balance.PackedElement(elements[at+1])
		time = m.Expand(e.Own(), 1)
		end = begin + time
		taken++
		installed += int64(x.tag & received)
		load -= weight
		level = x.level()
		solve -= time
		split -= time + takeTime
		work += e.Own()
		nodes++
		childLevel := e.Level() + e.Step()
		l.grow()
		l.n++
		*l.at(l.n - 1) = entry[E]{
			e:   numbered[E](at + 1 + first.Size()),
			tag: childLevel << 1, work: e.Work() - e.Own() - first.Work(), nodes: e.Size() - 1 - first.Size(),
		}
		x = entry[E]{e: numbered[E](at + 1), tag: childLevel << 1, work: first.Work(), nodes: first.Size()}
		if end > limit {
			l.pushTop(x)
			l.hidden = 2
			break
		}
		alive++
		load += 2 * weights[min(uint32(childLevel), deepest)]
	}
	p.workEnd, p.split, p.solve, p.load, p.level = end, split, solve, load, level
	s.alive += alive
	s.total.taken += taken
	s.total.take += balance.Ticks(taken) * takeTime
	s.total.installed += installed
	s.total.install += balance.Ticks(installed) * m.InstallTime
	s.total.work += work
	s.total.nodes += nodes
	if s.moves != nil {
		s.moves.begin(p.rank, x.e)
	}
	if !known {
		l.pushTop(x)
		p.take(end, horizon)
	}
	if l.n > 0 {
		prefetch(&elements[number(l.at(l.n-1).e)])
	}
}
