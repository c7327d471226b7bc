package recording

import "transat/balance"

// Schedule is the times of looks: multiples of an interval from some time on. The interval doubles when there are too many of them.
type Schedule struct {
	From, Interval balance.Ticks
	Most           int
}

// NewSchedule begins with half as many looks as there may be in the time that the run takes at least: looks cost time, and most runs take
// longer.
func NewSchedule(most int, expected balance.Ticks) Schedule {
	return Schedule{Most: most, Interval: max(2*expected/balance.Ticks(most), balance.Microsecond)}
}

// Next is the time of the next look after one at the given time.
func (p *Schedule) Next(at balance.Ticks) balance.Ticks {
	if at < p.From {
		return p.From
	}
	since := at - p.From
	if since/p.Interval >= balance.Ticks(p.Most) {
		p.Interval *= 2
	}
	return p.From + since - since%p.Interval + p.Interval
}
