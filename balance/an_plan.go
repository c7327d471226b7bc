package balance

import "slices"

// The decision of an, see an.go: which members of a domain send how much to which.

// averageMember is a member of a domain as its master sees it.
type averageMember struct {
	at          int // its index in the domain, or self
	load, grain float64
	free        bool // it may send and receive; if not, its load only counts for the average
}

// self stands for the master among the indices of a domain.
const self = -1

// averageMove is a move of load between two members.
type averageMove struct {
	from, to int // indices in the domain, or self
	load     float64
}

// averagePlan is a decision, with the memory for the next one.
type averagePlan struct {
	members []averageMember
	moves   []averageMove
}

// begin forgets all members but the master.
func (a *averagePlan) begin(load, grain float64, free bool) {
	a.members = append(a.members[:0], averageMember{self, load, grain, free})
}

func (a *averagePlan) add(at int, load, grain float64, free bool) {
	a.members = append(a.members, averageMember{at, load, grain, free})
}

// make decides on the moves: from the most loaded sender on, to the least loaded receiver on.
func (a *averagePlan) make(threshold float64) {
	a.moves = a.moves[:0]
	sum, empty := 0.0, false
	for _, m := range a.members {
		sum += m.load
		empty = empty || m.free && m.load == 0
	}
	average := sum / float64(len(a.members))
	sending, receiving := average*(1+threshold/2), average*(1-threshold/2)
	if empty {
		sending = average
	}
	slices.SortFunc(a.members, byLoad)
	for i := 0; i < len(a.members) && a.members[i].load > sending; i++ {
		if a.members[i].free {
			a.serve(i, average, receiving)
		}
	}
}

// byLoad has the most loaded first, and among equals the farthest, since receivers are served from the end.
func byLoad(a, b averageMember) int {
	switch {
	case a.load > b.load:
		return -1
	case a.load < b.load:
		return 1
	default:
		return b.at - a.at
	}
}

// serve lets the sender with the given position give to receivers, as long as it is above the average.
func (a *averagePlan) serve(position int, average, receiving float64) {
	from := &a.members[position]
	for i := len(a.members) - 1; i > position && from.load > average; i-- {
		to := &a.members[i]
		if !to.free || to.load >= receiving {
			continue
		}
		aim := min(from.load-average, average-to.load)
		load := worth(aim, from.load, from.grain, to.load)
		if load == 0 {
			continue
		}
		a.moves = append(a.moves, averageMove{from.at, to.at, load})
		from.load -= load
		to.load += load
		to.free = load <= aim // with an element beyond the aim, it has got enough
	}
}

// concerns reports whether a member sends or receives.
func (a *averagePlan) concerns(at int) bool {
	return slices.ContainsFunc(a.moves, func(m averageMove) bool { return m.from == at || m.to == at })
}

// arriving is the number of moves to a member.
func (a *averagePlan) arriving(at int) int {
	n := 0
	for _, m := range a.moves {
		if m.to == at {
			n++
		}
	}
	return n
}

// loadAfter is the load of a member when all moves have been made.
func (a *averagePlan) loadAfter(at int) float64 {
	i := slices.IndexFunc(a.members, func(m averageMember) bool { return m.at == at })
	return a.members[i].load
}
