package estimate

import (
	"fmt"
	"math"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/report"
	"transat/solver/estimate"
)

// estimated is an estimate, the formula and the flags.
type estimated struct {
	estimate.Result
	formula       string
	vars, clauses int
	flags         estimateFlags
	stopped       string // "interrupted" or "stopped" if it ended early, otherwise ""
	others        string // a note that times are too long, since other programs were at work, or ""
}

// seconds returns how long a search of that many nodes takes at a speed.
func seconds(nodes, speed float64) float64 { return nodes / max(speed, 1e-9) }

// printEstimate prints a few lines for people, or a table of one row.
func printEstimate(a *cli.App, e estimated) error {
	if e.flags.style.Format != report.Text {
		return report.Table[estimated]{Columns: estimateColumns(), Rows: []estimated{e}}.Write(a.Out, e.flags.style)
	}
	for _, line := range e.lines() {
		if err := a.Tell("%s", line); err != nil {
			return err
		}
	}
	return nil
}

// lines are the estimate in words.
func (e estimated) lines() []string {
	head := fmt.Sprintf("%s: %s, %s", e.formula, cli.Counted(e.vars, "variable"), cli.Counted(e.clauses, "clause"))
	size := fmt.Sprintf("search tree (rule %s): ", e.flags.rule)
	switch {
	case e.Exact:
		size += cli.Counted(int(e.Nodes), "node") + ", exactly"
	case e.Nodes == 0:
		size += "at least " + cli.Counted(int(e.Low), "node")
	case e.Samples < 2:
		size += fmt.Sprintf("about %s nodes, as a few probes say, and at least %s", roughly(e.Nodes), roughly(e.Low))
	default:
		size += fmt.Sprintf("about %s nodes (%v %%: %s)", roughly(e.Nodes), e.flags.confidence, bounds(e.Low, e.High, roughly))
	}
	duration := "a search of it all: " + e.duration(e.Speed) + " on one core"
	if e.SpeedOfAll > 0 && e.flags.threads > 1 {
		duration += fmt.Sprintf(", %s on %d", e.duration(e.SpeedOfAll), e.flags.threads)
	}
	lines := []string{head, size}
	if e.Speed > 0 && e.Nodes > 0 {
		lines = append(lines, duration)
	}
	if e.Models {
		lines = append(lines, "the formula is satisfiable: a search that stops at the first model may end much earlier")
	}
	if e.Samples > 1 {
		lines = append(lines, fmt.Sprintf("the mean of %s, %s nodes visited, seed %d",
			cli.Counted(e.Samples, "estimate"), cli.Grouped(e.Visited), e.flags.seed))
	}
	if e.others != "" {
		lines = append(lines, e.others)
	}
	if e.stopped != "" {
		lines = append(lines, fmt.Sprintf("%s after %s nodes", e.stopped, cli.Grouped(e.Visited)))
	}
	return lines
}

// duration is the time of a search at a speed, in words.
func (e estimated) duration(speed float64) string {
	if e.Exact || e.Samples < 2 {
		return lasting(seconds(e.Nodes, speed))
	}
	return fmt.Sprintf("%s (%s)", lasting(seconds(e.Nodes, speed)),
		bounds(seconds(e.Low, speed), seconds(e.High, speed), lasting))
}

func estimateColumns() []report.Column[estimated] {
	number := func(key, heading string, value func(estimated) float64, text func(float64) string) report.Column[estimated] {
		return report.Column[estimated]{
			Key: key, Heading: heading,
			Value: func(e estimated) any { return value(e) },
			Text:  func(e estimated) string { return text(value(e)) },
		}
	}
	plain := func(key string, value func(estimated) any) report.Column[estimated] {
		return report.Column[estimated]{Key: key, Value: value}
	}
	return []report.Column[estimated]{
		{Key: "formula", Heading: "formula", Left: true, Value: func(e estimated) any { return e.formula }},
		{Key: "rule", Heading: "rule", Left: true, Value: func(e estimated) any { return e.flags.rule }},
		number("nodes", "nodes", func(e estimated) float64 { return math.Round(e.Nodes) }, roughly),
		number("nodes_low", "at least", func(e estimated) float64 { return math.Round(e.Low) }, roughly),
		number("nodes_high", "at most", func(e estimated) float64 { return math.Round(e.High) }, roughly),
		plain("confidence", func(e estimated) any { return e.flags.confidence }),
		{Key: "exact", Heading: "exact", Value: func(e estimated) any { return e.Exact }},
		plain("models", func(e estimated) any { return e.Models }),
		number("time_s", "on one core", func(e estimated) float64 { return seconds(e.Nodes, e.Speed) }, lasting),
		plain("time_low_s", func(e estimated) any { return seconds(e.Low, e.Speed) }),
		plain("time_high_s", func(e estimated) any { return seconds(e.High, e.Speed) }),
		plain("threads", func(e estimated) any { return e.flags.threads }),
		plain("time_threads_s", func(e estimated) any {
			if e.SpeedOfAll == 0 {
				return math.NaN()
			}
			return seconds(e.Nodes, e.SpeedOfAll)
		}),
		plain("nodes_per_s", func(e estimated) any { return math.Round(e.Speed) }),
		plain("nodes_per_s_threads", func(e estimated) any { return math.Round(e.SpeedOfAll) }),
		plain("samples", func(e estimated) any { return e.Samples }),
		plain("visited", func(e estimated) any { return e.Visited }),
		plain("seed", func(e estimated) any { return e.flags.seed }),
	}
}
