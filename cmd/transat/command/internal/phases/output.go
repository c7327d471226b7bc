package phases

import (
	"fmt"
	"math"
	"time"

	"transat/balance/phases"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/report"
)

// The output of phases: tables.

// caption says what was replayed.
func (b *bench) caption() []string {
	p := b.program
	lines := []string{fmt.Sprintf("%s: %s, %s, at most %s", p.Name,
		cli.Counted(p.Ranks, "rank"), cli.Counted(len(p.Phases), "phase"), cli.Counted(p.Objects(), "object"))}
	if b.statistics {
		return lines
	}
	when := fmt.Sprintf("have %v between phases on", time.Duration(b.balance))
	if b.within {
		when = "work while phases run on"
	}
	lines = append(lines, fmt.Sprintf("policies see a %v, and %s machine %s; seed %d", b.setup.Network, when, b.machine.Cost.Name, b.seed))
	if unlike := b.setup.Speeds.String(); unlike != "" {
		lines = append(lines, unlike)
	}
	return lines
}

// row is a policy, in all phases or in one.
type row struct {
	policy string
	phases float64 // that PhaseResult is the sum of
	phases.PhaseResult
}

// sheets are the means of each policy, and with --each all phases.
func (b *bench) sheets(runs []phases.Run) []report.Sheet {
	var means, each []row
	for _, r := range runs {
		means = append(means, row{r.Policy, float64(len(r.Phases)), r.Total()})
		for _, o := range r.Phases {
			each = append(each, row{r.Policy, 1, o})
		}
	}
	columns := "time: of the slowest rank; moved, bytes, balancing, crossing: all are means a phase"
	before := "moved, bytes, balancing: before the phase"
	last := []string{
		"a policy knows the times of the phase before; the next, as measured, judges it",
		"balancing: on the simulated machine, until the last object had arrived; not part of time, and unknown for physical and greedy",
	}
	if b.within {
		columns = "time: of the slowest rank; moved, bytes, crossing: all are means a phase"
		before = "moved, bytes: before the phase or while it runs"
		last = []string{
			"a policy that works by messages moves waiting objects while a phase runs; their loads are the times of the phase before",
			"time under such a policy: of the simulated machine, with these messages and all moves",
			"physical and greedy move objects between two phases, and know the times of the phase before",
		}
	}
	imbalance := "imbalance: time of the slowest ranks / mean over the ranks - 1, of all phases together"
	if b.setup.Speeds.Uneven() {
		imbalance = "imbalance: time of the ranks that are done last / time in which all could do it together - 1, of all phases"
	}
	notes := append([]string{columns, imbalance}, last...)
	sheets := []report.Sheet{report.NewSheet("policies", "", b.columns(false), means, notes...).
		LeastNeeded("crossed_bytes", "crossing", "balancing_s", "moved")}
	if b.each {
		sheets = append(sheets, report.NewSheet("phases", "", b.columns(true), each, before).
			LeastNeeded("crossed_bytes", "crossing", "balancing_s", "moved"))
	}
	return sheets
}

func (b *bench) columns(each bool) []report.Column[row] {
	mean := func(key, heading string, decimals int, value func(row) float64) report.Column[row] {
		return report.Number(key, heading, decimals, func(r row) float64 { return value(r) / r.phases })
	}
	all := []report.Column[row]{{Key: "policy", Heading: "policy", Left: true, Value: func(r row) any { return r.policy }}}
	if each {
		all = append(all,
			report.Column[row]{Key: "phase", Heading: "phase", Value: func(r row) any { return r.Phase }},
			report.Column[row]{Key: "objects", Heading: "objects", Value: func(r row) any { return r.Objects }})
	}
	all = append(all,
		mean("time_s", "time s", 6, func(r row) float64 { return r.Time }),
		report.Number("imbalance", "imbalance", 3, func(r row) float64 { return r.Imbalance }),
		mean("moved", "moved", 1, func(r row) float64 { return float64(r.Moved) }),
		mean("moved_bytes", "bytes", 0, func(r row) float64 { return r.Bytes }),
	)
	if !b.within {
		all = append(all, mean("balancing_s", "balancing s", 6, func(r row) float64 {
			if r.policy == phases.Physical || r.policy == phases.Greedy {
				return math.NaN()
			}
			return r.Balancing
		}))
	}
	return append(all,
		mean("crossing", "crossing", 1, func(r row) float64 { return float64(r.Crossing) }),
		mean("crossed_bytes", "bytes crossing", 0, func(r row) float64 { return r.Crossed }),
	)
}

// described is a quantity of a phase with its statistics.
type described struct {
	phase int64
	name  string
	phases.Statistics
}

// statisticsSheet are the statistics of all phases as recorded.
func (b *bench) statisticsSheet() report.Sheet {
	var rows []described
	for k, phase := range b.program.Phases {
		for _, q := range b.program.Quantities(k) {
			rows = append(rows, described{phase.ID, q.Name, phases.Describe(q.Values)})
		}
	}
	number := func(key, heading string, value func(described) float64) report.Column[described] {
		return report.Formatted(key, heading, func(x float64) string {
			if math.IsNaN(x) {
				return ""
			}
			return fmt.Sprintf("%.6g", x)
		}, value)
	}
	return report.NewSheet("statistics", "", []report.Column[described]{
		{Key: "phase", Heading: "phase", Value: func(d described) any { return d.phase }},
		{Key: "quantity", Heading: "quantity", Left: true, Value: func(d described) any { return d.name }},
		{Key: "cardinality", Heading: "cardinality", Value: func(d described) any { return d.Cardinality }},
		number("sum", "sum", func(d described) float64 { return d.Sum }),
		number("imbalance", "imbalance", func(d described) float64 { return d.Imbalance }),
		number("minimum", "minimum", func(d described) float64 { return d.Minimum }),
		number("average", "average", func(d described) float64 { return d.Average }),
		number("maximum", "maximum", func(d described) float64 { return d.Maximum }),
		number("standard_deviation", "std dev", func(d described) float64 { return d.StandardDeviation }),
		number("variance", "variance", func(d described) float64 { return d.Variance }),
		number("skewness", "skewness", func(d described) float64 { return d.Skewness }),
		number("kurtosis", "kurtosis", func(d described) float64 { return d.Kurtosis }),
	}, rows, "loads are times in seconds, the rest bytes; names and definitions are LBAF's").
		LeastNeeded("variance", "skewness", "kurtosis", "standard_deviation", "minimum", "sum", "cardinality")
}
