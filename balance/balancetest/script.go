package balancetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"transat/balance"
	"transat/balance/topology"
)

// Script is a network of processors on which nothing happens by itself: there is no worker, the
// clock stands, messages lie where they were sent. A test calls the callbacks, and reads what the
// policies did.
//
// An element is nothing but its load.
type Script struct {
	procs    []*scripted
	received balance.End
	now      balance.Ticks
	mail     []parcel // under way, in the order of sending
	kinds    []kind
	effects  []string
}

// parcel is a message, or elements, under way.
type parcel struct {
	from, to int
	message  balance.Message
	loads    []float64 // of the elements, the oldest first; none in a message
	tag      uint8     // of the elements
}

// kind is how a kind of message is written: its name and those of the fields A and B, if used.
type kind struct{ name, a, b string }

// NewScript returns a network on which every processor follows the chosen policy, with empty lists.
// The error says why the policy is not defined on g.
func NewScript(c balance.Chosen, g topology.Network, seed uint64) (*Script, error) {
	maker, err := c.For(g)
	if err != nil {
		return nil, err
	}
	s := &Script{received: c.Spec.Received}
	for rank := range g.Procs() {
		s.procs = append(s.procs, &scripted{
			script: s, rank: rank, policy: maker(rank), neighbours: g.Neighbours(rank),
			random: rand.New(rand.NewPCG(seed, uint64(rank))),
		})
	}
	return s, nil
}

// SetList gives a processor waiting elements of the given loads, the oldest first.
func (s *Script) SetList(rank int, loads ...float64) { s.procs[rank].list = loads }

// SetWorking makes a processor work on an element of the given load; 0 stands for none.
func (s *Script) SetWorking(rank int, load float64) { s.procs[rank].working = load }

// Load is the load waiting at a processor.
func (s *Script) Load(rank int) float64 { return s.procs[rank].Load() }

// Start calls Start of a policy.
func (s *Script) Start(rank int) { s.procs[rank].policy.Start(s.procs[rank]) }

// StartAll calls Start of all policies, by rank.
func (s *Script) StartAll() {
	for rank := range s.procs {
		s.Start(rank)
	}
}

// Idle calls Idle of a policy.
func (s *Script) Idle(rank int) { s.procs[rank].policy.Idle(s.procs[rank]) }

// Wake calls Wake of a policy at the earliest time it has asked for, to which the clock moves. It
// reports whether there was one.
func (s *Script) Wake(rank int) bool {
	p := s.procs[rank]
	if len(p.timers) == 0 {
		return false
	}
	s.now = max(s.now, p.timers[0])
	p.timers = p.timers[1:]
	p.policy.Wake(p)
	return true
}

// WakeAll wakes all policies that have asked for it once, by rank.
func (s *Script) WakeAll() {
	for rank := range s.procs {
		s.Wake(rank)
	}
}

// Wait moves the clock on. Nothing happens by that.
func (s *Script) Wait(d balance.Ticks) { s.now += d }

// Receive calls Receive of a policy.
func (s *Script) Receive(rank, from int, m balance.Message) {
	s.procs[rank].policy.Receive(s.procs[rank], from, m)
}

// Arrive adds elements to the list of a processor, the oldest first, and calls Arrived of its policy.
func (s *Script) Arrive(rank, from int, loads ...float64) { s.ArriveTagged(rank, from, 0, loads...) }

// ArriveTagged is Arrive of elements with a tag.
func (s *Script) ArriveTagged(rank, from int, tag uint8, loads ...float64) {
	p := s.procs[rank]
	switch s.received {
	case balance.Bottom:
		p.list = slices.Concat(loads, p.list)
	case balance.InOrder:
		for _, load := range loads {
			at := len(p.list)
			for at > 0 && p.list[at-1] <= load {
				at--
			}
			p.list = slices.Insert(slices.Clone(p.list), at, load)
		}
	default:
		p.list = slices.Concat(p.list, loads)
	}
	p.arriving = tag
	p.policy.Arrived(p, from)
	p.arriving = 0
}

// Deliver delivers what is under way in the order in which it was sent, and what is sent because of
// that, but no more than limit parcels. It returns how many are still under way.
func (s *Script) Deliver(limit int) int {
	for ; limit > 0 && len(s.mail) > 0; limit-- {
		x := s.mail[0]
		s.mail = s.mail[1:]
		if len(x.loads) > 0 {
			s.ArriveTagged(x.to, x.from, x.tag, x.loads...)
		} else {
			s.Receive(x.to, x.from, x.message)
		}
	}
	return len(s.mail)
}

// Effects returns what the policies have done since the last call, one line each.
func (s *Script) Effects() []string {
	done := s.effects
	s.effects = nil
	return done
}

