package balance

import (
	"math"
	"reflect"
)

// Result is what a run comes to, on any machine. Counts are sums over all processors, and so are the times that say so. What a
// machine does not count, or has no such cost for, is 0. The table of [TimePart] of its machine has the times that add up to Procs · Time.
type Result struct {
	Procs   int
	Threads int   // processors that could run at a time, on the cores of a computer
	Time    Ticks // from the start until all processors know of the end; on cores, until the last has stopped
	Found   bool  // a solution ended the run

	// Uneven says that the processors were not equally fast, or not always. Capacity is what they could have done in the time of the run, as
	// the time that one of the machine's speed needs for it. The times below that are sums over the processors are in the same terms then: a
	// processor of speed 2 that is idle for a second has not done what takes two.
	Uneven   bool
	Capacity Ticks // 0 if they are equally fast: see [Result.Offered]

	Work  int64 // counted work
	Nodes int64 // nodes expanded
	// Sequential is the time one processor needs for the same work, without any list of elements.
	Sequential Ticks
	// Bound is the time, in seconds, below which no policy can be. Machines do not know it: who knows the tree fills it in.
	Bound float64

	// Of a search of a [Bounded] tree.
	Bounded bool
	Best    Incumbent // the largest value that was found
	Pruned  int64     // elements that were dropped for their bound
	Told    int64     // messages that told a better value, which are control messages
	// Alone is the number of nodes that one processor expands, if that depends on the order, and Sequential is then the time for these.
	// Machines do not know it: who has searched on one processor fills it in.
	Alone int64

	Messages int64 // control messages sent
	Sent     int64 // elements sent
	Phases   int64 // balancing phases or actions
	Hops     int64 // links that messages and elements went over

	Taken     int64 // elements taken from lists; the nodes below them that were solved with them did not pass through one
	Installed int64 // of them, elements that had come from another processor

	Busy    Ticks // sum: expanding nodes
	Take    Ticks // sum: taking elements from the list and listing their children
	Install Ticks // sum: installing received elements; on cores, also making the search, and taking branches from it to send them
	Message Ticks // sum: CPU at the two ends of messages; in lockstep, whether anything is left
	Route   Ticks // sum: CPU of processors in between
	Placing Ticks // sum: finding one's first elements, where the search starts at several processors
	Balance Ticks // sum: on cores, the policy, mail, and taking stock at safe points; in lockstep, balancing steps
	Wait    Ticks // sum: having something to do, but on cores no thread for it; in lockstep, until the longest node is done
	Idle    Ticks // sum: having neither an element nor a message

	// When that was. What is left, Idle - IdleStart - IdleEnd, was between two elements of a processor.
	IdleStart Ticks // sum: until its first element, or to the end if it never had one
	IdleEnd   Ticks // sum: after its last element
	Waits     int64 // times that one was idle between two elements
	Began     int   // processors that had an element
	AllBegan  Ticks // when the last of them had its first

	// Events are the parcels that came over a link or were delivered where they were sent, the timers that
	// went off, and the processors that ran out of elements: what happens between processors, however many
	// nodes are expanded in between.
	Events int64

	// Drawn says that the policy drew random numbers. If it has not, the run is the same with every seed, unless the places of the
	// first elements go by it.
	Drawn bool
}

// TimePart is one of the things that the processors of a machine spend their time on: an entry of the table of the machine, such as
// sim.Parts. Tables, and the columns of all formats, read it.
type TimePart struct {
	Key     string // "busy"; the column of CSV and JSON has the unit at its end, "busy_s"
	Heading string // of a column in percent: "expanding"
	Title   string // "expanding nodes"
	Idle    bool   // the processor does nothing
	Of      func(Result) Ticks
}

// Missing is the part of Procs · Time, or of Capacity, that the parts do not account for: 0, to the nanosecond, in every result of their
// machine.
func (r Result) Missing(parts []TimePart) Ticks {
	left := r.Offered()
	for _, p := range parts {
		left -= p.Of(r)
	}
	return left
}

// Seconds is the time of the run.
func (r Result) Seconds() float64 { return r.Time.Seconds() }

// Offered is what the processors could have done: Procs · Time, or if they are not equally fast, Capacity, the sum of their speeds · time.
func (r Result) Offered() Ticks {
	if r.Uneven {
		return r.Capacity
	}
	return Ticks(r.Procs) * r.Time
}

// Efficiency is sequential time / (processors · time): if processors are not equally fast, / Capacity, which is the sum of their speeds
// · time.
func (r Result) Efficiency() float64 {
	if r.Time == 0 {
		return 1
	}
	if r.Uneven {
		return float64(r.Sequential) / float64(max(1, r.Capacity))
	}
	return float64(r.Sequential) / (float64(r.Procs) * float64(r.Time))
}

// Processors is how many processors of the machine's speed could have done the same in that time: Procs, if all have that.
func (r Result) Processors() float64 {
	if r.Uneven {
		return float64(r.Capacity) / float64(max(1, r.Time))
	}
	return float64(r.Procs)
}

// Extra is the number of nodes beyond those that one processor expands, as a share of these; NaN if that is not known, or depends on
// nothing.
func (r Result) Extra() float64 {
	if r.Alone == 0 {
		return math.NaN()
	}
	return float64(r.Nodes)/float64(r.Alone) - 1
}

// Used is the share of the threads' time that was spent searching, on cores: what balancing, and having nothing to do, has left of it.
func (r Result) Used() float64 {
	if r.Time == 0 {
		return 1
	}
	return float64(r.Busy) / (float64(r.Threads) * float64(r.Time))
}

// PerProc is the mean of a sum over all processors.
func (r Result) PerProc(sum int64) float64 { return float64(sum) / float64(r.Procs) }

// MeanSeconds is the mean, in seconds, of a time summed over all processors.
func (r Result) MeanSeconds(sum Ticks) float64 { return r.PerProc(int64(sum)) / float64(Second) }

// Add adds the counts and times of another processor of the run, or of another run. Procs, Threads, Time, Bound and Alone stay.
func (r *Result) Add(other Result) {
	sum, x := reflect.ValueOf(r).Elem(), reflect.ValueOf(other)
	for i := range sum.NumField() {
		field, name := sum.Field(i), sum.Type().Field(i).Name
		switch {
		case name == "Procs" || name == "Threads" || name == "Time" || name == "Alone":
		case name == "Best":
			r.Best = max(r.Best, other.Best)
		case field.Kind() == reflect.Bool:
			field.SetBool(field.Bool() || x.Field(i).Bool())
		case field.CanInt():
			field.SetInt(field.Int() + x.Field(i).Int())
		}
	}
}
