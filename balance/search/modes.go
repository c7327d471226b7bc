package search

import "transat/balance/cores"

// What a walk does with the nodes that it visits: a loop for each mode, and when it offers a subtree to Finish.

// finishLimit is a number of nodes above which Finish gives up: 16384, some hundred microseconds, 1024 and 64. On a level where a few
// subtrees are huge and all others tiny, the smaller limits find the tiny ones, and lose little with the huge ones.
func finishLimit(i int) int64 { return 16384 >> (4 * i) }

// trialLevels is the number of levels whose trials of Finish are told apart.
const trialLevels = 256

// trial counts the nodes of subtrees that were offered to Finish on a level with one of the limits.
type trial struct{ won, lost, limit int64 }

// trials are those of a level.
type trials [3]trial

// worth returns the trial with the largest limit that is worth it on a level, if one is: it has lost few nodes so far, and can lose few
// now. All levels together may lose a 32nd of the nodes: a deep tree has hundreds of levels, each of which would lose a little.
func (w *walk[E]) worth(level int32) *trial {
	if w.lost > w.nodes/32 {
		return nil
	}
	level = min(level, trialLevels-1)
	for i := range w.trials[level] {
		t, limit := &w.trials[level][i], finishLimit(i)
		if t.lost+limit/1024 <= t.won/64+w.nodes/4096 {
			t.limit = limit
			return t
		}
	}
	return nil
}

// done notes how many nodes a trial has come to, and reports whether the subtree is done.
func (w *walk[E]) done(t *trial, nodes int64) bool {
	if nodes <= t.limit {
		t.won += nodes
		w.nodes += nodes
		return true
	}
	t.lost += nodes
	w.lost += nodes
	return false
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
			if t := w.worth(level); t != nil {
				w.method = callFinish
				if solutions, nodes := m.finisher.Finish(w.buf[i], t.limit); w.done(t, nodes) {
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
			if t := w.worth(level); t != nil {
				w.method = callFinish
				// A subtree with a solution is searched again, to come to the solution itself.
				if solutions, nodes := m.finisher.Finish(w.buf[i], t.limit); nodes > t.limit || solutions == 0 {
					if w.done(t, nodes) {
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
			if t := w.worth(level); t != nil {
				w.method = callFinishAbove
				largest, nodes := m.best.FinishAbove(w.buf[i], w.threshold, t.limit)
				// A subtree with a better value is searched again, to come to its node.
				if (nodes > t.limit || largest <= w.threshold) && w.done(t, nodes) {
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
