package recording

import (
	"transat/balance"
	"transat/balance/topology"
)

// Header says what was run and what its recording knows. It is the JSON at the head of the file; times are nanoseconds unless the name
// says otherwise.
type Header struct {
	Format  string `json:"format"`
	Version int    `json:"version"`

	Tree    string  `json:"tree"`
	Policy  string  `json:"policy"` // with its parameters
	Title   string  `json:"title"`  // the policy in one line
	Load    string  `json:"load"`   // the load estimate
	Machine string  `json:"machine"`
	Start   string  `json:"start"`
	Seed    uint64  `json:"seed,string"` // JavaScript has no such large numbers
	Grain   float64 `json:"grain"`

	Topology Network `json:"topology"` // that the policy sees
	Grid     Network `json:"grid"`     // that the machine has

	End         balance.Ticks `json:"end"`      // of the run, or of what was simulated of it
	Complete    bool          `json:"complete"` // the whole tree was expanded, or a solution found
	Found       bool          `json:"found"`    // a solution ended the run
	SequentialS float64       `json:"sequential_s"`
	Efficiency  float64       `json:"efficiency"` // of the whole run
	Nodes       int64         `json:"nodes"`
	Sent        int64         `json:"sent"`
	Messages    int64         `json:"messages"`
	Phases      int64         `json:"phases"`

	Looks   int           `json:"looks"`
	Kinds   int           `json:"kinds"` // of messages; each look counts those sent since the last one
	Changes int           `json:"changes"`
	Exact   balance.Ticks `json:"exact"` // until then it is known to the nanosecond who has work; later as of the last look
	Parcels int           `json:"parcels"`
	From    balance.Ticks `json:"from"`  // single parcels are known of what was sent from here
	To      balance.Ticks `json:"to"`    // to before here
	Spans   int           `json:"spans"` // of time, of which it is known what went over each link
	Span    balance.Ticks `json:"span"`  // how long each is
	// Transfers are the batches of elements that left for another processor, and Moves their elements; Takes say by which move a
	// processor has what it works on. All this is known until Traced.
	Transfers int           `json:"transfers"`
	Moves     int           `json:"moves"`
	Takes     int           `json:"takes"`
	Traced    balance.Ticks `json:"traced"`
	Loads     bool          `json:"loads"` // loads have a column; otherwise every element is a load of 1

	Sayings  []Wording `json:"sayings"` // by kind of message; the last holds for all further kinds
	Quiet    string    `json:"quiet"`   // words for the policy when no messages are under way
	Sections []Section `json:"sections"`
}

// Network is a network of processors.
type Network struct {
	Kind  string `json:"kind"`
	Sides []int  `json:"sides"` // empty if it is no grid
	Procs int    `json:"procs"`
	Text  string `json:"text"`
}

// Wording is a balance.Wording.
type Wording struct {
	Sent  string `json:"sent"`
	Heard string `json:"heard"`
	Doing string `json:"doing"`
}

// Section is a column of the file.
type Section struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
}

// Run is a recorded run.
type Run struct {
	Header

	place   []int32 // per rank, where on the grid it lies; nil if that is the same
	grid    *topology.Grid
	looks   []look
	changes []change
	parcels []parcel // by the time they were sent
	flows   []flow

	transfers []parcel // by the time they were sent
	moves     []int32  // by number, from 1 on: the move before, or 0; see sim.Timeline
	takes     []take
}

// look is the state of all processors at a time.
type look struct {
	at                     balance.Ticks
	sent, messages, phases int64 // so far
	done                   balance.Ticks
	sigma                  float64  // standard deviation of the waiting loads, as a share of their mean
	round                  uint32   // the latest Round that a message had since the last look
	kinds                  []uint32 // messages sent since the last look, by kind
	cells                  []uint16 // per rank: 0 without work, otherwise 1 + elements waiting
	loads                  []uint16 // per rank: the upper half of a float32; nil if that is what waits
}

// change is a processor that begins to have work, or runs out of it.
type change struct {
	at   balance.Ticks
	what int32 // rank<<1, and 1 if it begins
}

// take is a processor that has begun to work on what has come to it by another move than before; that is known as of looks, and when it
// begins to have work, to the nanosecond.
type take struct {
	at         balance.Ticks
	rank, move int32
}

// parcel is a batch of elements, or a control message.
type parcel struct {
	sent, arrived balance.Ticks // arrived is never if it had not by the end
	from, to      int32
	elements      int32 // 0: a message
	next          int32 // while it is recorded: the next one under way to the same processor
	round         uint32
	a, b          float32
	kind          uint8
}

// flow counts the elements that left for each link in a span of time, sparse.
type flow struct {
	links    []int32 // ascending
	elements []int32
	messages []int32
}

// never is the arrival time of elements that are under way at the end.
const never = balance.Ticks(1<<63 - 1)
