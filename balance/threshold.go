package balance

import "slices"

const thresholdEssay = `Thresholds: a processor that has more elements than a mark, or fewer, probes a few others at random, one
after the other, and the first one on the other side of the mark gets an element, or gives one. The
simplest policies that work: Eager, Lazowska and Zahorjan found that they come close to ideal ones that
know everything.

	threshold-sender      an element has been created, and there are more than T: probe up to a number of
	                      others; the first one with less than T gets an element
	threshold-receiver    an element is done, and fewer than T are left: probe up to a number of others;
	                      the first one with more than T gives an element
	threshold-shortest    as threshold-sender, but all are probed, up to one that has nothing, and the one with
	                      the least load gets the element, if it has less than T
	threshold-symmetric   threshold-sender and threshold-receiver at once

	sender                  probed
	  | — probe ——————————→ |
	  | ←———————— load 3 —— |    enough: the next one
	  | — element —————————————————————→ | load 0

The element in work counts. A processor that receives an element does not send it on: only elements that
have been created by the own worker make it probe. Those that are probed in a row differ.

Parameters: threshold, T (2, from 1 to 1000000); probes, at most, in a row (3, from 1 to 1000); pause,
the wait of a processor without elements after all probes were vain (0.02 s, from 1 µs to 3600 s).

Messages: two for every probe.

Source: Eager, Lazowska, Zahorjan: Adaptive Load Sharing in Homogeneous Distributed Systems, 1986
(sender, shortest); A Comparison of Receiver-Initiated and Sender-Initiated Adaptive Load Sharing, 1986
(receiver). Known to us from descriptions, of Shivaratri, Krueger and Singhal among others. Not from the
sources: the symmetric one, which others made of these two; that one row of probes is under way at a
time, although several elements may be created at once; and the pause, since there elements come from
outside to every processor, and here one that gave up for good would stay idle.
`

// The ways of threshold policies.
const (
	thresholdSends uint8 = 1 << iota
	thresholdReceives
	thresholdShortest
)

func thresholdSenderSpec() Spec {
	return thresholdSpec("threshold-sender", "thresholds: above T, probes random others for one below", thresholdSends)
}

func thresholdReceiverSpec() Spec {
	return thresholdSpec("threshold-receiver", "thresholds: below T, probes random others for one above", thresholdReceives)
}

func thresholdShortestSpec() Spec {
	return thresholdSpec("threshold-shortest", "thresholds: above T, sends to the least loaded of a few",
		thresholdSends|thresholdShortest)
}

func thresholdSymmetricSpec() Spec {
	return thresholdSpec("threshold-symmetric", "thresholds: above T and below it, probes random others",
		thresholdSends|thresholdReceives)
}

func thresholdSpec(name, title string, way uint8) Spec {
	return Spec{
		Name:     name,
		Title:    title,
		Family:   familyMarks,
		Source:   "Eager, Lazowska, Zahorjan: Adaptive Load Sharing in Homogeneous Distributed Systems, 1986",
		Uses:     "knows its own list and the answers to its probes; two messages a probe, to any processor",
		Essay:    thresholdEssay,
		Wordings: thresholdWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Top,
		Params: []Param{
			{Name: "threshold", Title: "elements above which a processor sends, and below which it receives, T", Default: 2, Min: 1, Max: 1e6},
			{Name: "probes", Title: "others probed in a row, at most", Default: 3, Min: 1, Max: 1000},
			{Name: "pause", Title: "wait of a processor without elements after vain probes", Default: 0.02, Min: 1e-6, Max: 3600, Unit: "s"},
		},
		New: func(_ Topology, v Values) Maker {
			rule := &thresholdRule{way: way, mark: v["threshold"], probes: int(v["probes"]), pause: v.Seconds("pause")}
			return func(int) Policy { return &threshold{rule: rule} }
		},
	}
}

const (
	thresholdProbe uint8 = iota // have you less than the mark?
	thresholdLoad               // A = own elements, an answer
	thresholdWant               // have you more? Then give me an element
	thresholdNone               // no
)

