package coordinator

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
)

// Under a policy, the processors pass pieces on among themselves, and the coordinator does less and more than otherwise:
//
//   - It says in views which worker has which processors. Whenever a worker comes, leaves or is not heard of, and whenever messages may have
//     been lost, there is a new view, and the policy begins anew on what everyone has. So a policy never waits for one who is dead.
//   - It lends the whole tree, and later only what has no owner any more, to processors that have nothing to do.
//   - It notes who has which piece: who gives a piece away owns it until the other takes it.

// settle is how long the members of a run must stay the same until there is a new view: workers often come together.
//
// A worker could say again and again that messages were lost, or come and leave. So nobody puts a view off for longer than
// mostSettle, and the more views there were in the last minute, the longer the next one has to wait.
const (
	settle     = 200 * time.Millisecond
	mostSettle = 10 * settle
	viewMemory = time.Minute
)

// viewSlack is how far the clock of a coordinator before this one may have been ahead, in units of view numbers.
const viewSlack = 24 * 3600 * 1e6

// views says which worker has which processors. Nil is a run without a policy.
type views struct {
	plan    *cluster.Plan
	await   int
	current *protocol.View  // nil before the first one
	number  uint64          // of the last one
	root    int             // rank on which the search begins
	changed bool            // since the last view
	since   time.Duration   // the last change
	first   time.Duration   // the first change that is not in a view
	recent  []time.Duration // when there was a view, in the last minute

	begun   bool          // something has been lent
	began   time.Duration // then
	threads int
	reports map[string]cluster.Report
}

// newViews begins with a number above the views of an earlier coordinator.
func newViews(p *cluster.Plan, await int) *views {
	return &views{
		plan: p, await: await, number: uint64(time.Now().UnixMicro()), changed: true, since: never, first: never,
		reports: map[string]cluster.Report{},
	}
}

// never is long before any run.
const never = time.Duration(-1 << 62)

// change notes that there must be a new view.
func (v *views) change(now time.Duration) {
	if v != nil {
		if !v.changed {
			v.first = now
		}
		v.changed = true
		if v.current != nil { // else there is nobody to disturb
			v.since = now
		}
	}
}

// look makes a new view if it is time for one.
func (c *coordinator) look() error {
	v := c.views
	now := c.clock()
	if v == nil || !v.due(now) {
		return nil
	}
	var members []*member
	threads := 0
	for id, w := range c.workers {
		if w.ready && c.rank(id) != slowRank {
			members = append(members, w)
			threads += w.Procs
		}
	}
	if len(members) == 0 || v.current == nil && len(members) < v.await {
		return nil
	}
	v.threads = threads
	slices.SortFunc(members, func(a, b *member) int { return cmp.Compare(a.number, b.number) })
	procs, err := v.plan.Fit(v.threads)
	if err != nil {
		return fmt.Errorf("the policy of the run: %w", err)
	}
	layout, err := v.plan.Layout(procs)
	if err != nil {
		return fmt.Errorf("the policy of the run: %w", err)
	}
	v.number++
	v.changed, v.root = false, layout.Root
	v.recent = append(v.recent, now)
	v.current = &protocol.View{Number: v.number, Procs: procs, Homes: share(members, procs)}
	c.say(protocol.TellSubject(c.cfg.Head.Run, protocol.All), protocol.Tell{View: v.current})
	c.cfg.Log(fmt.Sprintf("policy %s on %v, shared among %s", v.plan.Policy, layout.Network, counted(len(v.current.Homes), "worker")))
	return nil
}

// due reports whether it is time for another view.
func (v *views) due(now time.Duration) bool {
	if !v.changed || now-v.since < settle && now-v.first < mostSettle {
		return false
	}
	for len(v.recent) > 0 && now-v.recent[0] > viewMemory {
		v.recent = v.recent[1:]
	}
	n := len(v.recent)
	return n == 0 || now-v.recent[n-1] >= time.Duration(n-1)*settle
}

// counted is a number of things.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// share deals ranks out to the members, in proportion to what they offer, and at least one to each of them as long as there are any.
func share(members []*member, procs int) (homes []protocol.Home) {
	members = members[:min(len(members), procs)]
	all := 0
	for _, w := range members {
		all += w.Procs
	}
	offered, from := 0, 0
	for i, w := range members {
		offered += w.Procs
		to := max(from+1, procs*offered/all)
		to = min(to, procs-(len(members)-1-i)) // one is left for each of the others
		homes = append(homes, protocol.Home{Worker: w.Worker, From: from, To: to})
		from = to
	}
	return homes
}

