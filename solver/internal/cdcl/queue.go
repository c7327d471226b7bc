package cdcl

import "transat/solver/cnf"

// queue holds variables in the order in which conflicts last rested on them (variable move to front, VMTF). The search
// decides the latest open one. The field search is a variable behind which none is open, so that next is fast.
type queue struct {
	links  []link  // by variable
	bumped []int64 // by variable: when it was last put to the end
	first  cnf.Var
	last   cnf.Var
	search cnf.Var // no open variable lies behind it
	time   int64
}

type link struct{ before, after cnf.Var }

func (q *queue) extend(vars int) {
	q.links, q.bumped = extended(q.links, vars+1), extended(q.bumped, vars+1)
}

// has reports whether a variable is in the queue.
func (q *queue) has(v cnf.Var) bool { return q.bumped[v] != 0 }

// enroll puts a new variable to the end.
func (q *queue) enroll(v cnf.Var) {
	q.append(v)
	q.search = v
}

func (q *queue) append(v cnf.Var) {
	q.time++
	q.bumped[v] = q.time
	q.links[v] = link{before: q.last}
	if q.last != 0 {
		q.links[q.last].after = v
	} else {
		q.first = v
	}
	q.last = v
}

// bump puts a variable to the end.
func (q *queue) bump(v cnf.Var, open bool) {
	if q.links[v].after == 0 {
		return
	}
	l := q.links[v]
	if q.search == v {
		q.search = l.before
		if q.search == 0 {
			q.search = l.after
		}
	}
	q.links[l.after].before = l.before
	if l.before != 0 {
		q.links[l.before].after = l.after
	} else {
		q.first = l.after
	}
	q.append(v)
	if open {
		q.search = v
	}
}

// A time and a variable fit into one number, so times are renumbered before they become too large.
const (
	varBits  = 31
	mostTime = 1<<(64-varBits-1) - 1
)

// renumber makes the times small, if they have become large.
func (q *queue) renumber() {
	if q.time < mostTime {
		return
	}
	q.time = 0
	for v := q.first; v != 0; v = q.links[v].after {
		q.time++
		q.bumped[v] = q.time
	}
}

// open records that a variable has lost its value.
func (q *queue) open(v cnf.Var) {
	if q.bumped[v] > q.bumped[q.search] {
		q.search = v
	}
}

// next returns the latest open variable, or 0.
func (q *queue) next(vals []int8) cnf.Var {
	v := q.search
	for v != 0 && vals[cnf.Pos(v).Code()] != 0 {
		v = q.links[v].before
	}
	if v != 0 {
		q.search = v
	}
	return v
}
