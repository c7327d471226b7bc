package film

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"transat/balance"
)

// What is seen, in words. site/film-words.js has the same, and a test holds the two together.

// Number writes a number for people: three digits of what is not whole, and commas.
func Number(x float64) string {
	switch {
	case x < 0:
		return "-" + Number(-x)
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

// several is a number of things.
func several(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(float64(n)) + " " + more
}

// saying are the words for a kind of message; the last ones hold for all that follow.
func (f *Film) saying(kind int) (Saying, bool) {
	if len(f.Sayings) == 0 {
		return Saying{}, false
	}
	return f.Sayings[min(kind, len(f.Sayings)-1)], true
}

// Say puts a parcel into the words of its sender, or of its receiver.
func (f *Film) Say(x Parcel, sent bool) string {
	peer := Number(float64(x.From))
	if sent {
		peer = Number(float64(x.To))
	}
	words, known := f.saying(int(x.Message.Kind))
	text := words.Heard
	if sent {
		text = words.Sent
	}
	what := several(x.Elements, "element", "elements")
	switch {
	case x.Elements > 0 && sent:
		return "sent " + what + " to " + peer
	case x.Elements > 0:
		return "got " + what + " from " + peer
	case !known && sent:
		return "sent " + peer + " a message"
	case !known:
		return "got a message from " + peer
	}
	return strings.NewReplacer("{peer}", peer, "{A}", Number(x.Message.A), "{B}", Number(x.Message.B), "{Round}", Number(float64(x.Message.Round))).Replace(text)
}

// Remark is what a processor sent or got.
type Remark struct {
	Time balance.Ticks
	Text string
	With int // the other processor
	Sent bool
}

// Talk returns the last k things that a processor sent or got up to t, the latest first.
func (f *Film) Talk(rank int, t balance.Ticks, k int) []Remark {
	var all []Remark
	add := func(x *parcel, at balance.Ticks, with int32, sent bool) {
		if at <= t {
			all = append(all, Remark{Time: at, Text: f.Say(x.public(), sent), With: int(with), Sent: sent})
		}
	}
	for _, i := range f.byArrival() {
		if x := &f.parcels[i]; int(x.to) == rank && x.arrived != never {
			add(x, x.arrived, x.from, false)
		}
	}
	for i := range f.parcels {
		if x := &f.parcels[i]; int(x.from) == rank {
			add(x, x.sent, x.to, true)
		}
	}
	slices.SortStableFunc(all, func(x, y Remark) int { return cmp.Compare(x.Time, y.Time) })
	slices.Reverse(all)
	return all[:min(k, len(all))]
}

// byArrival are the parcels in the order in which they arrive.
func (f *Film) byArrival() []int {
	order := make([]int, len(f.parcels))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(f.parcels[i].arrived, f.parcels[j].arrived) })
	return order
}

// WaitsFor says what a processor without work waits for; "" if it has work.
func (f *Film) WaitsFor(rank int, t balance.Ticks) string {
	span := f.SpanAt(rank, t)
	if span.Busy || t >= f.End {
		return ""
	}
	for _, x := range f.InFlight(t) {
		if x.To == rank && x.Elements > 0 {
			return "waits for " + several(x.Elements, "element", "elements") + " on the way from " + Number(float64(x.From))
		}
	}
	for _, r := range f.Talk(rank, t, 8) {
		if r.Sent && r.Time >= span.From {
			return "waits; it " + r.Text
		}
	}
	return "waits for work"
}

// Now says in a sentence what is happening at a time.
func (f *Film) Now(t balance.Ticks) string {
	if t >= f.End {
		time := Number(float64(f.End)/float64(balance.Second)) + " s"
		switch {
		case f.Found:
			return "A solution ends the search after " + time + "."
		case f.Complete:
			return "The search is over after " + time + "."
		}
		return "The simulation was ended after " + time + "."
	}
	elements, messages, kinds := f.underWay(t)
	var parts []string
	doing := f.doing(t, kinds)
	if doing == "" && elements+messages == 0 && f.Knows(t) {
		doing = f.Quiet
	}
	if doing != "" {
		parts = append(parts, doing)
	}
	if elements > 0 {
		parts = append(parts, several(elements, "element is on its way", "elements are on their way"))
	}
	if doing == "" && messages > 0 {
		parts = append(parts, several(messages, "message is under way", "messages are under way"))
	}
	parts = append(parts, idleWords(f.StateAt(t).Idle, f.Topology.Procs))
	text := strings.Join(parts, "; ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// underWay counts what is under way, and the messages of it by kind; if there are none, or they are not known, the
// kinds are those of what is sent until the next look.
func (f *Film) underWay(t balance.Ticks) (elements, messages int, kinds []uint32) {
	kinds = make([]uint32, 256)
	if f.Knows(t) {
		for _, x := range f.InFlight(t) {
			if elements += x.Elements; x.Elements == 0 {
				messages++
				kinds[x.Message.Kind]++
			}
		}
	}
	if messages == 0 {
		kinds = f.looks[f.nextLook(t)].kinds
	}
	return elements, messages, kinds
}

func (f *Film) nextLook(t balance.Ticks) int { return min(f.lookAt(t)+1, len(f.looks)-1) }

// doing is what the policy does, by the words for the most frequent kind of message that has some.
func (f *Film) doing(t balance.Ticks, kinds []uint32) string {
	most, text := uint32(0), ""
	for kind, count := range kinds {
		if words, _ := f.saying(kind); words.Doing != "" && count > most {
			most, text = count, words.Doing
		}
	}
	phase := max(1, math.Ceil(float64(f.looks[f.lookAt(t)].phases)/float64(f.Topology.Procs)))
	return strings.NewReplacer("{phase}", Number(phase), "{Round}", Number(float64(f.looks[f.nextLook(t)].round))).Replace(text)
}

func idleWords(idle, procs int) string {
	switch {
	case idle == 0:
		return "everyone has work"
	case idle == procs:
		return "no processor has work"
	}
	has := "have"
	if idle == 1 {
		has = "has"
	}
	return Number(float64(idle)) + " of " + several(procs, "processor", "processors") + " " + has + " no work"
}
