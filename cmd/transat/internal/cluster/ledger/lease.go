package ledger

import (
	"bytes"
	"cmp"
	std "container/heap"
	"slices"
	"time"
)

// Owner is a processor of a worker that searches a piece. A worker that has many pieces at once, some of which wait, is an owner
// for each of them: Piece is then its number.
type Owner struct {
	Worker string `json:"worker"`
	Proc   int    `json:"proc"`
	Piece  uint64 `json:"piece,string,omitempty"`
}

// compare orders owners by worker, processor and piece.
func (o Owner) compare(b Owner) int {
	return cmp.Or(cmp.Compare(o.Worker, b.Worker), cmp.Compare(o.Proc, b.Proc), cmp.Compare(o.Piece, b.Piece))
}

// Task is a piece as its owner gets it.
type Task struct {
	Branch Branch `json:"branch"`
	After  Hash   `json:"after"` // for its next record
}

// heap has the pieces without an owner, the largest first.
type heap []*piece

func (h heap) Len() int           { return len(h) }
func (h heap) Less(i, j int) bool { return larger(h[i], h[j]) < 0 }
func (h heap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *heap) Push(x any)        { *h = append(*h, x.(*piece)) }
func (h *heap) Pop() any {
	last := len(*h) - 1
	p := (*h)[last]
	*h = (*h)[:last]
	return p
}

// larger orders pieces by the open share of the tree, the largest first, and equal ones by number. What one processor would come to first
// goes before, if that matters.
func larger(a, b *piece) int {
	return cmp.Or(bytes.Compare(a.early, b.early), cmp.Compare(b.weight, a.weight), cmp.Compare(a.number, b.number))
}

// release makes a piece one without an owner.
func (l *Ledger) release(p *piece) {
	l.disown(p)
	if !p.free {
		p.free = true
		std.Push(&l.free, p)
	}
	if p.home != "" && !p.shelved {
		p.shelved = true
		if l.near[p.home] == nil {
			l.near[p.home] = &heap{}
		}
		std.Push(l.near[p.home], p)
	}
}

func (l *Ledger) disown(p *piece) {
	if p.owner != (Owner{}) {
		delete(l.owned, p.owner)
		p.owner, p.wanted = Owner{}, 0
	}
}

// Claim lends the largest piece without an owner to o until then. If o has one it is that one, since the answer to a claim may get
// lost. There may be none.
func (l *Ledger) Claim(o Owner, now, until time.Duration) (Task, bool) {
	p := l.owned[o]
	for p == nil && len(l.free) > 0 {
		first := std.Pop(&l.free).(*piece)
		first.free = false
		if !first.closed && first.owner == (Owner{}) {
			p = first
		}
	}
	return l.lend(p, o, now, until)
}

// ClaimNear is Claim for pieces that the worker of o has given away itself.
func (l *Ledger) ClaimNear(o Owner, now, until time.Duration) (Task, bool) {
	p, near := l.owned[o], l.near[o.Worker]
	for p == nil && near != nil {
		first := std.Pop(near).(*piece)
		first.shelved = false
		if !first.closed && first.owner == (Owner{}) && first.home == o.Worker {
			p = first
		}
		if len(*near) == 0 {
			delete(l.near, o.Worker)
			near = nil
		}
	}
	return l.lend(p, o, now, until)
}

// lend lends a piece, nil for none.
func (l *Ledger) lend(p *piece, o Owner, now, until time.Duration) (Task, bool) {
	if p == nil {
		return Task{}, false
	}
	if p.home != "" && p.home != o.Worker {
		l.moved++
	}
	p.home = o.Worker
	l.own(p, o, now, until)
	return l.Task(p.number)
}

// Moved returns how many pieces one worker has given away and another one has got.
func (l *Ledger) Moved() int64 { return l.moved }

func (l *Ledger) own(p *piece, o Owner, now, until time.Duration) {
	if p.owner != o {
		p.owner = o
		l.owned[o] = p
	}
	if p.holder != o.Worker { // claiming it again does not restart the time
		p.holder, p.since = o.Worker, now
	}
	p.until = until
}

// Renew prolongs a lease: o says that it searches a piece, and which of its records was taken last. Of a piece without an owner that is
// in that state it becomes the owner again, as after a restart. Otherwise, if the piece is not its own, it returns false, and o had
// better drop it.
func (l *Ledger) Renew(o Owner, number uint64, after Hash, now, until time.Duration) bool {
	p := l.pieces[number]
	if p == nil || p.closed || p.owner != o && (p.owner != (Owner{}) || p.last != after || p.barred == o.Worker) {
		return false
	}
	if other := l.owned[o]; other != nil && other != p {
		l.release(other) // it does not search that one any more
	}
	l.own(p, o, now, until)
	return true
}

