package simd

import (
	"math/bits"

	"transat/balance"
)

// matcher is the balancer of a front end. In each balancing step it counts who has work, in the time of a rule. If a phase is due, each
// matching takes
//
//	two prefix sums   a number for each donor and for each idle processor, in ⌈log₂ n⌉ words through the router each
//	two words         through the router: the i-th idle one leaves its rank at the i-th place, where the i-th donor fetches it
//	one element       through the router, from each matched donor
//
// Whatever goes through the router is taken to take as long for one processor as for all.
type matcher[E any] struct {
	lists            *lists[E]
	front            *balance.FrontEnd
	look             balance.Ticks // at the trigger
	matching         balance.Ticks // one, all in all
	donors, idle     []int32
	time, work, lost balance.Ticks // of the result, when the last phase had ended
}

func newMatcher[E any](cfg *Config[E], l *lists[E]) *matcher[E] {
	cost := &cfg.Cost
	word := loadBytes * cost.RouterTime
	sum := balance.Ticks(bits.Len(uint(cfg.Network.Procs()-1))) * word
	return &matcher[E]{
		lists:    l,
		front:    cfg.Policy.Spec.FrontEnd(cfg.Policy.Values),
		look:     cost.RuleTime,
		matching: 2*sum + 2*word + cost.ShiftTime + balance.Ticks(cost.ElementBytes)*cost.RouterTime,
	}
}

func (m *matcher[E]) step(r *Result) {
	charge(r, m.look)
	both := m.divide()
	due := m.front.Due(balance.SearchPhase{
		Procs: r.Procs, Active: r.Procs - len(m.idle),
		Time: r.Time - m.time, Work: r.Busy + r.Wait - m.work, Idle: r.Idle - m.lost,
	})
	if !due || !both {
		return
	}
	began := r.Time
	for range m.front.Transfers() {
		m.match(r)
		if !m.divide() {
			break
		}
	}
	m.front.Ended(r.Time - began)
	m.time, m.work, m.lost = r.Time, r.Busy+r.Wait, r.Idle
	r.Balances++
}

// divide lists who has no element and who has one to give, and reports whether there are both.
func (m *matcher[E]) divide() bool {
	m.donors, m.idle = m.donors[:0], m.idle[:0]
	for p, load := range m.lists.loads {
		switch load {
		case 0:
			m.idle = append(m.idle, int32(p))
		case 1:
		default:
			m.donors = append(m.donors, int32(p))
		}
	}
	return len(m.donors) > 0 && len(m.idle) > 0
}

// match moves an element from each matched donor.
func (m *matcher[E]) match(r *Result) {
	first, pairs := m.front.Match(m.donors, m.idle)
	for i, to := range m.idle[:pairs] {
		m.lists.pushTop(to, m.lists.popBottom(m.donors[(first+i)%len(m.donors)]))
	}
	charge(r, m.matching)
	r.Messages += int64(pairs)
	r.Sent += int64(pairs)
	r.Shifts++
}

// charge adds time that all processors spend on balancing.
func charge(r *Result, time balance.Ticks) {
	r.Time += time
	r.Balance += balance.Ticks(r.Procs) * time
}
