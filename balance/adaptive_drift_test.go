package balance

import (
	"math"
	"testing"
)

// holder is a processor with elements of load 1.
type holder struct {
	Proc
	n     int
	now   Ticks
	wakes []Ticks
}

func (h *holder) Load() float64     { return float64(h.n) }
func (h *holder) Len() int          { return h.n }
func (h *holder) Working() float64  { return 0 }
func (h *holder) Now() Ticks        { return h.now }
func (h *holder) WakeAfter(d Ticks) { h.wakes = append(h.wakes, h.now+d) }

// changing is a load that changes by one every millisecond, while elements are under way for 4 ms at least.
func changing() (*holder, *sideDrift) {
	h, d := &holder{n: 20}, &sideDrift{noise: 5}
	d.start(h)
	d.travelled(4 * Millisecond)
	d.travelled(9 * Millisecond)
	for i := range 1000 {
		h.now += Millisecond
		h.n += 1 - 2*(i%2)
		d.notice(h)
	}
	d.judge(h)
	return h, d
}

func TestDifferenceWorthAMoveIsNoiseTimesTheDrift(t *testing.T) {
	_, d := changing()
	if want := 5 * math.Sqrt(4); math.Abs(d.worth-want) > 1e-9 {
		t.Errorf("a difference of %v is worth a move, want %v", d.worth, want)
	}
}

func TestMovesAreNoDrift(t *testing.T) {
	h, d := changing()
	before := d.squares
	h.n -= 7
	d.moved(h)
	d.notice(h)
	if d.squares != before {
		t.Error("elements that were sent count as a change of the load by itself")
	}
}

// At rest, the difference worth a move falls to two elements by looking again, and then nothing wakes the processor.
func TestDriftIsForgottenAtRest(t *testing.T) {
	h, d := changing()
	for d.lookAgain(h); len(h.wakes) > 0; d.lookAgain(h) {
		if len(h.wakes) > 1 {
			t.Fatal("two wakes are asked for at once")
		}
		h.now, h.wakes = h.wakes[0], nil
		d.woken(h)
		d.judge(h)
		if h.now > 1e6*Second {
			t.Fatal("it does not come to rest")
		}
	}
	if d.worth != 2 || d.hop != sideLeast {
		t.Errorf("at rest a difference of %v is worth a move, and a hop is %v; want 2 and %v", d.worth, d.hop, sideLeast)
	}
}

// A message counts as the least of late, and at most as an element. If nobody is asked, it counts less and less.
func TestMessagesAreMeasuredOfLate(t *testing.T) {
	h, d := changing()
	again := func() float64 {
		h.now++
		d.again = h.now
		d.woken(h)
		d.judge(h)
		return d.worth
	}
	d.answered(30*Millisecond, 1)
	if got, want := again(), 5*math.Sqrt(4+5*4); math.Abs(got-want) > 1e-3 {
		t.Errorf("messages wait: %v, want %v", got, want)
	}
	d.answered(9*Millisecond, 3)
	d.answered(4*Millisecond, 4)
	if got, want := again(), 5*math.Sqrt(4+5*1); math.Abs(got-want) > 1e-3 {
		t.Errorf("messages of 1 ms: %v, want %v", got, want)
	}
	if got, want := again(), 5*math.Sqrt(4+5*0.5); math.Abs(got-want) > 1e-3 {
		t.Errorf("nobody was asked: %v, want %v", got, want)
	}
	d.answered(6*Millisecond, 3)
	if got, want := again(), 5*math.Sqrt(4+5*2); math.Abs(got-want) > 1e-3 {
		t.Errorf("messages take longer again: %v, want %v", got, want)
	}
}