// compare looks at the part of a beat that is about views.
func (v *views) compare(b protocol.Beat, answer *protocol.Answer, now time.Duration) error {
	switch {
	case v == nil:
		return nil
	case b.View > max(v.number, uint64(time.Now().UnixMicro())+viewSlack):
		return fmt.Errorf("it works in view %d, and the last one is %d", b.View, v.number)
	case b.View > v.number: // of a coordinator whose clock is ahead
		v.number = b.View
		v.change(now)
	case b.Missed && v.current != nil && b.View == v.current.Number:
		v.change(now)
	}
	if v.current != nil && b.View != v.current.Number {
		answer.View = v.current
	}
	return nil
}

// owner is the owner of a piece: a processor or, under a policy, a worker, which has many pieces.
func (c *coordinator) owner(a protocol.Ask, piece uint64) ledger.Owner {
	if c.views == nil {
		return ledger.Owner{Worker: a.Worker, Proc: a.Number}
	}
	return ledger.Owner{Worker: a.Worker, Piece: piece}
}

// assign makes pieces that were given away those of the worker that did so, until another takes them, or of the processors that they
// are for.
func (c *coordinator) assign(a protocol.Ask, hash ledger.Hash, r *ledger.Record, now time.Duration) {
	for i, g := range r.Given {
		to := c.owner(a, g.Piece())
		if c.views == nil {
			if i >= len(a.For) {
				return
			}
			to.Proc = a.For[i]
		}
		c.books.Renew(to, g.Piece(), hash, now, now+c.cfg.Lease)
	}
}

// handover gives pieces to a worker that has got them from another.
func (c *coordinator) handover(m *nats.Msg, a protocol.Ask) {
	var h protocol.Handover
	if err := json.Unmarshal(m.Data, &h); err != nil || c.views == nil || len(h.Pieces) > ledger.MostGiven {
		c.ban(m, a, fmt.Errorf("a question for pieces that makes no sense"))
		return
	}
	now := c.clock()
	var answer protocol.Answer
	for _, p := range h.Pieces {
		from, to := ledger.Owner{Worker: h.From, Piece: p.Piece}, c.owner(a, p.Piece)
		if !c.books.Take(from, to, p.Piece, p.After, now, now+c.cfg.Lease) {
			answer.Gone = append(answer.Gone, p.Piece)
		} else if task, ok := c.books.Task(p.Piece); ok {
			answer.Tasks = append(answer.Tasks, task)
		}
	}
	c.say(m.Reply, answer)
}

// adopt lends pieces without an owner to idle processors. The search begins where the policy wants it to.
func (c *coordinator) adopt(now time.Duration) {
	v := c.views
	if v.current == nil {
		return
	}
	fresh := c.books.Totals().Records == c.divided
	c.queue.Order()
	c.queue.Claims = slices.DeleteFunc(c.queue.Claims, func(w ledger.Claim) bool {
		if fresh && w.Owner.Worker != v.current.Home(v.root) {
			return false
		}
		task, ok := c.books.Claim(w.Owner, now, now+c.cfg.Lease)
		if !ok {
			return false
		}
		piece := task.Branch.Piece()
		c.books.Take(w.Owner, ledger.Owner{Worker: w.Owner.Worker, Piece: piece}, piece, task.After, now, now+c.cfg.Lease)
		c.say(w.Reply, protocol.Answer{Task: &task})
		if !v.begun {
			v.begun, v.began = true, now
		}
		return true
	})
}

// report takes the report of a worker that leaves.
func (v *views) report(worker string, data []byte) {
	var r cluster.Report
	if v != nil && len(data) > 0 && json.Unmarshal(data, &r) == nil {
		v.reports[worker] = r
	}
}

// result adds the numbers of the views to the result.
func (v *views) result(r *cluster.Result, now time.Duration) {
	if v == nil {
		return
	}
	r.Threads, r.Time = v.threads, now-v.began
	if v.current != nil {
		r.Procs = v.current.Procs
	}
}

// farewell is how long workers may take to leave: longer if they send a report.
func (c *coordinator) farewell() time.Duration {
	if c.cfg.Await > 1 {
		return longFarewell
	}
	return farewell
}

const longFarewell = 5 * time.Second
