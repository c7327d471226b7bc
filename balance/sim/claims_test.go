package sim

import (
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// observed is a policy that is watched: after each of its callbacks, look is called.
type observed struct {
	balance.Policy
	look func(p balance.Proc)
	sent func(from, to int, m balance.Message)
	came func(from, to int, tag uint8)
}

// speaking is a processor whose messages are heard.
type speaking struct {
	balance.Proc
	sent func(from, to int, m balance.Message)
}

func (s speaking) Send(to int, m balance.Message) {
	s.sent(s.Rank(), to, m)
	s.Proc.Send(to, m)
}

func (o observed) after(p balance.Proc, call func(balance.Proc)) {
	if o.sent != nil {
		call(speaking{p, o.sent})
	} else {
		call(p)
	}
	if o.look != nil {
		o.look(p)
	}
}

func (o observed) Start(p balance.Proc) { o.after(p, o.Policy.Start) }
func (o observed) Idle(p balance.Proc)  { o.after(p, o.Policy.Idle) }
func (o observed) Wake(p balance.Proc)  { o.after(p, o.Policy.Wake) }

func (o observed) LoadChanged(p balance.Proc) {
	o.after(p, o.Policy.(balance.LoadWatcher).LoadChanged)
}

func (o observed) Receive(p balance.Proc, from int, m balance.Message) {
	o.after(p, func(p balance.Proc) { o.Policy.Receive(p, from, m) })
}

func (o observed) Arrived(p balance.Proc, from int) {
	if o.came != nil {
		o.came(from, p.Rank(), p.Tag())
	}
	o.after(p, func(p balance.Proc) { o.Policy.Arrived(p, from) })
}

// Saraswat and others: a processor has at most one request at each of its lifelines, and they are few.
func TestSaraswatAtMostOneRequestALifeline(t *testing.T) {
	const wait = 2 // lifelineWait, whose answers have a tag, at once or later
	cfg := config(t, "lifeline", "", []int{4, 4}, &balancetest.Tree{Nodes: 3000, Seed: 3})
	requests, lifelines, most := map[[2]int]int{}, map[[2]int]bool{}, 0
	maker := cfg.Policy
	cfg.Policy = func(rank int) balance.Policy {
		return observed{
			Policy: maker(rank),
			sent: func(from, to int, m balance.Message) {
				if m.Kind == wait {
					link := [2]int{from, to}
					requests[link]++
					most, lifelines[link] = max(most, requests[link]), true
				}
			},
			came: func(from, to int, got uint8) {
				if got > 0 {
					requests[[2]int{to, from}]--
				}
			},
		}
	}
	if _, err := Run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	for link, n := range requests {
		if n < 0 {
			t.Errorf("%d sent to %d what it had not asked for", link[1], link[0])
		}
	}
	// 16 processors in base 4: two digits, so two lifelines each
	if most != 1 || len(lifelines) < 16 || len(lifelines) > 32 {
		t.Errorf("%d requests at a time, over %d lifelines", most, len(lifelines))
	}
}

// Lüling and Monien: in expectation, no processor has more than factor² · δ/(δ + 1 − factor) times the average load and a constant; 3 times
// for a factor of 1.5 and δ = 2. Here, the mean over time of a whole run stands for the expectation.
func TestLulingMonienNoLoadIsFarAboveTheAverage(t *testing.T) {
	cfg := config(t, "local-change", "", []int{6, 6}, &balancetest.Tree{Nodes: 40_000, Seed: 4})
	n := cfg.Topology.Procs()
	sums, counts, since := make([]float64, n), make([]float64, n), make([]balance.Ticks, n) // element seconds, by rank
	maker := cfg.Policy
	cfg.Policy = func(rank int) balance.Policy {
		return observed{Policy: maker(rank), look: func(p balance.Proc) {
			sums[rank] += counts[rank] * float64(p.Now()-since[rank])
			counts[rank], since[rank] = float64(p.Len()), p.Now()
			if p.Busy() {
				counts[rank]++
			}
		}}
	}
	r, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	average, highest := 0.0, 0.0
	for _, sum := range sums {
		load := sum / float64(r.Time)
		average += load / float64(n)
		highest = max(highest, load)
	}
	const constant = 1 // element
	if bound := 3 * (average + constant); highest > bound || average < 1 {
		t.Errorf("average %.2f, highest %.2f, bound %.2f", average, highest, bound)
	}
	t.Logf("average %.2f, highest %.2f: %.2f times", average, highest, highest/average)
}
