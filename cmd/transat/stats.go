package main

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"transat/cmd/transat/internal/memory"
	"transat/solver"
)

// printStats prints what a search did and what it took, a line each. Clause learning tells only some
// of it.
func (a *app) printStats(result solver.Result, proof *proofFile, flags solveFlags, parse, solve time.Duration) {
	s, times := result.Stats, result.Resources.Times
	line := func(name, value string) { fmt.Fprintf(a.out, "c %-14s %16s\n", name, value) }
	seconds := func(name string, d time.Duration) { line(name, fmt.Sprintf("%.3f s", d.Seconds())) }

	line("engine", flags.engine)
	if flags.engine == "dpll" {
		line("rule", flags.rule)
		line("nodes", grouped(s.Nodes))
		line("leaves", grouped(s.Leaves))
		line("decisions", grouped(s.Decisions))
		line("propagations", grouped(s.Propagations))
		line("clause visits", grouped(s.Visits))
		line("depth", grouped(int64(s.MaxDepth)))
	}
	if proof != nil {
		line("proof lemmas", grouped(proof.lemmas))
		line("proof bytes", grouped(proof.bytes))
	}
	if flags.engine == "dpll" {
		line("engine memory", byteText(result.Resources.EngineBytes))
	}
	line("memory", byteText(memory.Used()))
	seconds("parse time", parse)
	if flags.engine == "dpll" {
		seconds("set-up time", times.SetUp)
		parts := []struct {
			name string
			time time.Duration
		}{
			{"- propagation", times.Propagation},
			{"- branching", times.Branching},
			{"- proof", times.Proof},
			{"- bookkeeping", times.Bookkeeping},
		}
		var search time.Duration
		for _, p := range parts {
			search += p.time
		}
		seconds("search time", search)
		for _, p := range parts {
			if p.time > 0 {
				line(p.name, fmt.Sprintf("%5.1f %%", 100*p.time.Seconds()/search.Seconds()))
			}
		}
		line("nodes/s", grouped(int64(float64(s.Nodes)/max(search.Seconds(), 1e-9))))
	}
	seconds("solve time", solve)
}

func byteText(n int64) string { return humanize.Bytes(uint64(n)) }
