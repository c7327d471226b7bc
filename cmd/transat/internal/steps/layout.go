package steps

import (
	"transat/balance"
)

// place is where a node is drawn: leaves have columns 0, 1, 2 …, and an inner node stands in the middle of its children.
type place struct {
	column float64
	depth  int
}

// arrange gives every node its place.
func arrange(t *Tree) []place {
	places := make([]place, len(t.Nodes))
	leaves := 0
	for i := range t.Nodes {
		if t.Nodes[i].First == 0 {
			places[i].column = float64(leaves)
			leaves++
		}
		places[i].depth = int(t.Nodes[i].Depth)
	}
	for i := len(t.Nodes) - 1; i >= 0; i-- { // children come behind their parents
		if n := &t.Nodes[i]; n.First != 0 {
			places[i].column = (places[n.First].column + places[n.Last].column) / 2
		}
	}
	return places
}

// size is the number of columns and of rows.
func size(places []place) (columns, rows int) {
	for _, p := range places {
		columns, rows = max(columns, int(p.column)+1), max(rows, p.depth+1)
	}
	return columns, rows
}

// state is how far a node has come at a time.
type state uint8

const (
	unknown state = iota // its parent has not been expanded
	waiting              // in a list, or on its way
	working
	done
)

// at returns the state of a node at a time.
func (s *Story) at(node int, now balance.Ticks) state {
	d, parent := &s.Run.Of[node], s.Tree.Nodes[node].Parent
	switch {
	case d.Owner == Before, d.Owner >= 0 && d.End <= now:
		return done
	case d.Owner >= 0 && d.Begin <= now:
		return working
	case parent >= 0 && s.at(int(parent), now) != done:
		return unknown
	}
	return waiting
}

// procState is the state of a processor at a time.
type procState struct {
	working  int // the node, or -1
	expanded int // nodes so far
	received int // of them
}

// procs returns the states of all processors at a time.
func (s *Story) procs(now balance.Ticks) []procState {
	all := make([]procState, s.Run.Procs)
	for i := range all {
		all[i].working = -1
	}
	for i := range s.Run.Of {
		d := &s.Run.Of[i]
		if d.Owner < 0 {
			continue
		}
		p := &all[d.Owner]
		switch s.at(i, now) {
		case working:
			p.working = i
		case done:
			p.expanded += int(s.Tree.Nodes[i].Count)
			if d.Received {
				p.received++
			}
		}
	}
	return all
}
