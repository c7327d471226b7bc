package timeline

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/recording"
)

// A trace in the trace-event format (Duca, Sinclair: Trace Event Format, 2016): an object whose
// "traceEvents" are, with times in microseconds,
//
//	{"ph":"M", …}                                            names of the tracks: one a processor
//	{"ph":"X","name":"busy","tid":4,"ts":0,"dur":812.5, …}   a span in which processor 3 has work; or "idle"
//	{"ph":"s","id":9,"tid":4, …}, {"ph":"f","id":9,"tid":6}  elements that go from 3 to 5: an arrow
//	{"ph":"i","name":"message","tid":4,"args":{"to":5}}      a control message leaves; or "phase", and
//	                                                         "sent", "arrived" if the other end is not shown
//	{"ph":"C","name":"without work","args":{…}}              sums over all processors, at the times of samples
//
// The track of a processor is its rank + 1, because a process or a thread of number 0 means something else
// to viewers. Events are written when they are complete, a span at its end; viewers sort them, those of one
// time as they are in the file. An end of an arrow belongs to the span that is then open on its track: so
// both ends are drawn a nanosecond late, because spans that begin in that very moment come later in the
// file, and a trace that would end before is longer by that much.

// maxEvents is how many events a trace has at most. Viewers become slow with more of them, and files
// large: an event takes about 80 bytes.
const maxEvents = 1_000_000

// MaxTracks is how many processors a trace should show at most; viewers are slow with less.
const MaxTracks = 1 << 14

// trace writes a trace.
type trace struct {
	run    Run
	window Window
	w      io.Writer
	line   []byte // scratch space

	events int
	full   balance.Ticks   // when there were too many events, or 0
	since  []balance.Ticks // per rank, when its span began
	busy   []bool
	under  map[pair][]transfer // under way, by sender and receiver, in the order in which they will arrive
	arrows int
	last   balance.Ticks // spans have to reach so far: the last arrow lies before
	pace   recording.Schedule
}

type pair struct{ from, to int }

// transfer has the elements of a transfer that have not yet arrived.
type transfer struct {
	sent     balance.Ticks
	elements int
}

func newTrace(run Run, window Window, w io.Writer) *trace {
	n := run.Network.Procs()
	if window.Last < 0 || window.Last >= n {
		window.Last = n - 1
	}
	expected := run.Expected - window.From
	if window.To == 0 {
		window.To = forever
	} else {
		expected = window.To - window.From
	}
	t := &trace{
		run: run, window: window, w: w, pace: newPace(window.From, expected),
		since: make([]balance.Ticks, n), busy: make([]bool, n), under: make(map[pair][]transfer),
	}
	t.head()
	return t
}

// forever is later than any event.
const forever = balance.Ticks(1<<63 - 1)

func (t *trace) watch() *sim.Timeline { return &sim.Timeline{Event: t.event, Look: t.look} }

// head writes the names of the tracks.
func (t *trace) head() {
	fmt.Fprintf(
		t.w,
		`{"displayTimeUnit":"ms","otherData":{"tree":%s,"policy":%s,"network":%s,"load":%s,"machine":%s,"seed":"%d"},`+
			"\n\"traceEvents\":[\n",
		quoted(t.run.Tree), quoted(t.run.Policy), quoted(fmt.Sprint(t.run.Network)), quoted(t.run.Load), quoted(t.run.Machine), t.run.Seed)
	fmt.Fprintf(t.w, `{"ph":"M","name":"process_name","pid":1,"tid":%d,"args":{"name":%s}}`, t.window.First+1, quoted(t.run.title()))
	for rank := t.window.First; rank <= t.window.Last; rank++ {
		fmt.Fprintf(t.w, ",\n"+`{"ph":"M","name":"thread_name","pid":1,"tid":%d,"args":{"name":%s}}`, rank+1, quoted(t.name(rank)))
		fmt.Fprintf(t.w, ",\n"+`{"ph":"M","name":"thread_sort_index","pid":1,"tid":%d,"args":{"sort_index":%d}}`, rank+1, rank)
	}
}

