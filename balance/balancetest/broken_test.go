package balancetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"transat/balance"
)

// bend turns a machine into one that breaks the contract.
type bend func(Runner) Runner

// TestBrokenMachinesAreCaught tests the tests: every machine here breaks one clause of the contract.
func TestBrokenMachinesAreCaught(t *testing.T) {
	SkipShort(t)
	for _, c := range []struct {
		name, clause string
		bend         bend
	}{
		{"starts twice", "StartComesFirstAndOnce", policies(func(p balance.Policy) balance.Policy { return startsTwice{p} })},
		{"starts late", "StartComesFirstAndOnce", policies(func(p balance.Policy) balance.Policy { return &startsLate{Policy: p} })},
		{
			"calls back from inside Send", "CallbacksNeverOverlap",
			policies(func(p balance.Policy) balance.Policy { return &reentrant{Policy: p} }),
		},
		{"clock runs backwards", "NowNeverGoesBack", procs(func(p balance.Proc) balance.Proc { return backwards{p} })},
		{"idle only once", "IdleWheneverOutOfElements", policies(func(p balance.Policy) balance.Policy { return &idleOnce{Policy: p} })},
		{"idle after every arrival", "IdleWheneverOutOfElements", policies(func(p balance.Policy) balance.Policy { return idleTooOften{p} })},
		{"wakes early", "EveryWakeAfterLeadsToOneWake", procs(func(p balance.Proc) balance.Proc { return wakesEarly{p} })},
		{"wakes twice", "EveryWakeAfterLeadsToOneWake", procs(func(p balance.Proc) balance.Proc { return wakesTwice{p} })},
		{"forgets one of two wakes", "EveryWakeAfterLeadsToOneWake", procs(func(p balance.Proc) balance.Proc { return &forgetsWakes{Proc: p} })},
		{
			"keeps load changes to itself", "LoadWatcherIsTold",
			policies(func(p balance.Policy) balance.Policy { return struct{ balance.Policy }{p} }),
		},
		{"goes on after a fault", "FaultEndsTheRun", policies(func(p balance.Policy) balance.Policy { return hardened{p} })},
		{"neighbours reversed", "RankProcsNeighboursAreTheTopologys", procs(func(p balance.Proc) balance.Proc { return reversed{p} })},
		{
			"one random stream for all", "RandDependsOnSeedAndRank",
			procs(func(p balance.Proc) balance.Proc { return &sameStream{p, rand.New(rand.NewPCG(1, 1))} }),
		},
		{"random stream depends on the topology", "RandDependsOnSeedAndRank", procs(func(p balance.Proc) balance.Proc {
			return &sameStream{p, rand.New(rand.NewPCG(uint64(p.Rank()), uint64(p.Neighbours()[0])))}
		})},
		{"counts the element in work as load", "LoadIsLenUnderCount", procs(func(p balance.Proc) balance.Proc { return loadOfAll{p} })},
		{"never works", "WorkingIfBusy", procs(func(p balance.Proc) balance.Proc { return neverWorks{p} })},
		{"ignores the grain", "SetGrain", procs(func(p balance.Proc) balance.Proc { return noGrain{p} })},
		{"grain includes its bound", "SetGrain", procs(func(p balance.Proc) balance.Proc { return largerGrain{p} })},
		{"forgets phases", "CallsAreCounted", outcomes(func(o *RunResult) { o.Phases = 0 })},
		{"counts messages twice", "CallsAreCounted", outcomes(func(o *RunResult) { o.Messages *= 2 })},
		{"delivers only to neighbours", "MessagesReachAnyRank", procs(func(p balance.Proc) balance.Proc { return onlyNeighbours{p} })},
		{"doubles messages", "MessagesReachAnyRank", procs(func(p balance.Proc) balance.Proc { return doubles{p} })},
		{"drops a field", "MessagesReachAnyRank", procs(func(p balance.Proc) balance.Proc { return garbles{p} })},
		{"swaps messages", "FirstInFirstOut", procs(func(p balance.Proc) balance.Proc { return &swaps{p, map[int]balance.Message{}} })},
		{
			"sends elements before messages", "EffectsHappenInCallOrder",
			policies(func(p balance.Policy) balance.Policy { return &elementsFirst{Policy: p} }),
		},
		{
			"sends messages before elements", "ShortMessageDoesNotOvertakeLongTransfer",
			policies(func(p balance.Policy) balance.Policy { return &messagesFirst{Policy: p} }),
		},
		{"transfers the smallest", "TransferMovesTheOldest", procs(func(p balance.Proc) balance.Proc { return smallest{p} })},
		{"transfers one less than it says", "TransferMovesTheOldest", procs(func(p balance.Proc) balance.Proc { return lies{p} })},
		{"knows no upper bound", "TransferLoadKeepsItsBounds", procs(func(p balance.Proc) balance.Proc { return unbounded{p} })},
		{"stops short of the lower bound", "TransferLoadKeepsItsBounds", procs(func(p balance.Proc) balance.Proc { return stopsShort{p} })},
		{"forgets tags", "TagsArriveWithTheirElements", procs(func(p balance.Proc) balance.Proc { return noTags{p} })},
		{"keeps a tag", "TagsArriveWithTheirElements", procs(func(p balance.Proc) balance.Proc { return &keepsTag{Proc: p} })},
		{"loses an element", "EveryNodeIsExpandedOnce", trees(func(e []Element, at int) []Element { return slices.Delete(e, at, at+1) })},
		{"doubles an element", "EveryNodeIsExpandedOnce", trees(func(e []Element, at int) []Element { return append(e, e[at]) })},
		{"miscounts nodes", "EveryNodeIsExpandedOnce", outcomes(func(o *RunResult) { o.Nodes++ })},
		{"overlooks solutions", "SolutionEndsTheRun", outcomes(func(o *RunResult) { o.Found = false })},
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
	return func(m Runner) Runner {
		return func(r Run) (RunResult, error) {
			maker := r.Policy
			r.Policy = func(rank int) balance.Policy { return wrap(maker(rank)) }
			return m(r)
		}
	}
}

// procs wraps the Procs that the machine lends out.
func procs(wrap func(balance.Proc) balance.Proc) bend {
	return policies(func(p balance.Policy) balance.Policy { return &wrapped{policy: p, wrap: wrap} })
}

func outcomes(change func(*RunResult)) bend {
	return func(m Runner) Runner {
		return func(r Run) (RunResult, error) {
			o, err := m(r)
			change(&o)
			return o, err
		}
	}
}

// trees changes the children of a node, given the index of one of them.
func trees(change func(e []Element, at int) []Element) bend {
	return func(m Runner) Runner {
		return func(r Run) (RunResult, error) {
			r.Tree = changed{r.Tree, change}
			return m(r)
		}
	}
}

type changed struct {
	balance.Tree[Element]
	change func(e []Element, at int) []Element
}

func (c changed) Expand(e Element, dst []Element) ([]Element, int64, int64, bool) {
	children, work, nodes, found := c.Tree.Expand(e, dst)
	if e.First == 100 && len(children) > len(dst) {
		children = c.change(children, len(dst))
	}
	return children, work, nodes, found
}

func (c changed) Subtree(Element) (work, nodes, elements int64) { return 0, 0, 0 }

// wrapped is a policy that sees its Proc through a wrapper.
type wrapped struct {
	policy balance.Policy
	wrap   func(balance.Proc) balance.Proc
	proc   balance.Proc
}

func (l *wrapped) Start(p balance.Proc) {
	l.proc = l.wrap(p)
	l.policy.Start(l.proc)
}
func (l *wrapped) Idle(balance.Proc)                { l.policy.Idle(l.proc) }
func (l *wrapped) Wake(balance.Proc)                { l.policy.Wake(l.proc) }
func (l *wrapped) Arrived(_ balance.Proc, from int) { l.policy.Arrived(l.proc, from) }
func (l *wrapped) Receive(_ balance.Proc, from int, m balance.Message) {
	l.policy.Receive(l.proc, from, m)
}
