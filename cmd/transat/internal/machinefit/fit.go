// Package machinefit makes a simulated machine of the records of real runs: of rows that compare --machine=workers has measured.
//
//	records, err := machinefit.Read("run.csv", file)
//	fit, err := machinefit.Of(ctx, records, machinefit.Given{Work: workload, Policies: registry, Threads: 2})
//
// The machine is the preset two-level, with these numbers of its own:
//
//	NodeTime, WorkTime      from the sequential time and the size of the tree, in the proportion of the preset
//	Crowd                   from the time of searching in the run, over the sequential time
//	MessageCPU, ElementCPU  from the time of balancing over messages and elements, by least squares over the rows; what rows do not
//	                        tell, such as elements in one message, is taken from simulations on the machine of the round before
//	InstallTime             from the time of installing over elements, likewise
//	Periods                 as worker processes have them, whose policies live 4.5 times as fast (cluster.DefaultTimeScale)
//	Inside.Latency          so that the efficiencies of simulated runs come nearest to the measured ones; where these do not tell, about
//	                        half of InstallTime
//	Pause                   as worker processes have it, with what comes with it (balance/sim/pause.go)
//
// The latency stands for all else that delays a message, or an element, which is recorded before it is sent. virtual_test.go runs the
// workers' own code in virtual time, undisturbed, to see what the model leaves out. Rows of more processors than
// threads, and of policies that sent nothing, are left out: they tell nothing about messages. Nothing is known about messages between
// computers; they are the preset's.
//
// Read records.go first for the rows, then this file; search.go looks for the latency.
package machinefit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/experiment"
)

// Given is what a fit needs beside the records.
type Given struct {
	Work     experiment.Workload // the tree that was searched
	Policies balance.Registry
	Name     string // of the machine
	Threads  int    // simulations at the same time
	Progress func(share float64, what string)
}

// Fit is a machine beside what it was made of.
type Fit struct {
	Machine compare.Preset
	Rows    []Prediction
	LeftOut []Measurement // that the machine was not fitted to
}

// Prediction is a record, and what the machine foretells.
type Prediction struct {
	Measurement
	Foretold     float64 // efficiency: the median over seeds
	Low, High    float64 // the least and the most of the seeds
	ForetoldTime float64 // seconds
	moved        moved   // in the simulated run
	Crowd        float64 // how many times longer a node takes with as many processors on the machine
}

// Off is by how many points of efficiency the machine is off.
func (r Prediction) Off() float64 { return 100 * (r.Foretold - r.Efficiency()) }

// Spread is how many points the simulated rounds of the row lie apart: a run whose course depends on what comes just in time.
func (r Prediction) Spread() float64 { return 100 * (r.High - r.Low) }

// Near is by how many points of efficiency a good machine is off at most.
const Near = 3

// Nearness says how good a prediction is.
type Nearness string

const (
	Within Nearness = "within" // Near, or less, off
	// Open: it is off by more, but some measured rounds are as good, or as bad, as some simulated ones. Then it may be chance: the rounds are
	// a few of all that might have been.
	Open Nearness = "open"
	Off  Nearness = "off"
)

// Nearness is that of a row.
func (r Prediction) Nearness() Nearness {
	low, high := r.Between()
	switch {
	case math.Abs(r.Off()) <= Near:
		return Within
	case r.Low <= high && low <= r.High:
		return Open
	}
	return Off
}

// With returns the rows that are as near.
func (f *Fit) With(n Nearness) (rows []Prediction) {
	for _, r := range f.Rows {
		if r.Nearness() == n {
			rows = append(rows, r)
		}
	}
	return rows
}

// Longer is how many times longer a node took than with one processor at work.
func (r Measurement) Longer() float64 { return r.Busy * float64(r.Procs) / r.Sequential }

// uneven is by how much nodes of one row may take longer than those of another with as many processors.
const uneven = 1.1

