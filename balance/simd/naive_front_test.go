package simd

import (
	"math"

	"transat/balance"
)

// naiveFront is the front end of the naive search.
type naiveFront struct {
	filled    bool
	after     int // gp: the last donor and one
	cost      balance.Ticks
	lastPhase Result // as it was when the last phase had ended
}

// lookAtTrigger balances if it is time.
func (s *naive[E]) lookAtTrigger() {
	s.spend(s.cfg.Cost.RuleTime)
	before, values := s.r, s.cfg.Policy.Values
	if donors, idle := s.haveAndHaveNot(); !s.due(s.r.Procs-len(idle)) || len(donors) == 0 || len(idle) == 0 {
		return
	}
	for range int(values["transfers"]) {
		donors, idle := s.haveAndHaveNot()
		if len(donors) == 0 || len(idle) == 0 {
			break
		}
		s.matchNaively(donors, idle)
	}
	s.front.cost = s.r.Time - before.Time
	s.r.Balances++
	s.r.Phases += int64(s.r.Procs)
	s.front.lastPhase = s.r
}

// haveAndHaveNot are the processors with two elements and more, and with none.
func (s *naive[E]) haveAndHaveNot() (donors, idle []int) {
	for p, l := range s.lists {
		if len(l) >= 2 {
			donors = append(donors, p)
		}
		if len(l) == 0 {
			idle = append(idle, p)
		}
	}
	return donors, idle
}

func (s *naive[E]) due(active int) bool {
	values, last := s.cfg.Policy.Values, s.front.lastPhase
	share := float64(active) / float64(s.r.Procs)
	if values["trigger"] == 0 {
		return share <= values["x"]
	}
	if share > values["x"] {
		s.front.filled = true
	}
	worked := float64(s.r.Busy + s.r.Wait - last.Busy - last.Wait)
	idle := float64(s.r.Idle - last.Idle)
	switch {
	case !s.front.filled:
		return true
	case values["trigger"] == 1:
		return worked >= float64(active)*float64(s.r.Time-last.Time+s.front.cost)
	default:
		return idle >= float64(s.front.cost)*float64(s.r.Procs)
	}
}

// matchNaively goes from one donor to the next, around the ranks.
func (s *naive[E]) matchNaively(donors, idle []int) {
	at := 0
	if s.cfg.Policy.Spec.Name == "gp" {
		at = s.front.after
	}
	gives := map[int]bool{}
	for _, d := range donors {
		gives[d] = true
	}
	for _, to := range idle {
		if len(gives) == 0 {
			break
		}
		for !gives[at%s.r.Procs] {
			at++
		}
		from := at % s.r.Procs
		delete(gives, from)
		s.lists[to] = []E{s.lists[from][0]}
		s.lists[from] = s.lists[from][1:]
		s.front.after = from + 1
		s.r.Sent++
		s.r.Messages++
		s.r.Hops += 2
	}
	s.r.Shifts++
	c := s.cfg.Cost
	sum := balance.Ticks(math.Ceil(math.Log2(float64(s.r.Procs)))) * 4 * c.RouterTime
	s.spend(2*sum + 2*4*c.RouterTime + c.ShiftTime + balance.Ticks(c.ElementBytes)*c.RouterTime)
}

func (s *naive[E]) spend(time balance.Ticks) {
	s.r.Time += time
	s.r.Balance += balance.Ticks(s.r.Procs) * time
}
