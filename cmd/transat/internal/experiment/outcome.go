package experiment

import (
	"fmt"
	"strings"

	"transat/balance/compare"
)

// littleLead is the lead, as a share of the time, that a single run does not settle: other seeds and trees change the times of most
// policies by as much.
const littleLead = 0.01

// noLead is a lead that shows in no table.
const noLead = 0.0005

// Outcome is the result of a table in a sentence: who wins, by how much, what the limit is, and what was made equal. A policy that is no
// more than a bound wins nothing.
func Outcome(rows []Row, limit, equal string) string {
	var first, second *Row
	var tied []string
	for i := range rows {
		switch r := &rows[i]; {
		case r.Policy.Spec.Bound:
			continue
		case first == nil || r.Time < first.Time:
			first, second = r, first
		case second == nil || r.Time < second.Time:
			second = r
		}
	}
	if first == nil {
		first = &rows[0]
	}
	for _, r := range rows {
		if !r.Policy.Spec.Bound && r.Time < (1+noLead)*first.Time {
			tied = append(tied, r.Policy.String())
		}
	}
	who := fmt.Sprintf("%s takes %s", first.Policy, takes(*first))
	switch {
	case len(tied) > 1:
		who = fmt.Sprintf("%s tie: %s take %s", listed(tied), []string{"both", "all"}[min(len(tied)-2, 1)], takes(*first))
	case second != nil:
		who = fmt.Sprintf("%s wins: it takes %s, and %s %s%s", first.Policy, takes(*first), second.Policy, more(second.Time/first.Time),
			doubt(*first, *second))
	}
	return strings.Join([]string{who, limit, equal}, "; ")
}

// takes is the time of a row as tables have it.
func takes(r Row) string { return compare.FormatSeconds(r.Time) + " s" }

// more tells a quotient of times: "2.7 % more", "3.1 times as long".
func more(quotient float64) string {
	switch {
	case quotient >= 99.5:
		return fmt.Sprintf("%.0f times as long", quotient)
	case quotient >= 2:
		return fmt.Sprintf("%.1f times as long", quotient)
	}
	return fmt.Sprintf("%.1f %% more", 100*(quotient-1))
}

// doubt tells that a lead may be chance: it is little, and all rests on one run; or the second wins some of several, and the interval
// that holds the true median says no more.
func doubt(first, second Row) string {
	runs := len(second.Times)
	switch {
	case runs == 1 && second.Time < (1+littleLead)*first.Time:
		return ", a lead that another seed or tree may turn round"
	case runs > 1 && second.Faster > 0 && !(second.Low > 1): // Low is NaN for few runs
		return fmt.Sprintf(", though it wins %d of %d", second.Faster, runs)
	}
	return ""
}

// listed joins words: a, b and c.
func listed(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