type thresholdRule struct {
	way    uint8
	mark   float64
	probes int
	pause  Ticks
}

// threshold is one processor.
type threshold struct {
	Base
	rule    *thresholdRule
	had     int   // waiting elements when it last looked
	probing bool  // as a sender: an answer is to come
	offers  []int // and those probed in this row
	best    int   // of the shortest: the least loaded one so far
	load    float64
	wanting bool  // as a receiver: an answer is to come, or a pause
	wants   []int // and those probed in this row
}

// wantedTag marks the answer to thresholdWant: the symmetric policy gets elements unasked, too.
const wantedTag = 1

func (h *threshold) Start(p Proc) { h.LoadChanged(p) }

func (h *threshold) Idle(p Proc) { h.want(p, true) }

// LoadChanged implements LoadWatcher.
func (h *threshold) LoadChanged(p Proc) {
	created := p.Len() > h.had
	h.look(p)
	if created {
		h.offer(p, true)
	} else {
		h.want(p, true)
	}
}

func (h *threshold) look(p Proc) { h.had = p.Len() }

// offer probes for a receiver, with a new row of probes or the next of this one.
func (h *threshold) offer(p Proc, begin bool) {
	if h.rule.way&thresholdSends == 0 || p.Procs() == 1 || p.Len() == 0 || elements(p) <= h.rule.mark || begin && h.probing {
		return
	}
	if begin {
		h.offers, h.load = h.offers[:0], h.rule.mark
	}
	h.probing = h.probe(p, &h.offers, thresholdProbe)
}

// probe sends a message to another processor that has not been probed in this row, unless the row is at its end.
func (h *threshold) probe(p Proc, row *[]int, kind uint8) bool {
	if h.done(p, *row) {
		return false
	}
	to := randomOther(p)
	for slices.Contains(*row, to) {
		to = randomOther(p)
	}
	*row = append(*row, to)
	p.Send(to, Message{Kind: kind})
	return true
}

// done reports whether a row of probes is at its end.
func (h *threshold) done(p Proc, row []int) bool { return len(row) >= min(h.rule.probes, p.Procs()-1) }

// want asks for an element, likewise.
func (h *threshold) want(p Proc, begin bool) {
	if h.rule.way&thresholdReceives == 0 || p.Procs() == 1 || elements(p) >= h.rule.mark || begin && h.wanting {
		return
	}
	if begin {
		h.wants = h.wants[:0]
	}
	if h.wanting = h.probe(p, &h.wants, thresholdWant); h.wanting {
		return
	}
	if h.wanting = !p.Busy(); h.wanting {
		p.WakeAfter(h.rule.pause)
	}
}

func (h *threshold) Wake(p Proc) {
	h.wanting = false
	h.want(p, true)
}

func (h *threshold) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case thresholdProbe:
		p.Send(from, Message{Kind: thresholdLoad, A: elements(p)})
	case thresholdLoad:
		h.answered(p, from, m.A)
	case thresholdWant:
		if elements(p) <= h.rule.mark || !h.give(p, from, wantedTag) {
			p.Send(from, Message{Kind: thresholdNone})
		}
	case thresholdNone:
		h.wanting = false
		h.want(p, false)
	}
}

// answered goes by the load of a processor that was probed.
func (h *threshold) answered(p Proc, from int, load float64) {
	h.probing = false
	if load < h.load {
		h.best, h.load = from, load
	}
	switch {
	case h.load < h.rule.mark && (h.rule.way&thresholdShortest == 0 || h.done(p, h.offers) || h.load == 0):
		if elements(p) > h.rule.mark {
			h.give(p, h.best, 0)
		}
	default:
		h.offer(p, false)
	}
}

// give sends an element.
func (h *threshold) give(p Proc, to int, tag uint8) bool {
	p.SetTag(tag)
	given := p.Transfer(to, 1) > 0
	if given {
		p.CountPhase()
		h.look(p)
	}
	return given
}

func (h *threshold) Arrived(p Proc, _ int) {
	h.look(p)
	if p.Tag() == wantedTag {
		h.wanting = false
	}
}
