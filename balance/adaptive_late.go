package balance

// Adaptive, answers that do not come: see adaptive_search.go, which comes first.
//
// A processor that has not joined the others yet answers when it does, and one that has asked it waits for that long. With the
// parameter overdue, it asks somebody else if a request takes that many times as long as any answer before. If the answer comes after
// all and is no element, it does not count; an element is welcome.

// adaptiveLate notices that an answer is overdue.
type adaptiveLate struct {
	times   Ticks // as long as the longest answer so far: a request is overdue; 0: none ever is
	victim  int   // who was asked last
	longest Ticks // that an answer has taken, 0 before the first
	due     Ticks // when the timer goes off that is set, 0 for none
}

// answered notes an answer that took that long.
func (l *adaptiveLate) answered(took Ticks) { l.longest = max(l.longest, took) }

// asked notes a request that has just been sent.
func (l *adaptiveLate) asked(p Proc, victim int) {
	l.victim = victim
	if l.due == 0 && l.times > 0 && l.longest > 0 {
		l.set(p, l.times*l.longest)
	}
}

// set sets the timer.
func (l *adaptiveLate) set(p Proc, after Ticks) {
	l.due = p.Now() + after
	p.WakeAfter(after)
}

// stale reports whether an answer is one that was overdue.
func (l *adaptiveLate) stale(from int) bool { return l.times > 0 && from != l.victim }

// overdue is called whenever a timer goes off, of which there are others. It reports whether the answer to a request is overdue that was
// sent at that time, if one is under way.
func (l *adaptiveLate) overdue(p Proc, asking bool, sent Ticks) bool {
	if l.due == 0 || p.Now() < l.due {
		return false
	}
	l.due = 0
	if !asking {
		return false
	}
	if left := sent + l.times*l.longest - p.Now(); left > 0 {
		l.set(p, left)
		return false
	}
	return true
}
