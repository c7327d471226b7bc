package balance

import (
	"slices"
	"testing"
)

// heard is a policy that records the Procs it sees.
type heard struct {
	Base
	seen *[]Proc
}

func (h heard) note(p Proc)                      { *h.seen = append(*h.seen, p) }
func (h heard) Start(p Proc)                     { h.note(p) }
func (h heard) Idle(p Proc)                      { h.note(p) }
func (h heard) Wake(p Proc)                      { h.note(p) }
func (h heard) Arrived(p Proc, _ int)            { h.note(p) }
func (h heard) Receive(p Proc, _ int, _ Message) { h.note(p) }

type atSeven struct{}

func (atSeven) Root() int { return 7 }

type listens struct{ heard }

func (l listens) LoadChanged(p Proc) { l.note(p) }

// The policy is called once for each callback, with the Proc that it is lent; and it stays one that hears of its load, or has a root.
func TestAround(t *testing.T) {
	var seen []Proc
	plain := heard{seen: &seen}
	for _, c := range []struct {
		name          string
		policy        Policy
		watches, root bool
	}{
		{"plain", plain, false, false},
		{"watcher", listens{plain}, true, false},
		{"rooted", struct {
			heard
			atSeven
		}{plain, atSeven{}}, false, true},
		{"rooted watcher", struct {
			listens
			atSeven
		}{listens{plain}, atSeven{}}, true, true},
	} {
		lent, calls := &struct{ Proc }{}, []Callback{}
		seen = nil
		p := Around(c.policy, func(_ Proc, call Callback, do func(Proc)) {
			calls = append(calls, call)
			do(lent)
		})
		p.Start(nil)
		p.Receive(nil, 3, Message{Kind: 2})
		p.Arrived(nil, 4)
		p.Idle(nil)
		p.Wake(nil)
		want := []Callback{{Name: "Start"}, {"Receive", 3, Message{Kind: 2}}, {Name: "Arrived", From: 4}, {Name: "Idle"}, {Name: "Wake"}}
		watcher, watches := p.(LoadWatcher)
		if watches {
			watcher.LoadChanged(nil)
			want = append(want, Callback{Name: "LoadChanged"})
		}
		rooted, root := p.(Rooted)
		if watches != c.watches || root != c.root || root && rooted.Root() != 7 {
			t.Errorf("%s: watches %v, has a root %v", c.name, watches, root)
		}
		if !slices.Equal(calls, want) || len(seen) != len(want) || slices.ContainsFunc(seen, func(p Proc) bool { return p != lent }) {
			t.Errorf("%s: calls %v, want %v, and the policy sees %v", c.name, calls, want, seen)
		}
	}
}
