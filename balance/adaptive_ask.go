package balance

// Adaptive, elements one after the other: see adaptive.go, which comes first.
//
// A processor without work asks others at random for their oldest element, as in steal.go. It asks once more than there:
// ahead of time, when it begins on its last element and that is no new one. Then the answer travels while it works. An
// element that has just come is usually large, so nobody is asked when it is begun.

func (a *adaptive) ask(p Proc) {
	if p.Procs() > 1 && !a.asking {
		a.asking = true
		p.Send(randomVictim(nil, p), Message{Kind: adaptiveRequest})
	}
}

// askAhead asks if the element in work is the last one.
func (a *adaptive) askAhead(p Proc) {
	if a.ahead && !a.fresh && p.Busy() && p.Len() == 0 {
		a.ask(p)
	}
	a.fresh = false
}

// give sends the oldest element, if there is one. If not, others are short of work: from now on, all is split.
func (a *adaptive) give(p Proc, to int) {
	if p.Transfer(to, 1) > 0 {
		a.grain.gave()
		return
	}
	a.grain.forget(p)
	p.Send(to, Message{Kind: adaptiveNothing})
}

// refused asks the next, unless something has turned up.
func (a *adaptive) refused(p Proc) {
	a.asking = false
	if !p.Busy() || a.ahead && p.Len() == 0 {
		a.ask(p)
	}
}

// adaptiveSayings are those of the actions of engage.go, and of asking.
func adaptiveSayings() Sayings {
	s, thief := engagedSayings(), thiefSayings()
	s.Kinds = append(s.Kinds, thief.Kinds[stealRequest], thief.Kinds[stealNothing])
	s.Quiet = thief.Quiet
	return s
}
