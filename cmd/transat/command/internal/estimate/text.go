package estimate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"transat/cmd/transat/command/internal/cli"
)

// Estimated numbers are printed with two digits, in words.

// unit is a word for a large number, its size, and the number from which on it is used.
type unit struct {
	size, from float64
	name       string
}

// inUnits formats x to two digits in the first unit that is small enough for it, or the last.
func inUnits(x float64, units ...unit) string {
	use := units[len(units)-1]
	for _, u := range units {
		if x >= u.from {
			use = u
			break
		}
	}
	text := twoDigits(x / use.size)
	if use.name != "" {
		text += " " + use.name
	}
	return text
}

// twoDigits formats a number that is not negative to two digits: 0.013, 1.5, 17, 340.
func twoDigits(x float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 1, 64), 64)
	switch {
	case err != nil:
		return fmt.Sprint(x) // infinite
	case rounded >= 10:
		return cli.Grouped(int64(math.Round(rounded)))
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

const powerFrom = 1e15 // where numbers are written as powers of ten

// roughly formats a count: 620, 94,000, 17 million.
func roughly(n float64) string {
	switch {
	case math.IsInf(n, 1):
		return "more than 10^308"
	case n >= powerFrom:
		return fmt.Sprintf("10^%.1f", math.Log10(n))
	}
	const half = 0.995 // so that nothing is rounded to 1,000 million
	return inUnits(n, unit{1e12, half * 1e12, "trillion"}, unit{1e9, half * 1e9, "billion"}, unit{1e6, half * 1e6, "million"}, unit{1, 0, ""})
}

// The lengths of units of time, in seconds.
const (
	minute = 60.0
	hour   = 60 * minute
	day    = 24 * hour
	year   = 365.25 * day
)

// lasting formats a time in seconds: 0.5 ms, 13 s, 2.5 hours, 17 million years.
func lasting(s float64) string {
	switch {
	case s >= 2*year:
		return roughly(s/year) + " years"
	case s < 1e-4:
		return "0.1 ms"
	}
	return inUnits(s, unit{day, 2 * day, "days"}, unit{hour, 2 * hour, "hours"}, unit{minute, 2 * minute, "minutes"},
		unit{1, 0.995, "s"}, unit{1e-3, 0, "ms"})
}

// bounds formats an interval, with the unit only once if both ends have the same.
func bounds(low, high float64, format func(float64) string) string {
	from, to := format(low), format(high)
	number, unit, found := strings.Cut(from, " ")
	if found && strings.HasSuffix(to, " "+unit) {
		from = number
	}
	return from + " to " + to
}

// timeToGo is the remaining time of a search, as in "about 40 s to go (25 to 70)": nodes are left, between low and high, and perSecond
// are visited in a second. It is "" if these are not known.
func timeToGo(nodes, low, high, perSecond float64) string {
	if !(perSecond > 0) || !(nodes >= 0) {
		return ""
	}
	left := lasting(nodes / perSecond)
	_, unit, _ := strings.Cut(left, " ")
	from, to := lasting(low/perSecond), lasting(high/perSecond)
	if from == to {
		return "about " + left + " to go"
	}
	if end := " " + unit; strings.HasSuffix(from, end) && strings.HasSuffix(to, end) {
		from, to = strings.TrimSuffix(from, end), strings.TrimSuffix(to, end)
	}
	return fmt.Sprintf("about %s to go (%s to %s)", left, from, to)
}
