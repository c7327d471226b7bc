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
	d.start(h.Load(), h.now)
	d.travelled(4 * Millisecond)
	d.travelled(9 * Millisecond)
	for i := range 1000 {
		h.now += Millisecond
		h.n += 1 - 2*(i%2)
		d.notice(h.Load(), h.now)
	}
	d.judge(1, h.now)
	return h, d
}

func TestDifferenceWorthAMoveIsNoiseTimesTheDrift(t *testing.T) {
	_, d := changing()
	if want := 5 * math.Sqrt(4+5*4./8); math.Abs(d.worth-want) > 1e-9 {
		t.Errorf("a difference of %v is worth a move, want %v", d.worth, want)
	}
}

func TestMovesAreNoDrift(t *testing.T) {
	h, d := changing()
	before := d.squares
	h.n -= 7
	d.moved(h.Load())
	d.notice(h.Load(), h.now)
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
		d.judge(1, h.now)
		if h.now > 1e6*Second {
			t.Fatal("it does not come to rest")
		}
	}
	if d.worth != 2 || d.hop != sideLeast {
		t.Errorf("at rest a difference of %v is worth a move, and a hop is %v; want 2 and %v", d.worth, d.hop, sideLeast)
	}
}

// The time of a message is the least of late. It begins low and at most doubles, and falls while nobody asks.
func TestMessagesAreMeasuredOfLate(t *testing.T) {
	h, d := changing()
	for _, x := range []struct {
		took     Ticks // by an answer
		messages float64
		want     float64 // time of a message, ms
	}{
		{30 * Millisecond, 1, 1},
		{30 * Millisecond, 1, 2},
		{4 * Millisecond, 2, 2},
		{4 * Millisecond, 2, 2},
		{3 * Millisecond, 3, 1},
		{0, 0, 0.5},
		{90 * Millisecond, 1, 1},
		{90 * Millisecond, 1, 2},
		{90 * Millisecond, 1, 4},
		{90 * Millisecond, 1, 4},
	} {
		if x.took > 0 {
			d.answered(x.took, x.messages)
		}
		h.now++
		d.again = h.now
		d.woken(h)
		d.judge(1, h.now)
		if want := 5 * math.Sqrt(4+5*x.want); math.Abs(d.worth-want) > 1e-3 {
			t.Errorf("after an answer of %d messages in %d ns, %v is worth a move, want %v", int(x.messages), x.took, d.worth, want)
		}
	}
}