// Take hands a piece over from one owner to another; after says in which state it left. It does nothing if the other owner has it
// already. It returns false if a third owner has the piece, or if the piece has gone on.
func (l *Ledger) Take(from, to Owner, number uint64, after Hash, now, until time.Duration) bool {
	p := l.pieces[number]
	switch {
	case p == nil || p.closed:
		return false
	case p.owner == to:
		return true
	case p.last != after || p.owner != from && p.owner != (Owner{}):
		return false
	}
	l.disown(p)
	l.own(p, to, now, until)
	return true
}

// Touch notes that an owner has recorded something of its piece.
func (l *Ledger) Touch(o Owner, number uint64, now time.Duration) {
	if p := l.pieces[number]; p != nil && p.owner == o {
		p.since = now
	}
}

// Since returns since when the worker of a piece has it, or when it has last recorded something of it.
func (l *Ledger) Since(number uint64) time.Duration {
	if p := l.pieces[number]; p != nil {
		return p.since
	}
	return 0
}

// Stall takes a piece away from an owner that says that it is alive and records nothing.
func (l *Ledger) Stall(number uint64) {
	if p := l.pieces[number]; p != nil && p.owner != (Owner{}) {
		p.stalls++
		p.barred, p.home = p.owner.Worker, "" // so it does not go there first
		l.release(p)
	}
}

// Expire takes the pieces away from all owners whose lease has ended, and returns these owners.
func (l *Ledger) Expire(now time.Duration) []Owner {
	return l.dismiss(func(p *piece) bool { return p.until < now })
}

// Leave takes away what the processors of a worker have.
func (l *Ledger) Leave(worker string) {
	l.dismiss(func(p *piece) bool { return p.owner.Worker == worker })
}

// dismiss takes pieces away.
func (l *Ledger) dismiss(which func(*piece) bool) (owners []Owner) {
	for o, p := range l.owned {
		if which(p) {
			owners = append(owners, o)
		}
	}
	slices.SortFunc(owners, Owner.compare)
	for _, o := range owners {
		l.release(l.owned[o])
	}
	return owners
}

// Grace prolongs all leases, after a time in which nobody could be heard.
func (l *Ledger) Grace(by time.Duration) {
	for _, p := range l.owned {
		p.until += by
	}
}

// Ask returns owners that are to give branches away, the ones with the largest pieces first, and notes that they have been asked:
// for n branches in all, less the branches that others were asked for less than a pause ago and that have not come. Such owners are
// not asked again. Coming is how many of the n are on the way then: all, or fewer if there is nobody to ask. If worker is not "",
// only its processors are asked; if it is "", branches that a worker was asked for on behalf of its own processors do not count.
func (l *Ledger) Ask(worker string, n int, now, pause time.Duration) (asked []Request, coming int) {
	var able []*piece
	for _, p := range l.owned {
		switch {
		case worker != "" && p.owner.Worker != worker:
		case now-p.asked >= pause:
			able = append(able, p)
		case p.near == (worker != ""):
			coming += p.wanted
		}
	}
	coming = min(coming, n)
	if coming == n || len(able) == 0 {
		return nil, coming
	}
	slices.SortFunc(able, larger)
	hungry := n - coming
	able = able[:min(hungry, len(able))]
	for i, p := range able {
		p.asked, p.near = now, worker != ""
		p.wanted = (hungry - i + len(able) - 1) / len(able)
		asked = append(asked, Request{p.holding(), p.wanted})
	}
	return asked, n
}

// Answered notes that an owner that was asked has given.
func (l *Ledger) Answered(number uint64) {
	if p := l.pieces[number]; p != nil {
		p.asked, p.wanted = never, 0
	}
}

// Holding is a piece in the hands of an owner.
type Holding struct {
	Owner  Owner
	Piece  uint64
	Since  time.Duration // its worker has the piece, or has last recorded something of it
	Stalls int           // how often Stall has taken the piece away
	Weight float64       // share of the tree that was open in it when it was last recorded
}

func (p *piece) holding() Holding {
	return Holding{Owner: p.owner, Piece: p.number, Since: p.since, Stalls: p.stalls, Weight: p.weight}
}

// Holdings returns all owned pieces, by worker and processor.
func (l *Ledger) Holdings() []Holding {
	var all []Holding
	for _, p := range l.owned {
		all = append(all, p.holding())
	}
	slices.SortFunc(all, func(a, b Holding) int { return a.Owner.compare(b.Owner) })
	return all
}

// Free returns how many pieces have no owner.
func (l *Ledger) Free() int { return l.totals.Open - len(l.owned) }

// Task returns the open part of a piece.
func (l *Ledger) Task(number uint64) (Task, bool) {
	p := l.pieces[number]
	if p == nil || p.closed {
		return Task{}, false
	}
	return Task{Branch: p.state, After: p.last}, true
}

// Last returns the hash of the record that made the state of a piece.
func (l *Ledger) Last(number uint64) Hash {
	if p := l.pieces[number]; p != nil {
		return p.last
	}
	return Hash{}
}
