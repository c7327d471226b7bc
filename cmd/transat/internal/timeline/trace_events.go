package timeline

import (
	"fmt"
	"strconv"

	"transat/balance"
	"transat/balance/sim"
)

// The events of a trace as JSON, put together by hand because there may be a million of them.

// span writes the present span of a processor, up to the given time.
func (t *trace) span(rank int, until balance.Ticks) {
	from, until := max(t.since[rank], t.window.From), min(until, t.window.To)
	if !t.shows(rank) || until <= from {
		return
	}
	name := "idle"
	if t.busy[rank] {
		name = "busy"
	}
	t.open("X", name, rank, from)
	t.line = append(t.line, `,"dur":`...)
	t.line = appendMicroseconds(t.line, until-from)
	t.close()
}

// arrow writes an end of an arrow.
func (t *trace) arrow(end, name string, rank int, at balance.Ticks) {
	t.open(end, name, rank, at)
	t.line = append(t.line, `,"cat":"transfer","id":`...)
	t.line = strconv.AppendInt(t.line, int64(t.arrows), 10)
	if end == "f" {
		t.line = append(t.line, `,"bp":"e"`...)
	}
	t.close()
}

// instant writes an event without duration. Its arguments are formatted as by fmt.
func (t *trace) instant(m sim.TimelineEvent, name, format string, args ...any) {
	if !t.shows(m.Rank) || m.Time < t.window.From || m.Time > t.window.To {
		return
	}
	t.open("i", name, m.Rank, m.Time)
	t.line = append(t.line, `,"s":"t"`...)
	t.line = fmt.Appendf(t.line, format, args...)
	t.close()
}

func (t *trace) counter(name, unit string, value int, at balance.Ticks) {
	t.open("C", name, t.window.First, at)
	t.line = fmt.Appendf(t.line, `,"args":{"%s":%d}`, unit, value)
	t.close()
}

func (t *trace) shows(rank int) bool { return rank >= t.window.First && rank <= t.window.Last }

// open begins an event.
func (t *trace) open(phase, name string, rank int, at balance.Ticks) {
	t.line = append(t.line[:0], ",\n{\"ph\":\""...)
	t.line = append(t.line, phase...)
	t.line = append(t.line, `","name":"`...)
	t.line = append(t.line, name...)
	t.line = append(t.line, `","pid":1,"tid":`...)
	t.line = strconv.AppendInt(t.line, int64(rank)+1, 10)
	t.line = append(t.line, `,"ts":`...)
	t.line = appendMicroseconds(t.line, at)
}

// close writes it. An error has been told by the writer.
func (t *trace) close() {
	_, _ = t.w.Write(append(t.line, '}'))
	t.events++
}

// appendMicroseconds appends a time in microseconds, with its nanoseconds as decimals.
func appendMicroseconds(line []byte, t balance.Ticks) []byte {
	line = strconv.AppendInt(line, int64(t/balance.Microsecond), 10)
	if rest := int64(t % balance.Microsecond); rest > 0 {
		line = append(line, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
	}
	return line
}
