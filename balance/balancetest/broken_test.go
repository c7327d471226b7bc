package balancetest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"transat/balance"
)

// bend turns a machine into one that breaks the contract.
type bend func(Machine) Machine

// TestBrokenMachinesAreCaught tests the tests: every machine here breaks one clause of the contract.
func TestBrokenMachinesAreCaught(t *testing.T) {
	for _, c := range []struct {
		name, clause string
		bend         bend
	}{
		{"starts twice", "StartComesFirstAndOnce", policies(func(p balance.Policy) balance.Policy { return startsTwice{p} })},
		{"starts late", "StartComesFirstAndOnce", policies(func(p balance.Policy) balance.Policy { return &startsLate{Policy: p} })},
		{"calls back from inside Send", "CallbacksNeverOverlap", policies(func(p balance.Policy) balance.Policy { return &reentrant{Policy: p} })},
		{"clock runs backwards", "NowNeverGoesBack", procs(func(p balance.Proc) balance.Proc { return backwards{p} })},
		{"idle only once", "IdleWheneverOutOfElements", policies(func(p balance.Policy) balance.Policy { return &idleOnce{Policy: p} })},
		{"idle after every arrival", "IdleWheneverOutOfElements", policies(func(p balance.Policy) balance.Policy { return idleTooOften{p} })},
		{"wakes early", "EveryWakeAfterLeadsToOneWake", procs(func(p balance.Proc) balance.Proc { return wakesEarly{p} })},
		{"wakes twice", "EveryWakeAfterLeadsToOneWake", procs(func(p balance.Proc) balance.Proc { return wakesTwice{p} })},
		{"forgets one of two wakes", "EveryWakeAfterLeadsToOneWake", procs(func(p balance.Proc) balance.Proc { return &forgetsWakes{Proc: p} })},
		{"keeps load changes to itself", "LoadWatcherIsTold", policies(func(p balance.Policy) balance.Policy { return struct{ balance.Policy }{p} })},
		{"neighbours reversed", "RankProcsNeighboursAreTheTopologys", procs(func(p balance.Proc) balance.Proc { return reversed{p} })},
		{"one random stream for all", "RandDependsOnSeedAndRank", procs(func(p balance.Proc) balance.Proc { return &sameStream{p, rand.New(rand.NewPCG(1, 1))} })},
		{"random stream depends on the topology", "RandDependsOnSeedAndRank", procs(func(p balance.Proc) balance.Proc {
			return &sameStream{p, rand.New(rand.NewPCG(uint64(p.Rank()), uint64(p.Neighbours()[0])))}
		})},
		{"counts the element in work as load", "LoadIsLenUnderCount", procs(func(p balance.Proc) balance.Proc { return loadOfAll{p} })},
		{"never works", "WorkingIfBusy", procs(func(p balance.Proc) balance.Proc { return neverWorks{p} })},
		{"ignores the grain", "SetGrain", procs(func(p balance.Proc) balance.Proc { return noGrain{p} })},
		{"grain includes its bound", "SetGrain", procs(func(p balance.Proc) balance.Proc { return largerGrain{p} })},
		{"forgets phases", "CallsAreCounted", outcomes(func(o *Outcome) { o.Phases = 0 })},
		{"counts messages twice", "CallsAreCounted", outcomes(func(o *Outcome) { o.Messages *= 2 })},
		{"delivers only to neighbours", "MessagesReachAnyRank", procs(func(p balance.Proc) balance.Proc { return onlyNeighbours{p} })},
		{"doubles messages", "MessagesReachAnyRank", procs(func(p balance.Proc) balance.Proc { return doubles{p} })},
		{"drops a field", "MessagesReachAnyRank", procs(func(p balance.Proc) balance.Proc { return garbles{p} })},
		{"swaps messages", "FirstInFirstOut", procs(func(p balance.Proc) balance.Proc { return &swaps{p, map[int]balance.Message{}} })},
		{"sends elements before messages", "EffectsHappenInCallOrder", policies(func(p balance.Policy) balance.Policy { return &elementsFirst{Policy: p} })},
		{"sends messages before elements", "ShortMessageDoesNotOvertakeLongTransfer", policies(func(p balance.Policy) balance.Policy { return &messagesFirst{Policy: p} })},
		{"transfers the smallest", "TransferMovesTheOldest", procs(func(p balance.Proc) balance.Proc { return smallest{p} })},
		{"transfers one less than it says", "TransferMovesTheOldest", procs(func(p balance.Proc) balance.Proc { return lies{p} })},
		{"knows no upper bound", "TransferLoadKeepsItsBounds", procs(func(p balance.Proc) balance.Proc { return unbounded{p} })},
		{"stops short of the lower bound", "TransferLoadKeepsItsBounds", procs(func(p balance.Proc) balance.Proc { return stopsShort{p} })},
		{"loses an element", "EveryNodeIsExpandedOnce", trees(func(e []Element, at int) []Element { return slices.Delete(e, at, at+1) })},
		{"doubles an element", "EveryNodeIsExpandedOnce", trees(func(e []Element, at int) []Element { return append(e, e[at]) })},
		{"miscounts nodes", "EveryNodeIsExpandedOnce", outcomes(func(o *Outcome) { o.Nodes++ })},
		{"overlooks solutions", "SolutionEndsTheRun", outcomes(func(o *Outcome) { o.Found = false })},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := clauses()
			i := slices.IndexFunc(all, func(k clause) bool { return k.name == c.clause })
			err := all[i].check(suite{machine: c.bend(simulated), spine: 3000, short: true})
			if err == nil {
				t.Fatalf("%s did not notice", c.clause)
			}
			t.Logf("%s: %v", c.clause, err)
		})
	}
}

