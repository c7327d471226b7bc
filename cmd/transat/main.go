// Transat solves SAT problems by parallel Davis-Putnam search, and shows load balancing at work on
// their search trees.
//
//	transat solve formula.cnf          answers as the SAT competitions want it
//	transat check formula.cnf ANSWER   verifies a model or a proof
//	transat compare                    several load-balancing policies on a simulated transputer grid
//	transat --help                     everything else
//
// The commands are in package command, which a program of your own can import.
package main

import (
	"os"
	"runtime"

	"transat/cmd/transat/command"
)

func main() {
	runtime.MemProfileRate = 0 // nothing asks where memory was allocated
	os.Exit(command.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
