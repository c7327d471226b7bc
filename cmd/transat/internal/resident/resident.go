// Package resident gives back pages of the program's own file that are not needed for now.
//
// Before a command begins, a program of 30 MB touches a third of its file: the types of all interfaces, the initialisation of 300
// packages, the flags. The system counts these pages as memory of the process while it runs, 10 MB here, which is more than the clauses of
// most formulas take. After [GiveBack], a page that is touched again is there again without a look at the disk, as the
// system keeps what it has read of a file.
//
// A page that is touched brings its neighbours with it: Linux maps the whole window of 64 kB in which the page lies, if the window is
// one mapping. The collector of garbage alone touches 60 windows of tables when it follows the stacks. So [GiveBackOften] cuts the windows
// that were in use into pieces of 8 kB, mappings of their own, and a search has 2 MB of the program in memory, before 7.
package resident

import (
	"strconv"
	"strings"
	"time"
)

// GiveBack gives back the pages of the program's file that the process has not written to.
func GiveBack() { program().giveBack(0) }

// FirstWait is how long a short piece of work takes.
const FirstWait = 10 * time.Millisecond

// GiveBackOften does as [GiveBack] after a time, at once if it is 0, and whenever the time has doubled, until stop is called: each
// phase of a long piece of work has pages of its own. To cut windows takes a fiftieth of the time at most.
func GiveBackOften(after time.Duration) (stop func()) {
	var p files
	found := after == 0
	if found {
		p = program()
		p.giveBack(firstCuts)
		after = FirstWait
	}
	done := make(chan struct{})
	go func() {
		for wait := after; ; wait *= 2 {
			select {
			case <-done:
				return
			case <-time.After(wait):
				if !found {
					p, found = program(), true
				}
				p.giveBack(int(wait / (50 * cutTime)))
			}
		}
	}()
	return func() { close(done) }
}

const (
	cutTime   = 15 * time.Microsecond // for a window
	firstCuts = 20
)

// mapping is a range of addresses.
type mapping struct{ begin, end uint64 }

// readOnly finds in a file /proc/PID/maps the mappings of files that the process may not write to. Those that were cut are one.
// A line has the addresses, what the process may do there, and of a file a number that is not 0:
//
//	00400000-00f4f000 r-xp 00000000 fe:00 1577                     /usr/bin/transat
func readOnly(maps string) (found []mapping) {
	var last string // what the process may do with the mapping found last
	for line := range strings.Lines(maps) {
		words := strings.Fields(line)
		if len(words) < 5 || !strings.HasPrefix(words[1], "r-") || words[4] == "0" {
			continue
		}
		first, second, _ := strings.Cut(words[0], "-")
		begin, err1 := strconv.ParseUint(first, 16, 64)
		end, err2 := strconv.ParseUint(second, 16, 64)
		if err1 != nil || err2 != nil || begin >= end {
			continue
		}
		if n := len(found); n > 0 && found[n-1].end == begin && words[1] == last {
			found[n-1].end = end
			continue
		}
		found, last = append(found, mapping{begin, end}), words[1]
	}
	return found
}

const (
	window = 64 << 10 // Linux maps the pages of a window together
	piece  = 8 << 10  // of a window that is cut
)

// entry is what Linux tells of a page in a file /proc/PID/pagemap.
type entry uint64

// present reports whether the page is in memory.
func (e entry) present() bool { return e>>63 != 0 }

// own reports whether the page is no page of a file but one of the process, in memory or swapped out: it would be lost.
func (e entry) own() bool { return e>>62 != 0 && e>>61&1 == 0 }

// plan returns which parts of a mapping to give back, and which pieces to cut out: every other one of the first windows in use, at most
// cuts of them, and how many cuts remain. entries has one for each page. A window with a page of the process's own stays as it is.
func (m mapping) plan(entries []entry, page uint64, cuts int) (give, cut []mapping, rest int) {
	for at := m.begin; at < m.end; {
		w := mapping{at, min(at&^(window-1)+window, m.end)}
		at = w.end
		used, own := false, false
		for _, e := range entries[(w.begin-m.begin)/page : (w.end-m.begin)/page] {
			used, own = used || e.present(), own || e.own()
		}
		if own {
			continue
		}
		if n := len(give); n > 0 && give[n-1].end == w.begin {
			give[n-1].end = w.end
		} else {
			give = append(give, w)
		}
		if used && cuts > 0 && page < piece {
			cuts--
			for p := w.begin; p < w.end; p += 2 * piece {
				cut = append(cut, mapping{p, min(p+piece, w.end)})
			}
		}
	}
	return give, cut, cuts
}
