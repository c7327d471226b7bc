package recording

import "transat/balance"

// Pace is the times of looks: multiples of an interval from some time on. The interval doubles when there are too many of them.
type Pace struct {
	From, Interval balance.Ticks
	Most           int
}

// NewPace begins with half as many looks as there may be in the time that the run takes at least: looks cost time, and most runs take
// longer.
func NewPace(most int, expected balance.Ticks) Pace {
	return Pace{Most: most, Interval: max(2*expected/balance.Ticks(most), balance.Microsecond)}
}

// Next is the time of the next look after one at the given time.
func (p *Pace) Next(at balance.Ticks) balance.Ticks {
	if at < p.From {
		return p.From
	}
	since := at - p.From
	if since/p.Interval >= balance.Ticks(p.Most) {
		p.Interval *= 2
	}
	return p.From + since - since%p.Interval + p.Interval
}
