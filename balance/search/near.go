package search

import (
	"math"
	"slices"
)

// What Find gives away if no policy is named.
//
// A search that visits all nodes anyway gives away what comes last: usually the largest subtree, which lasts the longest. But what lies
// behind a solution was searched in vain, and two processors of which one begins in the middle of the tree may do that for half of their
// time. So a processor gives away what it would come to soon: of the deepest frame that is worth enough, some of the nodes that come next.
//
//	frames     a b c d     e f g     h i        j k       a, e, h and j are being visited
//	worth      too much    a lot     enough     little    what another processor gets: i
//
// Enough is a share of what the processor has visited so far. Each then works only so far ahead, and asks some hundred times in a run.
// With many processors, shares that small keep them waiting for each other, and the usual order does as well.
//
// How much there is below a node is guessed from its siblings before it, so a frame just begun has nothing to go by: it may hold a tenth
// of what it seems to, or a hundred times as much. So at first, and when the search has just moved on to a large subtree, a processor
// gives nothing for a moment.
//
// Branch and bound is better off with the usual order: far away there are other solutions, and bounds spare what lies behind a good one.

const (
	mostNear = 8 // processors
	// nearShares is what enough is divided by, if there are that many processors or more; for fewer it grows to four times as much.
	nearShares = 8
	tooMuch    = 8 // times enough
	warm       = 4 // safe points before the first offer, patience without one that suits, and the least that is enough
)

// nearby is what a walk gives away: nodes of a frame, in groups.
type nearby struct {
	offered int // the frame, or -1
	group   int32
	waited  int       // safe points since the last one with an offer that suits
	worths  []float64 // of the nodes of each frame
}

// openNear is Open: the nodes of one frame, in groups that are worth enough, the one that comes soonest first.
func (w *walk[E]) openNear(dst []int) []int {
	w.offered, w.group = w.choose()
	if w.offered < 0 {
		return dst
	}
	for spare := w.spare(w.offered); spare > 0; spare -= w.group {
		dst = append(dst, int(w.frames[w.offered].level))
	}
	return dst
}

// choose returns the frame that has something to give, or -1, and how many of its nodes go together.
func (w *walk[E]) choose() (frame int, group int32) {
	w.weigh()
	if w.nodes < warm*w.left {
		return -1, 0
	}
	enough := float64(max(warm*w.left, w.nodes/w.run.near))
	closest, off := -1, math.Inf(1)
	for d := len(w.frames) - 1; d >= 0; d-- {
		worth, all := w.worths[d], float64(w.spare(d))*w.worths[d]
		if all >= enough && worth <= tooMuch*enough {
			w.waited = 0
			return d, 1 + int32(min(enough/worth, math.MaxInt16))
		}
		if away := max(all/enough, enough/all); all >= float64(w.left) && (closest < 0 || away < off) {
			closest, off = d, away
		}
	}
	if w.waited++; w.waited < warm || closest < 0 {
		return -1, 0
	}
	return closest, (w.spare(closest) + 1) / 2
}

// spare is the number of nodes of a frame that can be given away: not the one that comes next.
func (w *walk[E]) spare(d int) int32 {
	left := w.frames[d].end - w.frames[d].next
	if left > 0 && d == w.top() {
		left--
	}
	return left
}

// top is the frame of the node that comes next, or -1.
func (w *walk[E]) top() int {
	d := len(w.frames) - 1
	for d >= 0 && w.frames[d].next == w.frames[d].end {
		d--
	}
	return d
}

// nearOffer returns where the nodes of an offer lie in buf, and how many they are.
func (w *walk[E]) nearOffer(branch int) (start, nodes int32) {
	spare, before := w.spare(w.offered), w.group*int32(branch)
	return w.frames[w.offered].end - spare + before, min(w.group, spare-before)
}

// giveNear is Give.
func (w *walk[E]) giveNear(branch int) part[E] {
	start, nodes := w.nearOffer(branch)
	return w.take(w.offered, start, nodes)
}

// nearLoads is Loads.
func (w *walk[E]) nearLoads(dst []float64) []float64 {
	if w.offered < 0 {
		return dst
	}
	for before := int32(0); before < w.spare(w.offered); before += w.group {
		load := 0.0
		start, nodes := w.nearOffer(int(before / w.group))
		for _, e := range w.buf[start : start+nodes] {
			load += w.run.load(e)
		}
		dst = append(dst, load)
	}
	return dst
}

// weigh guesses for each frame how many nodes there are below a node of it: as many as were visited in the frame for each node that is
// done. The node under way counts by the share of its children that are done, as if they were alike, and so on.
func (w *walk[E]) weigh() {
	w.worths = slices.Grow(w.worths[:0], len(w.frames))[:len(w.frames)]
	share := 1.0 // of the node under way that is done
	for d := len(w.frames) - 1; d >= 0; d-- {
		f := &w.frames[d]
		begun := float64(f.next - f.first)
		switch {
		case begun > 0:
			done := max(begun-1+share, 1e-9)
			w.worths[d] = float64(w.nodes-f.born) / done
			share = done / float64(max(f.width, 1))
		case d < len(w.base):
			w.worths[d], share = math.Inf(1), 1 // nothing is known of it
		default:
			w.worths[d], share = 0, 0
		}
	}
}