// scripted is a processor of a Script. It implements balance.Proc.
type scripted struct {
	script     *Script
	rank       int
	policy     balance.Policy
	neighbours []int
	random     *rand.Rand
	list       []float64 // loads of the waiting elements, the oldest first
	working    float64
	timers     []balance.Ticks // asked for, ascending
	tag        uint8           // of what it transfers next
	arriving   uint8           // the tag of the elements whose arrival the policy is told of
}

func (p *scripted) note(format string, args ...any) {
	p.script.effects = append(p.script.effects, fmt.Sprintf("%d: ", p.rank)+fmt.Sprintf(format, args...))
}

// Rank implements balance.Proc.
func (p *scripted) Rank() int { return p.rank }

// Procs implements balance.Proc.
func (p *scripted) Procs() int { return len(p.script.procs) }

// Neighbours implements balance.Proc.
func (p *scripted) Neighbours() []int { return p.neighbours }

// Load implements balance.Proc.
func (p *scripted) Load() float64 {
	sum := 0.0
	for _, l := range p.list {
		sum += l
	}
	return sum
}

// Len implements balance.Proc.
func (p *scripted) Len() int { return len(p.list) }

// Working implements balance.Proc.
func (p *scripted) Working() float64 { return p.working }

// Busy implements balance.Proc.
func (p *scripted) Busy() bool { return p.working > 0 }

// Now implements balance.Proc.
func (p *scripted) Now() balance.Ticks { return p.script.now }

// Rand implements balance.Proc.
func (p *scripted) Rand() *rand.Rand { return p.random }

// Send implements balance.Proc.
func (p *scripted) Send(to int, m balance.Message) {
	p.note("send %d %s", to, p.script.format(m))
	p.script.mail = append(p.script.mail, parcel{from: p.rank, to: to, message: m})
}

// SetTag implements balance.Proc.
func (p *scripted) SetTag(tag uint8) { p.tag = tag }

// Tag implements balance.Proc.
func (p *scripted) Tag() uint8 { return p.arriving }

// Transfer implements balance.Proc.
func (p *scripted) Transfer(to, n int) int {
	n = max(0, min(n, len(p.list)))
	p.ship(to, p.list[:n])
	p.list = slices.Clone(p.list[n:])
	return n
}

// TransferLoad implements balance.Proc.
func (p *scripted) TransferLoad(to int, atLeast, atMost float64) float64 {
	var sent, kept []float64
	sum := 0.0
	for _, l := range p.list {
		if sum < atLeast && sum+l <= atMost {
			sum += l
			sent = append(sent, l)
		} else {
			kept = append(kept, l)
		}
	}
	p.ship(to, sent)
	p.list = kept
	return sum
}

func (p *scripted) ship(to int, loads []float64) {
	tag := p.tag
	p.tag = 0
	if len(loads) == 0 {
		return
	}
	if tag != 0 {
		p.note("transfer %s to %d tag=%d", formatLoads(loads), to, tag)
	} else {
		p.note("transfer %s to %d", formatLoads(loads), to)
	}
	p.script.mail = append(p.script.mail, parcel{from: p.rank, to: to, loads: loads, tag: tag})
}

// WakeAfter implements balance.Proc.
func (p *scripted) WakeAfter(d balance.Ticks) {
	p.note("wake after %ss", formatNumber(d.Seconds()))
	at := p.script.now + d
	i := len(p.timers)
	for i > 0 && p.timers[i-1] > at {
		i--
	}
	p.timers = slices.Insert(p.timers, i, at)
}

// SetGrain implements balance.Proc.
func (p *scripted) SetGrain(load float64) { p.note("grain %s", formatNumber(load)) }

// CountPhase implements balance.Proc.
func (p *scripted) CountPhase() { p.note("phase") }

// format writes a message as the name of its kind and its fields.
func (s *Script) format(m balance.Message) string {
	k := kind{name: "kind" + strconv.Itoa(int(m.Kind)), a: "A", b: "B"}
	if int(m.Kind) < len(s.kinds) {
		k = s.kinds[m.Kind]
	}
	var b strings.Builder
	b.WriteString(k.name)
	if k.a != "" {
		fmt.Fprintf(&b, " %s=%s", k.a, formatNumber(m.A))
	}
	if k.b != "" {
		fmt.Fprintf(&b, " %s=%s", k.b, formatNumber(m.B))
	}
	if m.Round != 0 {
		fmt.Fprintf(&b, " round=%d", m.Round)
	}
	return b.String()
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }

// formatLoads writes 1 1 1 0.5 as 3*1 0.5.
func formatLoads(loads []float64) string {
	var words []string
	for i := 0; i < len(loads); {
		n := 1
		for i+n < len(loads) && loads[i+n] == loads[i] {
			n++
		}
		word := formatNumber(loads[i])
		if n > 1 {
			word = fmt.Sprintf("%d*%s", n, word)
		}
		words = append(words, word)
		i += n
	}
	return strings.Join(words, " ")
}