// TestSimulatedMachineKeepsTheContract shows that the machine that is broken above was whole.
func TestSimulatedMachineKeepsTheContract(t *testing.T) { TestMachine(t, simulated) }

// policies wraps the policies that the machine calls.
func policies(wrap func(balance.Policy) balance.Policy) bend {
	return func(m Machine) Machine {
		return func(r Run) (Outcome, error) {
			maker := r.Policy
			r.Policy = func(rank int) balance.Policy { return wrap(maker(rank)) }
			return m(r)
		}
	}
}

// procs wraps the Procs that the machine lends out.
func procs(wrap func(balance.Proc) balance.Proc) bend {
	return policies(func(p balance.Policy) balance.Policy { return &lent{policy: p, wrap: wrap} })
}

func outcomes(change func(*Outcome)) bend {
	return func(m Machine) Machine {
		return func(r Run) (Outcome, error) {
			o, err := m(r)
			change(&o)
			return o, err
		}
	}
}

// trees changes the children of a node, given the index of one of them.
func trees(change func(e []Element, at int) []Element) bend {
	return func(m Machine) Machine {
		return func(r Run) (Outcome, error) {
			r.Tree = changed{r.Tree, change}
			return m(r)
		}
	}
}

type changed struct {
	balance.Tree[Element]
	change func(e []Element, at int) []Element
}

func (c changed) Expand(e Element, dst []Element) ([]Element, int64, bool) {
	children, work, found := c.Tree.Expand(e, dst)
	if e.First == 100 && len(children) > len(dst) {
		children = c.change(children, len(dst))
	}
	return children, work, found
}

func (c changed) Subtree(Element) (work, nodes int64) { return 0, 0 }

// lent is a policy that sees its Proc through a wrapper.
type lent struct {
	policy balance.Policy
	wrap   func(balance.Proc) balance.Proc
	proc   balance.Proc
}

func (l *lent) Start(p balance.Proc) {
	l.proc = l.wrap(p)
	l.policy.Start(l.proc)
}
func (l *lent) Idle(balance.Proc)                { l.policy.Idle(l.proc) }
func (l *lent) Wake(balance.Proc)                { l.policy.Wake(l.proc) }
func (l *lent) Arrived(_ balance.Proc, from int) { l.policy.Arrived(l.proc, from) }
func (l *lent) Receive(_ balance.Proc, from int, m balance.Message) {
	l.policy.Receive(l.proc, from, m)
}

// The defects, in the order of the table.

type startsTwice struct{ balance.Policy }

func (s startsTwice) Start(p balance.Proc) {
	s.Policy.Start(p)
	s.Policy.Start(p)
}

type startsLate struct {
	balance.Policy
	started bool
}

func (s *startsLate) Start(p balance.Proc) { p.WakeAfter(balance.Second) }

func (s *startsLate) Wake(p balance.Proc) {
	if !s.started {
		s.started = true
		s.Policy.Start(p)
		return
	}
	s.Policy.Wake(p)
}

type reentrant struct {
	balance.Policy
	deep bool
}

func (r *reentrant) Receive(p balance.Proc, from int, m balance.Message) {
	r.Policy.Receive(reentrantProc{p, r}, from, m)
}

type reentrantProc struct {
	balance.Proc
	r *reentrant
}

func (p reentrantProc) Send(to int, m balance.Message) {
	if !p.r.deep {
		p.r.deep = true
		p.r.Policy.Wake(p.Proc)
		p.r.deep = false
	}
	p.Proc.Send(to, m)
}

type backwards struct{ balance.Proc }

func (b backwards) Now() balance.Ticks { return -b.Proc.Now() }

type idleOnce struct {
	balance.Policy
	told bool
}

func (i *idleOnce) Idle(p balance.Proc) {
	if !i.told {
		i.told = true
		i.Policy.Idle(p)
	}
}

