package recording

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"transat/balance"
	"transat/balance/sim"
)

// Thin returns a recording with fewer looks and single parcels, which is smaller; the run itself stays as it is. There are
// at most looks looks, at equal distances, besides the last, and parcels parcels and transfers, those sent first. What went over
// each link is then known by spans of time.
func (f *Run) Thin(looks, parcels int) *Run {
	thin := *f
	if every := (len(f.looks) + looks - 1) / looks; every > 1 {
		i := -1
		thin.looks = pick(slices.Clone(f.looks), func(*look) bool { i++; return i%every == 0 })
	}
	if len(f.parcels) > parcels {
		thin.To = f.parcels[parcels].sent
		thin.parcels = f.parcels[:parcels]
		for len(thin.parcels) > 0 && thin.parcels[len(thin.parcels)-1].sent == thin.To {
			thin.parcels = thin.parcels[:len(thin.parcels)-1]
		}
		if f.From == 0 && f.To > f.End { // otherwise it has spans already
			thin.flows, thin.Span = f.sums()
		}
	}
	if len(f.transfers) > parcels {
		thin.Traced = f.transfers[parcels].sent
		thin.trace()
	}
	thin.count()
	return &thin
}

// sums are the flows of all parcels by spans of time.
func (f *Run) sums() ([]flow, balance.Ticks) {
	sums := newFlows(f, f.End)
	for i := range f.parcels {
		sums.add(f.parcels[i].sending())
	}
	return sums.all(), sums.pace.Interval
}

// sending is the event of sending the parcel, with the fields that flows need.
func (x *parcel) sending() *sim.TimelineEvent {
	return &sim.TimelineEvent{Time: x.sent, Rank: int(x.from), Peer: int(x.to), Elements: int(x.elements)}
}

// coarse rounds the loads to 4 bits, which halves their column.
func (f *Run) coarse() *Run {
	if !f.Loads {
		return f
	}
	coarse := *f
	coarse.looks = slices.Clone(f.looks)
	for i := range coarse.looks {
		x := &coarse.looks[i]
		x.loads = slices.Clone(x.loads)
		for rank, h := range x.loads {
			if h > 0 {
				x.loads[rank] = (h + 1<<3) &^ (1<<4 - 1)
			}
		}
	}
	return &coarse
}

// inexact drops the changes: who has work is then known as of looks.
func (f *Run) inexact() *Run {
	inexact := *f
	inexact.changes, inexact.Exact = nil, 0
	inexact.count()
	return &inexact
}

// Fitted is a recording that was made to fit.
type Fitted struct {
	Run   *Run
	Bytes []byte // as Encode writes it
	// Left is a sentence about the parts that were left out, or "".
	Left string
}

// Fit returns the run, thinned until its bytes are at most limit. The error says that this cannot be had.
func (f *Run) Fit(limit int) (Fitted, error) {
	all, sizes, err := f.encode()
	if err != nil || len(all) <= limit {
		return Fitted{Run: f, Bytes: all}, err
	}
	guess := func(s step) float64 {
		bytes := float64(
			sizes["cells"]+sizes["loads"],
		)*ratio(
			s.looks, len(f.looks),
		) + float64(
			sizes["flow.link"]+sizes["flow.elements"]+sizes["flow.messages"])
		for name, size := range sizes {
			switch kind, _, _ := strings.Cut(name, "."); {
			case kind == "parcel" || kind == "message":
				bytes += float64(size) * ratio(s.parcels, len(f.parcels))
			case kind == "transfer" || kind == "move" || kind == "take":
				bytes += float64(size) * ratio(s.parcels, len(f.transfers))
			case kind == "change" && !s.inexact:
				bytes += float64(size)
			}
		}
		return bytes
	}
	for _, s := range steps() {
		if guess(s) > float64(limit) { // it is more than a guess: what lies further apart packs worse
			continue
		}
		thin := f.Thin(s.looks, s.parcels).coarse()
		if s.inexact {
			thin = thin.inexact()
		}
		bytes, err := thin.Encode()
		if err != nil {
			return Fitted{}, err
		}
		if len(bytes) <= limit {
			return Fitted{Run: thin, Bytes: bytes, Left: thin.left(f)}, nil
		}
	}
	return Fitted{}, fmt.Errorf("a recording of %s with %d processors does not fit into %d bytes", f.Policy, f.Topology.Procs, limit)
}

// step is how much of a run is kept.
type step struct {
	looks, parcels int
	inexact        bool
}

// steps go from nearly everything to next to nothing.
func steps() []step {
	var all []step
	for looks, parcels := 1000.0, 400_000.0; looks > 60; looks, parcels = looks*0.8, parcels*0.6 {
		all = append(all, step{looks: int(looks), parcels: int(parcels)})
	}
	return append(all, step{60, 800, false}, step{40, 200, false}, step{25, 0, false}, step{25, 0, true}, step{12, 0, true}, step{6, 0, true})
}

func ratio(some, all int) float64 {
	if all == 0 {
		return 0
	}
	return min(1, float64(some)/float64(all))
}

// left names the parts of another recording that a recording leaves out.
func (f *Run) left(of *Run) string {
	var left []string
	if f.Looks < of.Looks {
		left = append(left, fmt.Sprintf("what waits is known at %s times instead of %s", number(float64(f.Looks)), number(float64(of.Looks))))
	}
	if f.Parcels < of.Parcels {
		words := fmt.Sprintf(
			"single messages and elements are known until %s s, while the work spreads", number(f.To.Seconds()))
		if f.Span > 0 {
			words += fmt.Sprintf("; after that, what went over each link in every %s s", number(f.Span.Seconds()))
		}
		left = append(left, words)
	}
	if f.Traced < of.Traced {
		left = append(left, fmt.Sprintf("where the work came from is known until %s s", number(f.Traced.Seconds())))
	}
	if f.Exact == 0 && of.Exact > 0 {
		left = append(left, "who has work is known at those times only")
	}
	return strings.Join(left, ", ")
}

// number writes a number for people: three digits of what is not whole, and commas.
func number(x float64) string {
	switch {
	case x < 0:
		return "-" + number(-x)
	case math.IsInf(x, 0):
		return "infinity"
	case math.IsNaN(x):
		return "nothing"
	case x == math.Trunc(x) || x >= 100:
		return grouped(math.Floor(x + 0.5))
	case x < 0.001:
		return "less than 0.001"
	}
	places := 1
	for low := 10.0; x < low && places < 5; low /= 10 {
		places++
	}
	scale := math.Pow10(places)
	digits := math.Floor(x*scale + 0.5)
	fraction := strings.TrimRight(fmt.Sprintf("%0*.0f", places, math.Mod(digits, scale)), "0")
	text := grouped(math.Floor(digits / scale))
	if fraction != "" {
		text += "." + fraction
	}
	return text
}

func grouped(x float64) string {
	text := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
