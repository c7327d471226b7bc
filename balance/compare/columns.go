package compare

import (
	"fmt"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Column is a column of tables of rows. [Columns] is the table of all: a number that is to be seen is an entry there.
type Column struct {
	Key     string           // the name in CSV and JSON, with a unit at its end: "time_s"
	Heading string           // in tables; "" if only CSV and JSON have it
	Title   string           // what it is: below tables, what the heading means
	Left    bool             // align to the left: text
	Rank    int              // where a terminal is too narrow, columns of the highest rank go first; rank 0 stays
	Value   func(Row) any    // as in CSV and JSON
	Text    func(Row) string // as in tables; nil for the Value as it is
	// If, if not nil, says for which rows there is something to tell: a table of none such does not have the column.
	If func(Row) bool

	OfSetup   bool // it says what was run, not what the run came to
	OfSeveral bool // it says how runs differ, or what rows say of each other: a sweep does not have it
}

// text is a cell as tables show it.
func (c Column) text(r Row) string {
	if c.Text != nil {
		return c.Text(r)
	}
	return fmt.Sprint(c.Value(r))
}

// In returns c for tables of some rows: without a heading, if it has nothing to tell of them.
func (c Column) In(rows []Row) Column {
	if c.If != nil && !slices.ContainsFunc(rows, c.If) {
		c.Heading = ""
	}
	if c.Key == timeKey && slices.ContainsFunc(rows, func(r Row) bool { return r.Time < short }) {
		c.Text = func(r Row) string { return timesText(r, formatShort) } // 0.100 beside 0.099
	}
	return c
}

// Columns returns all columns of simulations, in the order of CSV and JSON. Scripts read the keys: they stay, and new ones
// come last in their group.
func Columns() []Column {
	return slices.Concat(
		[]Column{
			setup("policy", "policy", 0, "the balancing rule, with parameters that are not the usual ones",
				func(r Row) any { return r.Policy.String() }),
			setup("topology", "topology", 4, "the network that a policy sees", func(r Row) any { return r.Topology.Kind() }),
			setup("load", "load", 7, "how it estimates work", func(r Row) any { return r.Estimate.String() }),
			{Key: "n", Heading: "n", Rank: 1, OfSetup: true, Title: "number of processors", Value: func(r Row) any { return r.Physical.Procs() }},
			{
				Key: timeKey, Heading: "time s", Title: "until every processor knows that the search is over",
				Value: func(r Row) any { return r.Time }, Text: timeText,
			},
			data("time_std_s", "standard deviation of the times", func(r Row) any { return r.TimeStd }),
			mean("idle_s", "idle s", 2, "waiting for work", FormatSeconds, func(r balance.Result) float64 { return r.MeanSeconds(r.Idle) }),
			mean("bal", "bal", 5, "balancing steps per processor", FormatCount, func(r balance.Result) float64 { return r.PerProc(r.Phases) }),
			mean("info", "info", 6, "messages that carry no work, per processor", FormatCount,
				func(r balance.Result) float64 { return r.PerProc(r.Messages) }),
			mean("send", "send", 3, "pieces of work moved per processor", FormatCount, func(r balance.Result) float64 { return r.PerProc(r.Sent) }),
			number("efficiency", "efficiency", "the share of the machine that does useful work", FormatPercent,
				func(r Row) float64 { return r.Efficiency }),
			number("speedup", "speed-up", "sequential time / time", FormatCount, func(r Row) float64 { return r.Speedup }),
			data("formulas", "formulas that the means are over", func(r Row) any { return r.Formulas }),
			bounded(2, number("nodes", "nodes", "expanded, by all processors", FormatCount, func(r Row) float64 { return r.Nodes })),
			data("sequential_s", "time of a single processor", func(r Row) any { return r.Sequential }),
			data("bound_s", "time below which no policy can be", func(r Row) any { return r.Bound }),
			bounded(1, number("extra_nodes", "extra", "nodes beyond those that one processor expands", more,
				func(r Row) float64 { return r.Extra })),
			data("pruned", "elements that were dropped for their bound", func(r Row) any {
				return r.Mean(func(run balance.Result) float64 { return float64(run.Pruned) })
			}),
			uneven(2, number("processors", "speeds", "the sum of the speeds of the processors, on average over the run", FormatCount,
				func(r Row) float64 { return r.Mean(func(run balance.Result) float64 { return run.Processors() }) })),
		},
		partColumns(),
		[]Column{
			setup("grid", "", 0, "sides of the machine's network", func(r Row) any { return topology.FormatSides(r.Physical.Sides()) }),
			setup("machine", "", 0, "machine", func(r Row) any { return r.Cost.Name }),
			setup("start", "", 0, "place of the first elements", place),
			setup("grain", "", 0, "share of the root's load / n below which an element is not split", func(r Row) any { return r.Grain }),
			setup("budget_s", "", 0, "time for which an element is searched before it is split; 0: the grain is one of load",
				func(r Row) any { return r.Budget.Seconds() }),
			setup("tuned", "", 0, "whether load estimate, grain, periods and network were chosen for the policy on other trees",
				func(r Row) any { return r.Tuned }),
			setup("seed", "", 0, "first seed", func(r Row) any { return r.Seed }),
			data("dilation", "most links of the machine between two neighbours", func(r Row) any { return r.Dilation }),
			data("dilation_mean", "mean links of the machine between two neighbours", func(r Row) any { return r.DilationMean }),
			setup("computer", "", 0, "processors of a computer, on a machine of two levels; 0: the machine is a grid",
				func(r Row) any { return r.Cost.Computer }),
			setup("uneven", "", 0, "speeds of the processors, stragglers and late ones; empty: all are as fast as the machine",
				func(r Row) any { return r.Speeds.String() }),
		},
		ofSeveral(
			where(func(r Row) bool { return !math.IsNaN(r.NRT) },
				number("nrt", "NRT", "normalised response time, (time of none − time) / (time of none − time of ideal)", fiveDecimals,
					func(r Row) float64 { return r.NRT })),
			data("seeds", "runs of each formula", func(r Row) any { return r.Seeds }),
			data("found", "whether all runs ended at a model", func(r Row) any { return r.Found }),
			data("time_least_s", "least time", func(r Row) any { return r.Least }),
			data("time_lower_quartile_s", "lower quartile of the times", func(r Row) any { return r.Lower }),
			data("time_median_s", "median of the times", func(r Row) any { return r.Median }),
			data("time_upper_quartile_s", "upper quartile of the times", func(r Row) any { return r.Upper }),
			data("time_most_s", "largest time", func(r Row) any { return r.Most }),
			data("reference", "fastest policy, with which the row is compared", func(r Row) any { return r.Reference }),
			data("ratio", "median of time / time of the reference", func(r Row) any { return r.Ratio }),
			data("ratio_low", "lower end of an interval that holds the true median", func(r Row) any { return r.Low }),
			data("ratio_high", "upper end of that interval", func(r Row) any { return r.High }),
			data("faster", "how often it is faster than the reference", func(r Row) any { return r.Faster }),
			data("slower", "how often it is slower", func(r Row) any { return r.Slower }),
		),
	)
}

// Number is the number in the column with that key, such as "idle_s" or "send"; 0 if it has none, and NaN if there is no such column.
func (r Row) Number(key string) float64 {
	for _, c := range Columns() {
		if c.Key == key {
			x, _ := c.Value(r).(float64)
			return x
		}
	}
	return math.NaN()
}

// Offered is what a processor could have done in the time of a row, the mean over processors and runs, in seconds: the time, if all are
// equally fast. All parts add up to it.
func (r Row) Offered() float64 {
	if !r.Speeds.Uneven() {
		return r.Time
	}
	return r.Mean(func(run balance.Result) float64 { return run.MeanSeconds(run.Offered()) })
}

// Spent is a part of the time of a row, the mean over processors and runs, in seconds.
func (r Row) Spent(p balance.TimePart) float64 {
	return r.Mean(func(run balance.Result) float64 { return run.MeanSeconds(p.Of(run)) })
}

// PartColumn is the column of a part of the time for CSV and JSON.
func PartColumn(p balance.TimePart) Column {
	return data(p.Key+"_s", "time for "+p.Title, func(r Row) any { return r.Spent(p) })
}

// partColumns has a column for each part of simulated time but the idle one, which stands elsewhere.
func partColumns() []Column {
	var all []Column
	for _, p := range sim.Parts() {
		if !p.Idle {
			all = append(all, PartColumn(p))
		}
	}
	return all
}

// setup is a column that says what was run; of these, only those with a heading are shown.
func setup(key, heading string, rank int, title string, value func(Row) any) Column {
	return Column{Key: key, Heading: heading, Title: title, Left: heading != "", Rank: rank, Value: value, OfSetup: true}
}

// data is a column for CSV and JSON.
func data(key, title string, value func(Row) any) Column {
	return Column{Key: key, Title: title, Value: value}
}

func number(key, heading, title string, format func(float64) string, value func(Row) float64) Column {
	c := data(key, title, func(r Row) any { return value(r) })
	if c.Heading = heading; heading != "" {
		c.Text = func(r Row) string { return format(value(r)) }
	}
	return c
}

// mean is a column of means over all runs. Most are means over processors as well.
func mean(key, heading string, rank int, title string, format func(float64) string, value func(balance.Result) float64) Column {
	c := number(key, heading, title, format, func(r Row) float64 { return r.Mean(value) })
	c.Rank = rank
	return c
}

// where is a column for rows of which something holds.
func where(holds func(Row) bool, c Column) Column {
	c.If = holds
	return c
}

// uneven is a column for machines whose processors are not equally fast.
func uneven(rank int, c Column) Column {
	c.Rank = rank
	return where(func(r Row) bool { return r.Speeds.Uneven() }, c)
}

// bounded is a column for searches of trees with bounds, where the number of nodes depends on the order.
func bounded(rank int, c Column) Column {
	c.Rank = rank
	return where(func(r Row) bool { return r.Bounded }, c)
}

func ofSeveral(columns ...Column) []Column {
	for i := range columns {
		columns[i].OfSeveral = true
	}
	return columns
}

const timeKey = "time_s"

// timeText is a mean time, with its standard deviation if there are several.
func timeText(r Row) string { return timesText(r, FormatSeconds) }

func timesText(r Row, format func(float64) string) string {
	if len(r.Times) < 2 {
		return format(r.Time)
	}
	return fmt.Sprintf("%s ± %s", format(r.Time), format(r.TimeStd))
}

// place says where the first elements of a row lie: root, spread, spread by count or frontier.
func place(r Row) any {
	start, _ := r.Placement()
	if start == sim.StartSpread && r.Deal.Name != "" {
		return string(start) + " by " + r.Deal.String()
	}
	return string(start)
}
