package cube

import "math"

// Doubt tells how far the forecast of a whole may be off: by how much it has changed since half as much was spent.
//
//	spent     1      2      4      8
//	whole     900    40     50     48     after 4, off by a factor of 900/50 or so; after 8, of 50/48
type Doubt struct{ minds []mind }

// mind is what the whole was taken to cost when some of it was spent.
type mind struct{ spent, whole float64 }

const (
	mindEvery = 1.05 // times what was spent
	since     = 0.5  // of what is spent
	surelyOff = 1    // the logarithm of a factor by which all is off before anything is spent
)

// Due reports whether Note is to be called.
func (d *Doubt) Due(spent float64) bool {
	last := len(d.minds) - 1
	return spent > 0 && (last < 0 || spent >= mindEvery*d.minds[last].spent)
}

// Note notes what share of the whole is taken to be spent.
func (d *Doubt) Note(spent, closed float64) {
	if closed <= 0 {
		return
	}
	d.minds = append(d.minds, mind{spent, spent / closed})
	for len(d.minds) > 2 && d.minds[1].spent <= since*spent {
		d.minds = d.minds[1:]
	}
}

// Off returns a factor by which the whole may be off to either side, if that share is taken to be spent, or 0 if too little is known.
func (d *Doubt) Off(spent, closed float64) float64 {
	if len(d.minds) == 0 || d.minds[0].spent > since*spent || closed <= 0 {
		return 0
	}
	off := surelyOff * (1 - closed)
	for _, m := range d.minds {
		off = max(off, math.Abs(math.Log(m.whole*closed/spent)))
	}
	return math.Exp(off)
}