// name is that of a track: the rank, and where on a grid it lies.
func (t *trace) name(rank int) string {
	sides := t.run.Network.Sides()
	if len(sides) < 2 {
		return fmt.Sprintf("processor %d", rank)
	}
	place := make([]int, len(sides))
	rest := rank
	for d := len(sides) - 1; d >= 0; d-- {
		place[d], rest = rest%sides[d], rest/sides[d]
	}
	text := ""
	for _, x := range place {
		text += fmt.Sprintf(",%d", x)
	}
	return fmt.Sprintf("processor %d (%s)", rank, text[1:])
}

func (t *trace) event(m sim.TimelineEvent) {
	if t.full > 0 {
		return
	}
	switch m.Kind {
	case sim.WorkBegan:
		t.turn(m.Rank, m.Time, true)
	case sim.WorkRanOut:
		t.turn(m.Rank, m.Time, false)
	case sim.ElementsSent:
		t.sent(m)
	case sim.ElementsArrived:
		t.arrived(m)
	case sim.MessageSent:
		t.instant(m, "message", `,"args":{"to":%d}`, m.Peer)
	case sim.PhaseBegan:
		t.instant(m, "phase", "")
	}
	if t.events >= maxEvents {
		t.full = m.Time
	}
}

// turn ends a span of a processor, and begins one of the other kind.
func (t *trace) turn(rank int, at balance.Ticks, busy bool) {
	if t.busy[rank] != busy {
		t.span(rank, at)
		t.since[rank], t.busy[rank] = at, busy
	}
}

func (t *trace) sent(m sim.TimelineEvent) {
	key := pair{m.Rank, m.Peer}
	switch {
	case t.shows(m.Rank) && t.shows(m.Peer):
		t.under[key] = append(t.under[key], transfer{m.Time, m.Elements})
	default:
		t.instant(m, "sent", `,"args":{"elements":%d,"to":%d}`, m.Elements, m.Peer)
	}
}

func (t *trace) arrived(m sim.TimelineEvent) {
	key := pair{m.Peer, m.Rank}
	under := t.under[key]
	if len(under) == 0 {
		t.instant(m, "arrived", `,"args":{"elements":%d,"from":%d}`, m.Elements, m.Peer)
		return
	}
	if under[0].sent >= t.window.From && m.Time < t.window.To-1 {
		t.draw(m, under[0].sent)
	}
	under[0].elements -= m.Elements
	switch {
	case under[0].elements > 0:
	case len(under) == 1:
		delete(t.under, key)
	default:
		t.under[key] = under[1:]
	}
}

// draw draws the arrow of elements that have arrived.
func (t *trace) draw(m sim.TimelineEvent, sent balance.Ticks) {
	t.arrows++
	name := strconv.Itoa(m.Elements) + " elements"
	if m.Elements == 1 {
		name = "1 element"
	}
	t.arrow("s", name, m.Peer, sent+1)
	t.arrow("f", name, m.Rank, m.Time+1)
	t.last = m.Time + 2
}

// look writes the counters.
func (t *trace) look(v *sim.View) balance.Ticks {
	if t.full == 0 && v.Time >= t.window.From && v.Time <= t.window.To {
		idle, waiting := 0, 0
		for i, busy := range v.Busy {
			if !busy {
				idle++
			}
			waiting += v.Waiting[i]
		}
		t.counter("without work", "processors", idle, v.Time)
		t.counter("waiting", "elements", waiting, v.Time)
	}
	if v.Time > t.window.To {
		return forever
	}
	return t.pace.Next(v.Time)
}

// end closes all spans.
func (t *trace) end(at balance.Ticks) (string, bool, error) {
	summary := ""
	if t.full > 0 {
		summary = fmt.Sprintf(", the most there may be, up to %.3g s of %.3g s", t.full.Seconds(), at.Seconds())
		at = t.full
	}
	for rank := range t.since {
		t.span(rank, max(at, t.last))
	}
	_, err := io.WriteString(t.w, "\n]}\n")
	return fmt.Sprintf("%d events%s", t.events, summary), t.full > 0, err
}

// quoted is a string as JSON: invalid characters in it are replaced.
func quoted(s string) []byte {
	text, _ := json.Marshal(s) // of a string, never fails
	return text
}
