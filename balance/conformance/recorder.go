package conformance

import (
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/topology"
)

// recorder watches the policies of a run: it stands between them and the machine, notes what happens and why, and ends
// the run when a policy breaks a clause.
type recorder struct {
	spec      balance.Spec
	network   topology.Network
	tree      *tree
	now       *entry            // the callback under way, or nil
	latest    *entry            // the last callback
	last      []*entry          // per processor, its last callback
	mail      map[link][]parcel // under way on each directed link
	numbered  [256]bool         // kinds of messages that have come with a number
	underWay  int               // messages
	timers    [][]timer         // per processor, what it has asked for, in the order of time
	idleSince []balance.Ticks   // per processor, since when it has had no elements; negative: it has some

	callbacks      int
	moment         balance.Ticks
	atMoment       int // callbacks at that moment
	messages, sent int64
}

type link struct{ from, to int }

// parcel is a message or elements under way.
type parcel struct {
	by       *entry // in which it was sent
	message  balance.Message
	elements bool
}

type timer struct {
	at balance.Ticks
	by *entry
}

// entry is a callback, and what it did.
type entry struct {
	balance.Callback // of Arrived, the Kind of the message is the tag of the elements
	at               balance.Ticks
	rank             int
	cause            *entry // the callback because of which this one is; nil at the beginning
	effects          []effect
}

// effect is something that a policy does.
type effect struct {
	verb    byte // 's' sends a message, 't' transfers elements, 'w' asks to be woken
	to      int
	message balance.Message
	n       int
	tag     uint8
	wait    balance.Ticks
}

// broken says that a policy has broken a clause.
type broken struct {
	clause, what string
	rank         int
}

func (b *broken) Error() string { return b.clause + ": " + b.what }

func newRecorder(spec balance.Spec, g topology.Network, t *tree) *recorder {
	n := g.Procs()
	r := &recorder{
		spec: spec, network: g, tree: t, last: make([]*entry, n), mail: map[link][]parcel{}, timers: make([][]timer, n),
		idleSince: make([]balance.Ticks, n), moment: -1,
	}
	for rank := range r.idleSince {
		r.idleSince[rank] = -1
	}
	return r
}

// maker makes recorded policies.
func (r *recorder) maker(make balance.Maker) balance.Maker {
	return func(rank int) balance.Policy {
		proc := &recordedProc{recorder: r}
		return balance.Around(make(rank), func(p balance.Proc, call balance.Callback, do func(balance.Proc)) {
			r.begin(p, call)
			proc.Proc = p
			do(proc)
			r.now = nil
		})
	}
}

// limits on what is reasonable; the policies of package balance stay far below them.
const (
	mostAtMoment = 20_000 // callbacks at one moment
	freeCalls    = 30_000 // callbacks, and then
	callsPerNode = 400    // for each node expanded
	mostMessages = 200    // under way, for each processor
)

// begin notes a callback that is about to be made.
func (r *recorder) begin(p balance.Proc, call balance.Callback) {
	e := &entry{at: p.Now(), rank: p.Rank(), Callback: call}
	switch call.Name {
	case "Receive", "Arrived":
		at := link{call.From, e.rank}
		e.cause = r.mail[at][0].by
		r.mail[at] = r.mail[at][1:]
		if call.Name == "Receive" {
			r.underWay--
		} else {
			e.Message.Kind = p.Tag()
			r.idleSince[e.rank] = -1
		}
	case "Wake":
		e.cause = r.timers[e.rank][0].by
		r.timers[e.rank] = r.timers[e.rank][1:]
	case "Idle":
		r.idleSince[e.rank] = e.at
		e.cause = r.last[e.rank]
	default:
		e.cause = r.last[e.rank]
	}
	r.now, r.latest, r.last[e.rank] = e, e, e
	r.count(e)
}

// count ends a run that does not get on.
func (r *recorder) count(e *entry) {
	r.callbacks++
	r.atMoment++
	if e.at != r.moment {
		r.moment, r.atMoment = e.at, 1
	}
	if r.atMoment > mostAtMoment {
		r.stop("endless", "time stands still: more than %d callbacks at %s s", mostAtMoment, second(e.at))
	}
	if r.callbacks > freeCalls && r.callbacks%1024 == 0 {
		expanded := 0
		for _, times := range r.tree.expanded {
			expanded += int(times)
		}
		if r.callbacks > freeCalls+callsPerNode*expanded {
			r.stop("endless", "%d callbacks by %s s, in which %d of %d nodes were expanded: processors ask each other without bound",
				r.callbacks, second(e.at), expanded, r.tree.nodes)
		}
	}
}

