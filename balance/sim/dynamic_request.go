package sim

import (
	"math/rand/v2"

	"transat/balance"
)

// request measures response time. At random times (a Poisson process), an item picked uniformly from
// all that exist, those on their way included, is asked for a share of its CPU time; the response time
// is the time until the item has got it. It goes with the item through all migrations. An item with a
// request is not destroyed: the generator's destructions take others.
//
// An item among k gets a k-th of the CPU, so without balancer the mean response time is Service times
// the load that an item meets on the average, Service·Mean·(1+σ²): that is why balance pays. A measure
// that follows each item from request to request would not see it, since slow items make fewer.
type request struct {
	item  int32
	began balance.Ticks
	left  int64 // CPU time still needed when its item last moved, in 1/fine ns
}

// requests are all requests of a run.
type requests struct {
	next  balance.Ticks // when the next is made, or never
	last  balance.Ticks // when no more are made
	all   []request     // answered ones are used again
	spare []int32
	times *rand.Rand
	picks *rand.Rand
	mean  float64 // ns between two

	answered, open int64
	sum            balance.Ticks // of the response times of the answered ones
}

func newRequests(cfg *DynamicConfig) requests {
	r := requests{
		next: never, last: cfg.WarmUp + cfg.Duration, mean: float64(cfg.Pause),
		times: stream(cfg.Seed, 1<<63), picks: stream(cfg.Seed, 1<<63+1),
	}
	if cfg.Pause > 0 {
		r.next = cfg.WarmUp
		r.schedule()
	}
	return r
}

// schedule sets the time of the next request.
func (r *requests) schedule() {
	r.next += max(1, balance.Ticks(r.times.ExpFloat64()*r.mean))
	if r.next >= r.last {
		r.next = never
	}
}

// request makes a request of a random item.
func (d *dynamic) request() {
	r := &d.requests
	r.schedule()
	if item, ok := d.items.pick(r.picks); ok {
		d.ask(item)
	}
}

// ask makes a request of an item that has none.
func (d *dynamic) ask(item int32) {
	r := &d.requests
	if len(r.spare) == 0 {
		r.spare = append(r.spare, int32(len(r.all)))
		r.all = append(r.all, request{})
	}
	last := len(r.spare) - 1
	i := r.spare[last]
	r.spare = r.spare[:last]
	r.open++
	r.all[i] = request{item: item, began: d.now, left: int64(d.cfg.Service) * fine}
	d.items.all[item].request = i
	if rank := d.items.all[item].where; rank != nowhere {
		h := &d.hosts[rank]
		h.advance(d.now)
		h.serve(i)
	}
}

// answered takes down that a request was answered.
func (d *dynamic) answered(i int32, at balance.Ticks) {
	r := &d.requests
	r.answered++
	r.open--
	r.sum += at - r.all[i].began
	d.items.all[r.all[i].item].request = none
	r.spare = append(r.spare, i)
}

// response is the mean response time; requests that are still open count with their time so far.
func (r *requests) response(now balance.Ticks, items *population) float64 {
	if r.answered+r.open == 0 {
		return 0
	}
	sum := r.sum
	for _, item := range items.alive {
		if i := items.all[item].request; i != none {
			sum += now - r.all[i].began
		}
	}
	return sum.Seconds() / float64(r.answered+r.open)
}
