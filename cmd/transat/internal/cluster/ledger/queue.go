package ledger

import (
	"slices"
	"time"
)

// Queue has the processors that wait for a piece, in the order in which they came. It decides which processor gets which piece, and
// which owners must give branches away. Processors of one worker share among themselves first: a piece goes to a processor of the
// worker that gave it away, if one waits, and an idle processor gets a branch of another processor of its worker. If there is none,
// or none has come for a while, the owners of the largest pieces are asked, for one branch for the whole worker: its other
// processors get branches of that.
//
//	claim ──▶ free piece of its own worker? ──▶ any free piece? ──▶ ask its own worker ──▶ (NearWait) ask the largest
type Queue struct {
	Claims []Claim
	// Flat makes no difference between near and far. It is for comparison.
	Flat bool
	// Rank says which claims come first: 0 before 1, and 2 after all others; for rank 2 nobody is asked to give anything away. Nil is
	// 0 for all.
	Rank func(worker string) int
	// NearWait is how long a processor waits for others of its worker until all are asked.
	NearWait time.Duration
}

// Claim is a processor that waits.
type Claim struct {
	Owner Owner
	Reply string        // where it is answered
	Until time.Duration // it is answered by then, with nothing if need be

	asked bool          // the owners of its worker were asked
	since time.Duration // then
}

// Grant is a piece for a claim.
type Grant struct {
	Claim Claim
	Task  Task
}

// Request asks an owner to give that many branches away.
type Request struct {
	Holding
	Count int
}

// Add notes that a processor waits. If it waits already, it is answered where it has asked last.
func (q *Queue) Add(o Owner, reply string, until time.Duration) {
	for i, c := range q.Claims {
		if c.Owner == o {
			q.Claims[i].Reply = reply
			return
		}
	}
	q.Claims = append(q.Claims, Claim{Owner: o, Reply: reply, Until: until})
}

// Expire removes the claims that have waited for too long, and returns them.
func (q *Queue) Expire(now time.Duration) (late []Claim) {
	return q.remove(func(c Claim) bool { return c.Until < now })
}

// Leave removes the claims of a worker, and returns them.
func (q *Queue) Leave(worker string) []Claim {
	return q.remove(func(c Claim) bool { return c.Owner.Worker == worker })
}

func (q *Queue) remove(which func(Claim) bool) (removed []Claim) {
	q.Claims = slices.DeleteFunc(q.Claims, func(c Claim) bool {
		if which(c) {
			removed = append(removed, c)
			return true
		}
		return false
	})
	return removed
}

// Order puts the claims into the order in which they are served: by rank, and then as they came.
func (q *Queue) Order() {
	if q.Rank != nil {
		slices.SortStableFunc(q.Claims, func(a, b Claim) int { return q.rank(a.Owner.Worker) - q.rank(b.Owner.Worker) })
	}
}

func (q *Queue) rank(worker string) int {
	if q.Rank == nil {
		return 0
	}
	return q.Rank(worker)
}

// Lend lends pieces without an owner until then.
func (q *Queue) Lend(l *Ledger, now, until time.Duration) (grants []Grant) {
	q.Order()
	lend := func(claim func(Claim) (Task, bool)) {
		q.Claims = slices.DeleteFunc(q.Claims, func(c Claim) bool {
			task, ok := claim(c)
			if ok {
				grants = append(grants, Grant{c, task})
			}
			return ok
		})
	}
	if !q.Flat {
		lend(func(c Claim) (Task, bool) { return l.ClaimNear(c.Owner, now, until) })
		served := map[string]bool{} // one for each worker, at first
		lend(func(c Claim) (task Task, ok bool) {
			if !served[c.Owner.Worker] {
				task, ok = l.Claim(c.Owner, now, until)
				served[c.Owner.Worker] = true
			}
			return task, ok
		})
	}
	lend(func(c Claim) (Task, bool) { return l.Claim(c.Owner, now, until) })
	return grants
}

// Ask returns requests to owners to give branches away for the waiting processors. Together with the requests of less than a pause
// ago, there is one branch for each processor from its own worker, and one for each worker from others.
func (q *Queue) Ask(l *Ledger, now, pause time.Duration) (all []Request) {
	if q.Flat {
		all, _ = l.Ask("", len(q.Claims), now, pause)
		return all
	}
	claims := map[string][]*Claim{}
	var workers []string
	for i := range q.Claims {
		c := &q.Claims[i]
		w := c.Owner.Worker
		if q.rank(w) > 1 {
			continue
		}
		if claims[w] == nil {
			workers = append(workers, w)
		}
		claims[w] = append(claims[w], c)
	}
	far := 0
	for _, w := range workers {
		asked, coming := l.Ask(w, len(claims[w]), now, pause)
		all = append(all, asked...)
		for _, c := range claims[w] {
			if !c.asked {
				c.asked, c.since = true, now
			}
		}
		// They are in the order in which they came. The first one has waited longest.
		if coming == 0 || now-claims[w][0].since >= q.NearWait {
			far++
		}
	}
	if far > 0 {
		asked, _ := l.Ask("", far, now, pause)
		all = append(all, asked...)
	}
	return all
}
