package solve

import (
	"fmt"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/solver"
	"transat/solver/dpll"
)

// statLines prints statistics, a line each.
type statLines struct{ app *cli.App }

func (l statLines) line(name, value string) { fmt.Fprintf(l.app.Out, "c %-14s %16s\n", name, value) }

// section begins a part of the statistics.
func (l statLines) section(name string) {
	title := "---- [ " + name + " ] "
	fmt.Fprintf(l.app.Out, "c %s%s\n", title, strings.Repeat("-", statColumns-2-len(title)))
}

// statColumns is how wide the heading of a section is.
const statColumns = 60

func (l statLines) count(name string, n int64) { l.line(name, cli.Grouped(n)) }

func (l statLines) seconds(name string, d time.Duration) {
	l.line(name, fmt.Sprintf("%.3f s", d.Seconds()))
}

func (l statLines) percent(name string, part, whole time.Duration) {
	l.line(name, fmt.Sprintf("%5.1f %%", 100*part.Seconds()/max(whole.Seconds(), 1e-9)))
}

// printStats prints the work and the time of a search, in sections. Clause learning has only some of the numbers.
func printStats(a *cli.App, end solver.Result, proof *proofFile, flags solveFlags, parse, solve time.Duration) {
	l := statLines{a}
	l.section("search")
	if end.Local {
		l.line("engine", "local search")
	} else {
		l.line("engine", string(end.Engine))
	}
	if end.Flips > 0 {
		l.count("flips", end.Flips)
	}
	switch {
	case end.Engine == solver.Cube:
		l.cubes(end.Cubes)
	case end.Procs > 0:
		l.line("rule", end.Rule)
		l.tree(end)
	}
	if proof != nil {
		l.section("proof")
		l.count("proof lemmas", end.Lemmas)
		l.count("proof bytes", end.ProofBytes)
	}
	if end.Machine != nil {
		l.section("work sharing, in means per processor")
		l.machine(*end.Machine, flags)
	}
	l.section("memory and time")
	here := end.Procs > 0 && end.Engine != solver.Cube && flags.cluster.where == "" // the time of other computers is not known
	if here {
		l.line("engine memory", byteText(end.Resources.EngineBytes))
	}
	l.line("memory", byteText(solver.MemoryUsed()))
	l.seconds("parse time", parse)
	if here {
		l.times(end)
	}
	l.seconds("solve time", solve)
}

// cubes prints the counts of a tree of cubes.
func (l statLines) cubes(c solver.CubeStats) {
	l.count("cubes", c.Cubes)
	l.count("split again", c.Split)
	l.count("refuted", c.Refuted)
	if !c.Silent() {
		l.count("conflicts", c.Conflicts)
	}
}

// tree prints the counts of a tree search.
func (l statLines) tree(end solver.Result) {
	s := end.Stats
	l.count("nodes", s.Nodes)
	if end.Visited > s.Nodes {
		l.count("visited in all", end.Visited)
	}
	l.count("leaves", s.Leaves)
	l.count("decisions", s.Decisions)
	if s.Looks > 0 {
		l.count("look nodes", s.Looks)
	}
	l.count("propagations", s.Propagations)
	l.count("clause visits", s.Visits)
	l.count("depth", int64(s.MaxDepth))
}

// times prints how the workers spent their time.
func (l statLines) times(end solver.Result) {
	times := end.Resources.Times
	l.seconds("set-up time", times.SetUp)
	search := searchTime(times)
	l.seconds("search time", search)
	for _, p := range []struct {
		name string
		time time.Duration
	}{
		{"- propagation", times.Propagation},
		{"- branching", times.Branching},
		{"- proof", times.Proof},
		{"- bookkeeping", times.Bookkeeping},
	} {
		if p.time > 0 {
			l.percent(p.name, p.time, search)
		}
	}
	l.count("nodes/s", int64(float64(end.Now)/max(search.Seconds(), 1e-9)))
}

func searchTime(t dpll.Times) time.Duration {
	return t.Propagation + t.Branching + t.Proof + t.Bookkeeping
}

// machine prints the measures of the work sharing, with the names of transat compare: counts are means per processor, and time that
// the threads did not spend searching is lost.
func (l statLines) machine(r balance.Result, flags solveFlags) {
	l.count("threads", int64(r.Threads))
	l.count("processors", int64(r.Procs))
	l.line("policy", flags.policy)
	l.seconds("time", time.Duration(r.Time))
	l.line("idle", fmt.Sprintf("%.3f s", r.MeanSeconds(r.Idle)))
	for _, c := range []struct {
		name string
		sum  int64
	}{{"bal", r.Phases}, {"info", r.Messages}, {"send", r.Sent}} {
		l.line(c.name, fmt.Sprintf("%.1f", r.PerProc(c.sum)))
	}
	all := balance.Ticks(r.Threads) * r.Time
	percent := func(name string, part balance.Ticks) { l.percent(name, time.Duration(part), time.Duration(all)) }
	percent("efficiency", r.Busy)
	percent("- installing", r.Install)
	percent("- balancing", r.Balance)
	percent("- idle", max(0, all-r.Busy-r.Install-r.Balance))
}

func byteText(n int64) string { return humanize.Bytes(uint64(n)) }
