package conformance

import (
	"fmt"
	"strconv"
	"strings"

	"transat/balance"
)

// longest is the number of callbacks in a story.
const longest = 8

// leading tells what led to the last callback of a processor: the callbacks because of which it came, the first one
// first.
func (r *recorder) leading(rank int) []string {
	var chain []*entry
	e := r.last[rank]
	for ; e != nil && len(chain) < longest; e = e.cause {
		chain = append(chain, e)
	}
	return r.tell(chain, e != nil)
}

// ending tells the last callbacks of a processor, and what has not come.
func (r *recorder) ending(rank int) []string {
	story := r.leading(rank)
	for from := range r.last {
		if n := len(r.mail[link{from, rank}]); n > 0 {
			story = append(story, fmt.Sprintf("… under way to it from processor %d: %d", from, n))
		}
	}
	if n := len(r.timers[rank]); n > 0 {
		return append(story, fmt.Sprintf("… it will be woken at %s s", second(r.timers[rank][0].at)))
	}
	return append(story, "… nothing more happens on this processor")
}

func (r *recorder) tell(chain []*entry, more bool) []string {
	var lines []string
	if more {
		lines = append(lines, "…")
	}
	for i := len(chain) - 1; i >= 0; i-- {
		lines = append(lines, r.line(chain[i]))
	}
	return lines
}

// line is a callback in words.
func (r *recorder) line(e *entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%11s s  processor %d, %s", second(e.at), e.rank, callback(e.Name))
	switch e.Name {
	case "Receive":
		fmt.Fprintf(&b, " from %d: %s", e.From, r.words(e.Message))
	case "Arrived":
		fmt.Fprintf(&b, " from %d%s", e.From, tagged(e.Message.Kind))
	}
	var did []string
	for _, x := range e.effects {
		did = append(did, r.effect(x))
	}
	const most = 4
	if n := len(did); n > most {
		did = append(did[:most], fmt.Sprintf("and %d more", n-most))
	}
	if len(did) > 0 {
		b.WriteString(" → " + strings.Join(did, ", "))
	}
	return b.String()
}

func (r *recorder) effect(x effect) string {
	switch x.verb {
	case 's':
		return fmt.Sprintf("sends %s to %d", r.words(x.message), x.to)
	case 't':
		if x.n == 1 {
			return fmt.Sprintf("transfers 1 element to %d%s", x.to, tagged(x.tag))
		}
		return fmt.Sprintf("transfers %d elements to %d%s", x.n, x.to, tagged(x.tag))
	default:
		return fmt.Sprintf("wakes after %s s", second(x.wait))
	}
}

// tagged tells the tag of elements, if they have one.
func tagged(tag uint8) string {
	if tag == 0 {
		return ""
	}
	return fmt.Sprintf(" with the tag %d", tag)
}

// words is a message in the words of the policy, if it has some.
func (r *recorder) words(m balance.Message) string {
	if r.spec.Words != nil {
		return r.spec.Words(m)
	}
	return plainly(m)
}

// plainly tells a message of which nobody knows what it means: the fields that are not 0.
func plainly(m balance.Message) string {
	text := "a message"
	if m.Kind != 0 {
		text += fmt.Sprintf(" of kind %d", m.Kind)
	}
	var fields []string
	if m.Round != 0 {
		fields = append(fields, fmt.Sprintf("round %d", m.Round))
	}
	if m.A != 0 {
		fields = append(fields, fmt.Sprintf("A %v", m.A))
	}
	if m.B != 0 {
		fields = append(fields, fmt.Sprintf("B %v", m.B))
	}
	if len(fields) > 0 {
		text += " (" + strings.Join(fields, ", ") + ")"
	}
	return text
}

func second(t balance.Ticks) string {
	return strconv.FormatFloat(t.Seconds(), 'f', 6, 64)
}

// callback is the name of a callback in scripts.
func callback(method string) string {
	if method == "LoadChanged" {
		return "load_changed"
	}
	return strings.ToLower(method)
}
