package search

import "transat/balance/cores"

// What a walk does with the nodes that it visits: a loop for each mode, and when it offers a subtree to Finish.

// finishLimit is a number of nodes above which Finish gives up: 64, 1024, and 16384, some hundred microseconds.
func finishLimit(i int) int64 { return 64 << (4 * i) }

const (
	finishLimits = 3
	// sizeLevels is the number of levels whose subtrees are told apart.
	sizeLevels = 256
	// mostLost says that Finish may visit a 32nd of all nodes in vain.
	mostLost = 32
)

// sizes are how large the subtrees of a level were: those of up to each limit, and all others.
type sizes [finishLimits + 1]struct{ subtrees, nodes int64 }

// sized notes the size of a subtree whose root is on a level.
func (w *walk[E]) sized(level int32, nodes int64) {
	i := 0
	for i < finishLimits && nodes > finishLimit(i) {
		i++
	}
	s := &w.sizes[min(level, sizeLevels-1)][i]
	s.subtrees++
	s.nodes += nodes
}

// limit returns the largest limit that is worth a trial of Finish on a level, or 0 if none is. If the next subtree is one like those
// before it, of which half a one more was too large, then Finish visits less than a 32nd of its nodes in vain. All trials together
// must keep to that as well, since a tree may have hundreds of levels.
func (w *walk[E]) limit(level int32) int64 {
	if w.lost > w.nodes/mostLost {
		return 0
	}
	s := &w.sizes[min(level, sizeLevels-1)]
	large, small := int64(1), int64(0) // twice the subtrees, and nodes
	for _, x := range s[:finishLimits] {
		small += x.nodes
	}
	for i := finishLimits - 1; i >= 0; i-- {
		if large += 2 * s[i+1].subtrees; large*finishLimit(i)*mostLost <= 2*small {
			return finishLimit(i)
		}
		small -= s[i].nodes
	}
	return 0
}

// done notes how many nodes a trial has come to, and reports whether the subtree is done. One that is too large counts at once, and again
// when it is done, which may take long.
func (w *walk[E]) done(level int32, limit, nodes int64) bool {
	if nodes > limit {
		w.lost += nodes
		w.sized(level, limit+1)
		return false
	}
	w.won += nodes
	w.nodes += nodes
	w.sized(level, nodes)
	return true
}

// count visits nodes and counts those that are solutions.
func (w *walk[E]) count() cores.Outcome {
	m := &w.methods
	for limit := w.nodes + w.left; w.nodes < limit; {
		i, end, level, ok := w.next()
		if !ok {
			return cores.Closed
		}
		if m.finisher != nil {
			if limit := w.limit(level); limit > 0 {
				w.method = callFinish
				if solutions, nodes := m.finisher.Finish(w.buf[i], limit); w.done(level, limit, nodes) {
					w.solutions += solutions
					continue
				}
			}
		}
		w.nodes++
		if m.tester != nil {
			w.method = callSolution
			if m.tester.Solution(w.buf[i]) {
				w.solutions++
			}
		}
		w.expand(i, end, level)
	}
	return w.outcome()
}

// fold visits nodes and adds up what each comes to.
func (w *walk[E]) fold() cores.Outcome {
	for limit := w.nodes + w.left; w.nodes < limit; {
		i, end, level, ok := w.next()
		if !ok {
			return cores.Closed
		}
		w.nodes++
		w.method = callOf
		w.folder.visit(w, i)
		w.expand(i, end, level)
	}
	return w.outcome()
}

// find visits nodes up to a solution.
func (w *walk[E]) find() cores.Outcome {
	m := &w.methods
	for limit := w.nodes + w.left; w.nodes < limit; {
		i, end, level, ok := w.next()
		if !ok {
			return cores.Closed
		}
		if m.finisher != nil {
			if limit := w.limit(level); limit > 0 {
				w.method = callFinish
				// A subtree with a solution is searched again, to come to the solution itself.
				if solutions, nodes := m.finisher.Finish(w.buf[i], limit); nodes > limit || solutions == 0 {
					if w.done(level, limit, nodes) {
						continue
					}
				}
			}
		}
		w.nodes++
		w.method = callSolution
		if m.tester.Solution(w.buf[i]) {
			w.solutions++
			w.hit = part[E]{w.node(len(w.frames)-1, i)}
			return cores.Found
		}
		w.expand(i, end, level)
	}
	return w.outcome()
}

// maximise visits the nodes whose bounds are above the best value.
func (w *walk[E]) maximise() cores.Outcome {
	m := &w.methods
	inc := &w.run.incumbent
	if w.run.ordered {
		w.seen = 0 // what lies behind the incumbent changes with the place of this search
	}
	w.trim()
	for limit := w.nodes + w.left; w.nodes < limit; {
		i, end, level, ok := w.next()
		if !ok {
			return cores.Closed
		}
		if version := inc.version.Load(); version != w.seen {
			w.seen = version
			w.threshold = w.thresholdAt(i)
		}
		if m.bounder != nil {
			w.method = callBound
			if m.bounder.Bound(w.buf[i]) <= w.threshold {
				w.pruned++
				limit--
				continue
			}
		}
		if m.best != nil {
			if limit := w.limit(level); limit > 0 {
				w.method = callFinishAbove
				largest, nodes := m.best.FinishAbove(w.buf[i], w.threshold, limit)
				// A subtree with a better value is searched again, to come to its node.
				if (nodes > limit || largest <= w.threshold) && w.done(level, limit, nodes) {
					continue
				}
			}
		}
		w.nodes++
		w.method = callValue
		if v, ok := m.valuer.Value(w.buf[i]); ok && v > w.threshold {
			inc.improve(v, w.node(len(w.frames)-1, i))
		}
		if m.lister != nil {
			w.method = callChildrenAbove
			w.buf = m.lister.ChildrenAbove(w.buf[i], w.threshold, w.buf[:end])
			w.push(end, level)
			continue
		}
		w.expand(i, end, level)
	}
	return w.outcome()
}
