package partition

import (
	"cmp"
	"slices"
)

// seam is where two parts meet.
type seam struct {
	a, b   int // a < b
	weight int64
}

// merge joins pairs of parts as long as that lowers H, the best pair first, and each part once. It
// reports whether there was one. It takes time proportional to the size of the graph and n log n for n
// cut edges.
func (a *annealer) merge() bool {
	seams := a.seams()
	// What becomes of the distances to other parts, or of the messages to them, is left out of the gain.
	gain := func(s seam) float64 {
		return a.by.communication*float64(s.weight*a.distance(s.a, s.b)) + a.by.pair - 2*a.by.work*float64(a.load[s.a])*float64(a.load[s.b])
	}
	// Migration is left out of the gain; the state is kept only if H as a whole has fallen.
	seams = slices.DeleteFunc(seams, func(s seam) bool { return gain(s) <= 0 })
	slices.SortStableFunc(seams, func(s, t seam) int { return cmp.Compare(gain(t), gain(s)) })
	into := make(map[int]int)
	taken := make(map[int]bool)
	for _, s := range seams {
		if !taken[s.a] && !taken[s.b] {
			taken[s.a], taken[s.b] = true, true
			into[s.b] = s.a
		}
	}
	if len(into) == 0 {
		return false
	}
	before := a.bestH
	for v, q := range a.part {
		if to, ok := into[q]; ok {
			a.move(v, to, a.changes(v, to))
		}
	}
	a.keep()
	return a.bestH < before
}

// seams returns all seams, by their parts.
func (a *annealer) seams() []seam {
	var all []seam
	for v, q := range a.part {
		for _, arc := range a.g.Arcs(v) {
			if r := a.part[arc.To]; q < r {
				all = append(all, seam{q, r, int64(arc.Weight)})
			}
		}
	}
	slices.SortFunc(all, func(s, t seam) int { return cmp.Or(cmp.Compare(s.a, t.a), cmp.Compare(s.b, t.b)) })
	joined := all[:0]
	for _, s := range all {
		if last := len(joined) - 1; last >= 0 && joined[last].a == s.a && joined[last].b == s.b {
			joined[last].weight += s.weight
		} else {
			joined = append(joined, s)
		}
	}
	return joined
}