// Disturbed returns the row in which nodes took longest by comparison, and the one in which they took least, of rows with as many
// processors, if the two are so far apart that something else was at work on the computer.
func (f *Fit) Disturbed() (least, most Prediction, disturbed bool) {
	for _, a := range f.Rows {
		for _, b := range f.Rows {
			if a.Procs == b.Procs && b.Longer() > a.Longer()*uneven && (!disturbed || b.Longer()/a.Longer() > most.Longer()/least.Longer()) {
				least, most, disturbed = a, b, true
			}
		}
	}
	return least, most, disturbed
}

// Even is Off if nodes had taken as long in the run as in the others with as many processors: what other programs do to the computer
// changes from row to row, and is in the measured efficiency.
func (r Prediction) Even() float64 { return 100 * (r.Foretold - r.Efficiency()*r.Longer()/r.Crowd) }

// Worst is the row in which the machine is off by most, as off has it.
func (f *Fit) Worst(off func(Prediction) float64) Prediction {
	return slices.MaxFunc(f.Rows, func(a, b Prediction) int { return cmp.Compare(math.Abs(off(a)), math.Abs(off(b))) })
}

// ErrNothing is the error if no record tells anything about messages.
var ErrNothing = errors.New("no row has as many threads as processors and moved any work: nothing can be fitted")

// Of fits a machine to records of runs on the same tree.
func Of(ctx context.Context, records []Measurement, given Given) (*Fit, error) {
	f := &Fit{}
	s, err := f.begin(records, given)
	if err != nil {
		return nil, err
	}
	moved := make([]moved, len(s.records))
	for i, r := range s.records {
		moved[i] = movedAtMost(r)
	}
	var last balance.Ticks
	for range rounds {
		f.Machine = measured(s.records, moved, given)
		last, err = s.latency(ctx, f.Machine, last)
		f.Machine.Cost.Inside.Latency = last
		if err != nil {
			return nil, err
		}
		if f.Rows, err = s.rows(ctx, f.Machine, leastSeeds); err != nil {
			return nil, err
		}
		for i, r := range f.Rows {
			moved[i] = r.moved
		}
	}
	return f, nil
}

// rounds is how often the times of messages are fitted anew, with what simulations of the last machine say of messages.
const rounds = 3

// moved is what a processor does for each of its messages and elements, and a record does not tell: elements that travel together share a
// message, and those that are sent on are not installed in between. The machine is fitted with what simulations say.
type moved struct{ messages, installed float64 }

// movedAtMost is that of a record if every element travels alone and is installed.
func movedAtMost(r Measurement) moved { return moved{messages: r.Info + r.Send, installed: r.Send} }

// movedAs is that of a record if it is in proportion as in a simulated run.
func movedAs(r Measurement, run balance.Result, c sim.CostModel) moved {
	m := movedAtMost(r)
	if run.Sent > 0 {
		m.installed *= float64(run.Installed) / float64(run.Sent)
	}
	if c.MessageCPU > 0 && run.Message > 0 {
		handled := float64(run.Message-2*c.ElementCPU*balance.Ticks(run.Sent)) / float64(2*c.MessageCPU)
		m.messages *= max(0, handled) / float64(run.Messages+run.Sent)
	}
	return m
}

// Judge says what a machine foretells, to which nothing is fitted: that of another run, say.
func Judge(ctx context.Context, machine compare.Preset, records []Measurement, given Given) (*Fit, error) {
	f := &Fit{Machine: machine}
	s, err := f.begin(records, given)
	if err != nil {
		return nil, err
	}
	for _, r := range s.records {
		f.Machine.Cost.Computer = max(f.Machine.Cost.Computer, r.Procs) // the run was on one computer
	}
	f.Rows, err = s.rows(ctx, f.Machine, leastSeeds)
	return f, err
}

