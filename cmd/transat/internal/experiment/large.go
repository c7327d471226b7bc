package experiment

import (
	"fmt"
	"slices"

	"github.com/dustin/go-humanize"
)

// The sizes from which simulations take long enough to say so beforehand: minutes on one core.
const (
	largeProcs = 1 << 14
	largerStep = 4 // each further class has that many times as many processors
	// largeInLockstep is the same for a machine in lockstep, which has no messages to follow.
	largeInLockstep = 1 << 18
)

// LargestOf is what [Large] says of the setup with most processors.
func LargestOf(setups []Setup) string {
	if len(setups) == 0 {
		return ""
	}
	largest := slices.MaxFunc(setups, func(a, b Setup) int { return a.Physical.Procs() - b.Physical.Procs() })
	return Large(largest.Physical.Procs(), largest.Lockstep != nil)
}

// Large says what a simulation of so many processors costs, and how to pay less. It says nothing if that is little.
//
// On 250-1075-3/4, a run takes thieves 16 s of CPU time with 16,384 processors, and more than two minutes with 65,536; their time grows
// with the number of processors and with the distances. Runs of plb and lade take a second there.
func Large(procs int, lockstep bool) string {
	from, times := largeProcs, []string{"minutes", "an hour", "hours", "days"}
	if lockstep {
		from, times = largeInLockstep, []string{"minutes", "an hour"}
	}
	if procs < from {
		return ""
	}
	for procs >= from*largerStep && len(times) > 1 {
		from, times = from*largerStep, times[1:]
	}
	text := fmt.Sprintf("%s processors: a run needs about %s of memory, and up to %s", humanize.Comma(int64(procs)),
		humanize.IBytes(uint64(procs)*procBytes), times[0])
	if !lockstep {
		text += ", the more the farther messages go: steal longest, lade shortest"
	}
	return text + " (--grid=64x64 takes seconds; Ctrl-C prints what is done)"
}
