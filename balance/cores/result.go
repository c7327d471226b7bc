package cores

import "time"

// Result is what a run comes to.
type Result struct {
	Procs   int
	Threads int           // processors that could run at a time
	Time    time.Duration // from the start until the last processor has stopped
	Found   bool          // a solution was found
	Share                 // sums over all processors
	Each    []Share       // per processor
}

// Share is what one processor has done, and where its time went:
//
//	Busy + Install + Balance + Wait + Idle == Time
//
// to the nanosecond; in the sums over all processors, Procs · Time.
type Share struct {
	Nodes    int64 // nodes visited
	Messages int64 // control messages sent
	Sent     int64 // elements sent
	Phases   int64 // balancing phases or actions

	Busy    time.Duration // searching
	Install time.Duration // making the search, beginning elements, and taking branches from the search to send them
	Balance time.Duration // the policy, mail, and taking stock at safe points
	Wait    time.Duration // having something to do, but no thread, because there are more processors than threads
	Idle    time.Duration // having nothing to do
}

func (s *Share) add(t Share) {
	s.Nodes += t.Nodes
	s.Messages += t.Messages
	s.Sent += t.Sent
	s.Phases += t.Phases
	s.Busy += t.Busy
	s.Install += t.Install
	s.Balance += t.Balance
	s.Wait += t.Wait
	s.Idle += t.Idle
}

// PerProc is the mean of a sum over all processors.
func (r Result) PerProc(sum int64) float64 { return float64(sum) / float64(r.Procs) }

// MeanSeconds is the mean, in seconds, of a time summed over all processors.
func (r Result) MeanSeconds(sum time.Duration) float64 { return sum.Seconds() / float64(r.Procs) }

// Used is the share of the threads' time that was spent searching: what balancing, and having nothing to
// do, has left of it.
func (r Result) Used() float64 {
	if r.Time == 0 {
		return 1
	}
	return float64(r.Busy) / (float64(r.Threads) * float64(r.Time))
}