// begin checks the records, and takes those that tell something.
func (f *Fit) begin(records []Measurement, given Given) (*search, error) {
	var used []Measurement
	for _, r := range records {
		switch {
		case r.Nodes != given.Work.Nodes:
			return nil, fmt.Errorf("%s has %d nodes, and the row of %s has %d: want the formula and the --rule of the run",
				given.Work.Name, given.Work.Nodes, r.Policy, r.Nodes)
		case r.Procs < 2 || r.Threads < r.Procs || r.Send == 0:
			f.LeftOut = append(f.LeftOut, r)
		default:
			used = append(used, r)
		}
	}
	if len(used) == 0 {
		return nil, ErrNothing
	}
	return newSearch(used, given)
}

const source = "transat calibrate: NodeTime, WorkTime, crowd, MessageCPU, ElementCPU and InstallTime from the times of a run, " +
	"the latency inside a computer fitted to its efficiencies; the periods of policies as worker processes have them. " +
	"All else, messages between computers among it, as two-level."

// measured is the machine but for its latency.
func measured(records []Measurement, moved []moved, given Given) compare.Preset {
	p := preset()
	c := &p.Cost
	c.Title, c.Source = "fitted to a run of "+given.Work.Name, source
	c.Name, p.Periods, p.Pause = given.Name, 1/cluster.DefaultTimeScale, balance.Ticks(cluster.DefaultPause)
	alone := slices.MinFunc(records, func(a, b Measurement) int { return cmp.Compare(a.Sequential, b.Sequential) }).Sequential
	one := compare.Setup{
		Cost: *c, NodeTime: balance.Ticks(math.Round(alone * float64(balance.Second) / float64(given.Work.Nodes))),
	}.ForTree(given.Work.TotalWork, given.Work.Nodes)
	c.WorkTime, c.NodeTime = one.Cost.WorkTime, one.Cost.NodeTime
	c.TakeTime = 0 // in the time of searching

	// balance = 2·MessageCPU·messages + 2·ElementCPU·send, and install = InstallTime·installed, over each processor's share
	var mm, ms, ss, mb, sb, ii, it float64
	for i, r := range records {
		m, n := moved[i].messages, moved[i].installed
		mm, ms, ss = mm+m*m, ms+m*r.Send, ss+r.Send*r.Send
		mb, sb = mb+m*r.Balance, sb+r.Send*r.Balance
		ii, it = ii+n*n, it+n*r.Install
	}
	message, element := share(mb, mm), 0.0
	if det := mm*ss - ms*ms; det > 1e-9*mm*ss {
		message, element = (mb*ss-sb*ms)/det, (sb*mm-mb*ms)/det
	}
	switch { // neither is negative
	case message < 0:
		message, element = 0, share(sb, ss)
	case element < 0:
		message, element = share(mb, mm), 0
	}
	ticks := func(seconds float64) balance.Ticks { return ticksOf(math.Log10(seconds * float64(balance.Second))) }
	c.MessageCPU, c.ElementCPU, c.InstallTime = ticks(message/2), ticks(element/2), ticks(share(it, ii))

	most := slices.MaxFunc(records, func(a, b Measurement) int { return cmp.Compare(a.Procs, b.Procs) }).Procs
	c.Computer, p.Crowd = most, crowd(records, most)
	return p
}

// share is a part of a whole, and 0 of none.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// crowd is how many times longer nodes take with 1, 2, … processors at work: the median of the rows, and in between on a line.
func crowd(records []Measurement, most int) []float64 {
	all := make([]float64, most)
	all[0] = 1
	last := 0
	for n := 2; n <= most; n++ {
		var longer []float64
		for _, r := range records {
			if r.Procs == n {
				longer = append(longer, r.Longer())
			}
		}
		if len(longer) == 0 {
			continue
		}
		slices.Sort(longer)
		all[n-1] = max(1, math.Round(1000*median(longer))/1000)
		for i := last + 1; i < n-1; i++ {
			all[i] = all[last] + (all[n-1]-all[last])*float64(i-last)/float64(n-1-last)
		}
		last = n - 1
	}
	return all
}

// preset is the machine that a fit begins with.
func preset() compare.Preset {
	p, err := compare.ChoosePreset("two-level")
	if err != nil {
		panic(err)
	}
	return p
}