// stop ends the run: the processor in a callback has broken a clause.
func (r *recorder) stop(clause, format string, args ...any) {
	panic(balance.Fault{Err: &broken{clause, fmt.Sprintf(format, args...), r.now.rank}})
}

// reach checks the address of what is sent.
func (r *recorder) reach(to int, what string) {
	switch {
	case to < 0 || to >= r.network.Procs():
		r.stop("address", "processor %d sends %s to %d, of %d processors", r.now.rank, what, to, r.network.Procs())
	case to == r.now.rank:
		r.stop("to itself", "processor %d sends %s to itself", to, what)
	}
}

// repeats reports whether a message without any number is sent while the same is the last thing under way on its link. A kind of
// message that has come with numbers is no question: with none, it tells that something is 0.
func (r *recorder) repeats(at link, m balance.Message) bool {
	mail := r.mail[at]
	if m != (balance.Message{Kind: m.Kind}) {
		r.numbered[m.Kind] = true
	}
	if r.numbered[m.Kind] || len(mail) == 0 {
		return false
	}
	last := mail[len(mail)-1]
	return !last.elements && last.message == m
}

// recordedProc is what a watched policy gets.
type recordedProc struct {
	balance.Proc
	recorder *recorder
	tag      uint8 // of what it transfers next
}

// Send implements balance.Proc.
func (p *recordedProc) Send(to int, m balance.Message) {
	r := p.recorder
	r.now.effects = append(r.now.effects, effect{verb: 's', to: to, message: m})
	r.reach(to, "a message")
	if math.IsNaN(m.A) || math.IsNaN(m.B) {
		r.stop("message", "processor %d sends a message with a field that is not a number", r.now.rank)
	}
	at := link{r.now.rank, to}
	if r.repeats(at, m) {
		r.stop("asks twice", "processor %d sends %s to %d while the same message is still under way there", r.now.rank, r.words(m), to)
	}
	r.mail[at] = append(r.mail[at], parcel{r.now, m, false})
	r.messages++
	if r.underWay++; r.underWay > mostMessages*r.network.Procs() {
		r.stop("endless", "%d messages are under way between %d processors: they multiply", r.underWay, r.network.Procs())
	}
	p.Proc.Send(to, m)
}

// SetTag implements balance.Proc.
func (p *recordedProc) SetTag(tag uint8) {
	p.tag = tag
	p.Proc.SetTag(tag)
}

// Transfer implements balance.Proc.
func (p *recordedProc) Transfer(to, n int) int {
	p.recorder.reach(to, "elements")
	sent := p.Proc.Transfer(to, n)
	p.sent(to, sent)
	return sent
}

// TransferLoad implements balance.Proc.
func (p *recordedProc) TransferLoad(to int, atLeast, atMost float64) float64 {
	p.recorder.reach(to, "elements")
	before := p.Len()
	load := p.Proc.TransferLoad(to, atLeast, atMost)
	p.sent(to, before-p.Len())
	return load
}

func (p *recordedProc) sent(to, n int) {
	r := p.recorder
	r.now.effects = append(r.now.effects, effect{verb: 't', to: to, n: n, tag: p.tag})
	p.tag = 0
	if n > 0 {
		at := link{r.now.rank, to}
		r.mail[at] = append(r.mail[at], parcel{by: r.now, elements: true})
		r.sent += int64(n)
	}
}

// WakeAfter implements balance.Proc.
func (p *recordedProc) WakeAfter(d balance.Ticks) {
	r := p.recorder
	if d < 0 {
		r.stop("wait", "processor %d asks to be woken %s s ago", r.now.rank, second(-d))
	}
	r.now.effects = append(r.now.effects, effect{verb: 'w', wait: d})
	timers := r.timers[r.now.rank]
	i := len(timers)
	for i > 0 && timers[i-1].at > r.now.at+d {
		i--
	}
	timers = append(timers, timer{})
	copy(timers[i+1:], timers[i:])
	timers[i] = timer{r.now.at + d, r.now}
	r.timers[r.now.rank] = timers
	p.Proc.WakeAfter(d)
}
