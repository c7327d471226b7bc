package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"transat/balance/compare"
	"transat/cmd/transat/internal/report"
)

// Comparisons of rows: their order, and the columns and the table that compare them.

// SpreadTable shows how times spread, and pairs them with the times of the fastest policy. It makes sense only for
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
			column("policy"),
			headed("time_least_s", "least", compare.FormatSeconds),
			headed("time_lower_quartile_s", "quartile", compare.FormatSeconds),
			headed("time_median_s", "median", compare.FormatSeconds),
			headed("time_upper_quartile_s", "quartile", compare.FormatSeconds),
			headed("time_most_s", "most", compare.FormatSeconds),
		},
		Rows: rows,
	}
	if first.Reference == "" {
		return t
	}
	t.Caption[0] += fmt.Sprintf(", and divided by those of %s %s", first.Reference, each)
	t.Columns = append(t.Columns, headed("ratio", "ratio", ratio))
	note := "ratio: median of the quotients"
	if !math.IsNaN(first.Low) {
		t.Columns = append(t.Columns,
			report.Column[Row]{Key: "interval", Heading: "95 % interval", Value: func(r Row) any { return interval(r) }})
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

// Order is an order of rows: the best come first, and equal rows keep their order.
type Order struct {
	Name  string
	Title string
	less  func(a, b Row) int
}

// Orders returns all orders.
func Orders() []Order {
	// by is an order by the numbers of a column, the least first, or the largest first if sign is -1.
	by := func(name, title, key string, sign float64) Order {
		return Order{name, title, func(a, b Row) int { return cmp.Compare(sign*a.Number(key), sign*b.Number(key)) }}
	}
	return []Order{
		{"given", "as --policy names them", func(Row, Row) int { return 0 }},
		{"name", "by name", func(a, b Row) int { return cmp.Compare(a.Policy.String(), b.Policy.String()) }},
		by("time", "shortest time first", "time_s", 1),
		by("efficiency", "most efficient first", "efficiency", -1),
		by("idle", "least idle first", "idle_s", 1),
		by("bal", "fewest balancing phases first", "bal", 1),
		by("info", "fewest messages first", "info", 1),
		by("send", "fewest subproblems sent first", "send", 1),
	}
}

// Sort puts rows in the order of that name, which must be one of Orders.
func Sort(rows []Row, order string) {
	orders := Orders()
	i := slices.IndexFunc(orders, func(o Order) bool { return o.Name == order })
	slices.SortStableFunc(rows, orders[i].less)
}
