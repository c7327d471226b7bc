// Package resident gives back pages of the program's own file that are not needed for now.
//
// Before a command begins, a program of 30 MB touches a third of its file: the types of all interfaces, the initialisation of 300
// packages, the flags. The system counts these pages as memory of the process while it runs, 10 MB here, which is more than the clauses of
// most formulas take. After [GiveBack], a page that is touched again is there again without a look at the disk, as the
// system keeps what it has read of a file. So a search holds little but its own code: 3 MB.
package resident

import (
	"strconv"
	"strings"
	"time"
)

// GiveBackOften calls [GiveBack] at once, after a hundredth of a second, and whenever the time has doubled, until stop is called: each
// phase of a long piece of work has pages of its own.
func GiveBackOften() (stop func()) {
	GiveBack()
	done := make(chan struct{})
	go func() {
		for wait := 10 * time.Millisecond; ; wait *= 2 {
			select {
			case <-done:
				return
			case <-time.After(wait):
				GiveBack()
			}
		}
	}()
	return func() { close(done) }
}

// mapping is a range of addresses.
type mapping struct{ begin, end uint64 }

// unwritten finds in a file /proc/PID/smaps, or the beginning of one, the mappings of files that the process may not write to, and has not
// written to: it has no pages of its own there, neither in memory (Anonymous) nor swapped out. There, each mapping has a line, and lines
// about it:
//
//	00400000-00f4f000 r-xp 00000000 fe:00 1577                     /usr/bin/transat
//	Rss:                5372 kB
//	Anonymous:             0 kB
//	Swap:                  0 kB
func unwritten(smaps string) (found []mapping) {
	var m mapping
	file, none := false, false // m is of a file, and not to be written to; no page of its own is in memory
	for line := range strings.Lines(smaps) {
		first, rest, _ := strings.Cut(line, " ")
		zero := strings.HasPrefix(strings.TrimLeft(rest, " "), "0 ")
		switch first {
		case "Anonymous:":
			none = zero
			continue
		case "Swap:": // comes later
			if file && none && zero {
				found = append(found, m)
			}
			file = false
			continue
		}
		begin, end, ok := strings.Cut(first, "-")
		if !ok || strings.HasSuffix(first, ":") {
			continue // it is about the mapping
		}
		var err1, err2 error
		m.begin, err1 = strconv.ParseUint(begin, 16, 64)
		m.end, err2 = strconv.ParseUint(end, 16, 64)
		words := strings.Fields(rest)
		none = false
		file = err1 == nil && err2 == nil && len(words) > 3 && strings.HasPrefix(words[0], "r-") && words[3] != "0"
	}
	return found
}
