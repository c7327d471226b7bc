package balance

import (
	"math/rand/v2"
	"testing"
)

// asker is a processor without work.
type asker struct {
	holder
	random *rand.Rand
	asked  []int
}

func (*asker) Rank() int                { return 0 }
func (*asker) Procs() int               { return 8 }
func (*asker) Tag() uint8               { return 0 }
func (*asker) Busy() bool               { return false }
func (h *asker) Rand() *rand.Rand       { return h.random }
func (h *asker) Send(to int, _ Message) { h.asked = append(h.asked, to) }

// There is one timer at a time. Others that go off set none, and one that goes off while the processor waits to ask again is not the last.
func TestATimerForOverdueAnswers(t *testing.T) {
	h, a := &asker{random: rand.New(rand.NewPCG(1, 1))}, &adaptive{}
	a.gifts.late.times = 4
	step := func(now Ticks, what string, do func(), asked int, wakes ...Ticks) {
		t.Helper()
		h.now, h.asked, h.wakes = now, nil, nil
		do()
		if len(h.asked) != asked || len(h.wakes) != len(wakes) || len(wakes) > 0 && h.wakes[0] != wakes[0] {
			t.Errorf("at %d, %s: asks %v, and is to be woken at %v; want %d asked, and %v", now, what, h.asked, h.wakes, asked, wakes)
		}
	}
	wake := func() { a.Wake(h) }
	nothing := func() { a.Receive(h, a.gifts.late.victim, Message{Kind: adaptiveNothing}) }
	step(0, "idle", func() { a.Idle(h) }, 1) // no answer has taken any time yet
	step(10, "refused", nothing, 1, 50)
	step(20, "another timer", wake, 0)
	step(30, "refused again", nothing, 1)
	step(50, "the timer, and the answer is not overdue", wake, 0, 30+4*20)
	step(60, "another timer", wake, 0)
	step(110, "overdue", wake, 1, 110+4*20)
	a.waiting, a.until = true, 300
	step(190, "the timer while it waits", wake, 0)
	step(250, "another timer", wake, 0)
	step(300, "the end of the wait", wake, 1, 300+4*20)
	step(310, "elements", func() { a.Arrived(h, a.gifts.late.victim) }, 0)
	step(380, "the timer without a request", wake, 0)
	step(400, "idle again", func() { a.Idle(h) }, 1, 400+4*20)
}
