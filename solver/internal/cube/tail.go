package cube

import "time"

// Tail adds up time of cores, such as that without work, and knows how much of it lies in the last tenth of a run: there a cube that was
// not split in time keeps one core at work while others wait. It forgets what lies before that tenth. Times count from the beginning.
type Tail struct{ spans []span }

type span struct {
	from, to time.Duration
	cores    int
}

// mostSpans is how many spans there are before old ones are forgotten.
const mostSpans = 1 << 12

// Add adds a time in which that many cores were at work, or without it.
func (t *Tail) Add(from, to time.Duration, cores int) {
	if cores == 0 || to <= from {
		return
	}
	if len(t.spans) >= mostSpans && len(t.spans) == cap(t.spans) {
		kept := t.spans[:0]
		for _, s := range t.spans {
			if s.to >= tenth(to) {
				kept = append(kept, s)
			}
		}
		t.spans = kept
	}
	t.spans = append(t.spans, span{from, to, cores})
}

// tenth is when the last tenth of a run of that length begins.
func tenth(end time.Duration) time.Duration { return end - end/10 }

// Share returns the sum in the last tenth of a run that ends at end, as a share of the time of that many cores.
func (t *Tail) Share(end time.Duration, cores int) float64 {
	sum, begin := time.Duration(0), tenth(end)
	for _, s := range t.spans {
		if long := min(s.to, end) - max(s.from, begin); long > 0 {
			sum += long * time.Duration(s.cores)
		}
	}
	if end <= begin || cores == 0 {
		return 0
	}
	return float64(sum) / float64(end-begin) / float64(cores)
}

// leastTail is the length of a run whose last tenth says something.
const leastTail = 5 * time.Second

// Tells reports whether a run is long enough, and has cores enough, for its last tenth to say something.
func (t *Tail) Tells(end time.Duration, cores int) bool { return end >= leastTail && cores > 1 }
