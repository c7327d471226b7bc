package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"transat/balance/compare"
	"transat/cmd/transat/internal/report"
)

// What rows say of each other: their order, and the columns and the table that compare them.

// Comparison returns columns that follow those of Columns: spreads, and comparisons with the fastest.
func Comparison(rows []Row) []report.Column[Row] {
	nrt := report.Number("nrt", "", 5, func(r Row) float64 { return r.NRT })
	if hasNRT(rows) {
		nrt.Heading = "NRT"
	}
	number := func(key string, value func(Row) float64) report.Column[Row] {
		return data(key, func(r Row) any { return value(r) })
	}
	return slices.Concat([]report.Column[Row]{
		nrt,
		data("seeds", func(r Row) any { return r.Seeds }),
		data("found", func(r Row) any { return r.Found }),
		number("time_least_s", func(r Row) float64 { return r.Least }),
		number("time_lower_quartile_s", func(r Row) float64 { return r.Lower }),
		number("time_median_s", func(r Row) float64 { return r.Median }),
		number("time_upper_quartile_s", func(r Row) float64 { return r.Upper }),
		number("time_most_s", func(r Row) float64 { return r.Most }),
	}, againstColumns())
}

// againstColumns compare rows with the fastest.
func againstColumns() []report.Column[Row] {
	return []report.Column[Row]{
		data("reference", func(r Row) any { return r.Reference }),
		data("ratio", func(r Row) any { return r.Ratio }),
		data("ratio_low", func(r Row) any { return r.Low }),
		data("ratio_high", func(r Row) any { return r.High }),
		data("faster", func(r Row) any { return r.Faster }),
		data("slower", func(r Row) any { return r.Slower }),
	}
}

// ComparisonLegend says what the headings of Comparison mean.
func ComparisonLegend(rows []Row) []string {
	if !hasNRT(rows) {
		return nil
	}
	return []string{"NRT: normalised response time, (time of none − time) / (time of none − time of ideal)"}
}

func hasNRT(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool { return !math.IsNaN(r.NRT) })
}

// SpreadTable shows how times spread, and pairs them with those of the fastest policy. It makes sense only for
// rows with several Times.
func SpreadTable(rows []Row) report.Table[Row] {
	first := rows[0]
	over := fmt.Sprintf("%d seeds", first.Seeds)
	each := "on the same seed"
	if first.Formulas > 1 {
		over, each = fmt.Sprintf("%d formulas", first.Formulas), "on the same formula"
		if first.Seeds > 1 {
			over += fmt.Sprintf(" (means of %d seeds)", first.Seeds)
		}
	}
	t := report.Table[Row]{
		Caption: []string{"Times in seconds, over " + over},
		Columns: []report.Column[Row]{
			text("policy", func(r Row) any { return r.Policy.String() }),
			number("time_least_s", "least", compare.FormatSeconds, func(r Row) float64 { return r.Least }),
			number("time_lower_quartile_s", "quartile", compare.FormatSeconds, func(r Row) float64 { return r.Lower }),
			number("time_median_s", "median", compare.FormatSeconds, func(r Row) float64 { return r.Median }),
			number("time_upper_quartile_s", "quartile", compare.FormatSeconds, func(r Row) float64 { return r.Upper }),
			number("time_most_s", "most", compare.FormatSeconds, func(r Row) float64 { return r.Most }),
		},
		Rows: rows,
	}
	if first.Reference == "" {
		return t
	}
	t.Caption[0] += fmt.Sprintf(", and divided by those of %s %s", first.Reference, each)
	t.Columns = append(t.Columns, number("ratio", "ratio", ratio, func(r Row) float64 { return r.Ratio }))
	note := "ratio: median of the quotients"
	if !math.IsNaN(first.Low) {
		t.Columns = append(t.Columns, report.Column[Row]{Key: "interval", Heading: "95 % interval", Value: func(r Row) any { return interval(r) }})
		note += ", and an interval that holds the true median (sign test)"
	}
	t.Columns = append(t.Columns, report.Column[Row]{Key: "faster", Heading: "faster", Value: func(r Row) any { return wins(r) }})
	t.Notes = []string{fmt.Sprintf("%s; faster: where it beats %s", note, first.Reference)}
	return t
}

// ratio formats a quotient of two times.
func ratio(x float64) string {
	if x >= 99.5 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3f", x)
}

func interval(r Row) string {
	if r.Policy.String() == r.Reference {
		return ""
	}
	return ratio(r.Low) + " to " + ratio(r.High)
}

func wins(r Row) string {
	if r.Policy.String() == r.Reference {
		return ""
	}
	return fmt.Sprintf("%d of %d", r.Faster, len(r.Times))
}

// Order is an order of rows. The best come first, and those that are equal stay as they are.
type Order struct {
	Name  string
	Title string
	less  func(a, b Row) int
}

// Orders returns all orders.
func Orders() []Order {
	least := func(name, title string, value func(Row) float64) Order {
		return Order{name, title, func(a, b Row) int { return cmp.Compare(value(a), value(b)) }}
	}
	return []Order{
		{"given", "as --policy names them", func(Row, Row) int { return 0 }},
		{"name", "by name", func(a, b Row) int { return cmp.Compare(a.Policy.String(), b.Policy.String()) }},
		least("time", "shortest time first", func(r Row) float64 { return r.Time }),
		least("efficiency", "most efficient first", func(r Row) float64 { return -r.Efficiency }),
		least("idle", "least idle first", func(r Row) float64 { return r.Idle }),
		least("bal", "fewest balancing phases first", func(r Row) float64 { return r.Phases }),
		least("info", "fewest messages first", func(r Row) float64 { return r.Info }),
		least("send", "fewest subproblems sent first", func(r Row) float64 { return r.Sent }),
	}
}

// Sort puts rows in the order of that name, which must be one of Orders.
func Sort(rows []Row, order string) {
	orders := Orders()
	i := slices.IndexFunc(orders, func(o Order) bool { return o.Name == order })
	slices.SortStableFunc(rows, orders[i].less)
}