type idleTooOften struct{ balance.Policy }

func (i idleTooOften) Arrived(p balance.Proc, from int) {
	i.Policy.Arrived(p, from)
	i.Policy.Idle(p)
}

type wakesEarly struct{ balance.Proc }

func (w wakesEarly) WakeAfter(d balance.Ticks) { w.Proc.WakeAfter(d - d/100) }

type wakesTwice struct{ balance.Proc }

func (w wakesTwice) WakeAfter(d balance.Ticks) {
	w.Proc.WakeAfter(d)
	w.Proc.WakeAfter(d)
}

type forgetsWakes struct {
	balance.Proc
	asked int
}

func (w *forgetsWakes) WakeAfter(d balance.Ticks) {
	if w.asked++; w.asked%2 == 1 {
		w.Proc.WakeAfter(d)
	}
}

type reversed struct{ balance.Proc }

func (r reversed) Neighbours() []int {
	n := slices.Clone(r.Proc.Neighbours())
	slices.Reverse(n)
	return n
}

type sameStream struct {
	balance.Proc
	random *rand.Rand
}

func (s *sameStream) Rand() *rand.Rand { return s.random }

type loadOfAll struct{ balance.Proc }

func (l loadOfAll) Load() float64 { return l.Proc.Load() + l.Working() }

type neverWorks struct{ balance.Proc }

func (neverWorks) Working() float64 { return 0 }

type noGrain struct{ balance.Proc }

func (noGrain) SetGrain(float64) {}

type largerGrain struct{ balance.Proc }

func (l largerGrain) SetGrain(load float64) { l.Proc.SetGrain(load * 1.001) }

type onlyNeighbours struct{ balance.Proc }

func (o onlyNeighbours) Send(to int, m balance.Message) {
	if slices.Contains(o.Neighbours(), to) {
		o.Proc.Send(to, m)
	}
}

type doubles struct{ balance.Proc }

func (d doubles) Send(to int, m balance.Message) {
	d.Proc.Send(to, m)
	d.Proc.Send(to, m)
}

type garbles struct{ balance.Proc }

func (g garbles) Send(to int, m balance.Message) {
	m.Round = uint32(uint16(m.Round))
	g.Proc.Send(to, m)
}

// swaps sends the messages to each processor in pairs, the second one first.
type swaps struct {
	balance.Proc
	kept map[int]balance.Message
}

func (s *swaps) Send(to int, m balance.Message) {
	first, ok := s.kept[to]
	if !ok {
		s.kept[to] = m
		return
	}
	s.Proc.Send(to, m)
	s.Proc.Send(to, first)
	delete(s.kept, to)
}

type letterTo struct {
	to int
	m  balance.Message
}

// elementsFirst holds messages back until the callback ends.
type elementsFirst struct {
	balance.Policy
	kept []letterTo
}

func (e *elementsFirst) Wake(p balance.Proc) {
	e.Policy.Wake(elementsFirstProc{p, e})
	for _, l := range e.kept {
		p.Send(l.to, l.m)
	}
	e.kept = nil
}

type elementsFirstProc struct {
	balance.Proc
	e *elementsFirst
}

func (p elementsFirstProc) Send(to int, m balance.Message) {
	p.e.kept = append(p.e.kept, letterTo{to, m})
}

// messagesFirst holds transfers back until the callback ends.
type messagesFirst struct {
	balance.Policy
	kept [][2]int
}

func (e *messagesFirst) Wake(p balance.Proc) {
	e.Policy.Wake(messagesFirstProc{p, e})
	for _, t := range e.kept {
		p.Transfer(t[0], t[1])
	}
	e.kept = nil
}

type messagesFirstProc struct {
	balance.Proc
	e *messagesFirst
}

func (p messagesFirstProc) Transfer(to, n int) int {
	p.e.kept = append(p.e.kept, [2]int{to, n})
	return n
}

type smallest struct{ balance.Proc }

func (s smallest) Transfer(to, n int) int {
	before := s.Len()
	for limit := math.Pow(2, -maxTeeth); before-s.Len() < n && s.Len() > 0; limit *= 2 {
		s.TransferLoad(to, limit, limit)
	}
	return before - s.Len()
}

type lies struct{ balance.Proc }

func (l lies) Transfer(to, n int) int { return l.Proc.Transfer(to, n-1) + 1 }

type unbounded struct{ balance.Proc }

func (u unbounded) TransferLoad(to int, atLeast, _ float64) float64 {
	return u.Proc.TransferLoad(to, atLeast, math.Inf(1))
}

type stopsShort struct{ balance.Proc }

func (s stopsShort) TransferLoad(to int, atLeast, atMost float64) float64 {
	return s.Proc.TransferLoad(to, atLeast/2, atMost)
}
