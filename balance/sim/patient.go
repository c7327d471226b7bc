package sim

import "transat/balance"

// A policy that watches its load hears of every change. Most changes are of no consequence: elements still wait, and the policy
// only remembers when that was. If it says so (balance.PatientWatcher), and the grain is one in work, its worker is lazy as those of
// other policies, and what has changed is told afterwards:
//
//	worker   ├─ x ─┼─ y ─┼─── z ───┼─ …     the last that waits is taken no earlier than bound
//	told           ·     ·         · y, z, …: one after the other, each with the time of then
//	                                ↑
//	                                a message comes, or bound

// findPatient sets patient if all policies bear it.
func (s *sim[E]) findPatient() {
	if s.watchers == nil || s.blind || s.cfg.Budget == 0 || s.cfg.Pause > 0 {
		return
	}
	patient := make([]balance.PatientWatcher, len(s.watchers))
	for i, w := range s.watchers {
		p, ok := w.(balance.PatientWatcher)
		if !ok {
			return
		}
		patient[i] = p
	}
	s.patient = patient
}

// soonest is the earliest time, of its clock, at which the policy of a busy processor whose nodes are looked at one by one has to hear of
// a change.
func (p *proc[E]) soonest() balance.Ticks {
	s := p.sim
	if p.list.n == 0 || s.patient == nil || !s.patient[p.rank].Patient() {
		return p.workEnd
	}
	solve, _ := s.below(p.list.at(0)) // of the element that is taken last
	return p.workEnd + max(0, p.solve-solve) + balance.Ticks(p.list.n-1)*s.cfg.Cost.TakeTime
}

// tell tells a patient policy of the change at a time of its processor's clock, which may be past.
func (p *proc[E]) tell(at balance.Ticks) {
	s := p.sim
	if s.finished || p.busy && p.workEnd <= at { // that was not all
		return
	}
	now := s.now
	s.now = p.global(at)
	s.watchers[p.rank].LoadChanged(p)
	s.now = now
}

// called sees to it that a processor is looked at in time after a callback, since that may have ended the patience of its policy.
func (p *proc[E]) called() {
	if p.sim.patient != nil && p.busy {
		p.sim.checks.notAfter(p.rank, p.bound())
	}
}
