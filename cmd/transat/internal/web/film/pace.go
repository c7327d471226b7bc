package film

import "transat/balance"

// pace is the times of looks: multiples of an interval, which doubles when there are too many of them.
type pace struct {
	most     int
	interval balance.Ticks
}

// newPace begins with half as many looks as there may be in the time that the run takes at least: looks cost time, and
// most runs take longer.
func newPace(most int, expected balance.Ticks) pace {
	return pace{most, max(2*expected/balance.Ticks(most), balance.Microsecond)}
}

// next is the time of the next look after one at the given time.
func (p *pace) next(at balance.Ticks) balance.Ticks {
	if at/p.interval >= balance.Ticks(p.most) {
		p.interval *= 2
	}
	return at - at%p.interval + p.interval
}
