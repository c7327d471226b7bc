// Package addresses keeps Starlark from reserving 4 GiB of addresses, which only command lines that name a script are the faster for.
//
// Package starlark keeps small integers as addresses in a region of 4 GiB, which it reserves when the program starts, whatever the
// command. Where addresses are limited (ulimit -v) that leaves too few for a formula, or there is a warning that the user can do nothing
// about. If it gets no region, it makes every integer an object: a callback of
// a script then takes a third longer (BenchmarkCallback of balance/script: 565 and 740 ns).
//
// So before starlark is initialised, this package lets the system refuse so large a region, and [GiveBack], which package command
// calls when starlark has been initialised, takes that back. The order is that of Go: of the packages whose imports are all
// initialised, the one with the first path is next. Starlark needs package unicode; this package needs nothing that does, and comes
// before unicode in the alphabet. Therefore it may import os, syscall and time, but not fmt, strings or log. Should the order ever be
// another, the region is reserved, and a test of package command fails.
//
// Where addresses are limited, it also lets threads and heap have theirs at once: see share.
package addresses

import "os"

// held is what GiveBack has to take back; nil if there is nothing.
var held = hold(os.Args)

// GiveBack takes back what keeps Starlark from its region. Package starlark must have been initialised. The result is of no use: it
// allows calls where variables are declared.
func GiveBack() struct{} {
	if held != nil {
		held()
	}
	return struct{}{}
}

// scripted reports whether a command line may run many callbacks of a script. One that solves has few, and needs the room.
func scripted(args []string) bool {
	if len(args) < 2 || args[1] == "solve" {
		return false
	}
	for _, arg := range args[2:] {
		if contains(arg, ".star") {
			return true
		}
	}
	return false
}

// contains is strings.Contains, which needs package unicode.
func contains(s, part string) bool {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return true
		}
	}
	return false
}
