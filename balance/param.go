package balance

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Param is a parameter of a policy or a load estimate.
type Param struct {
	Name     string
	Title    string
	Default  float64
	Min, Max float64 // the allowed range, both ends included
	Unit     string  // "s", or "" for a pure number
}

// Values are the values of an entry's parameters, by name.
type Values map[string]float64

// Seconds returns a value whose unit is s as Ticks.
func (v Values) Seconds(name string) Ticks { return Ticks(math.Round(v[name] * float64(Second))) }

// parseValues reads "name=value:name=value" over the defaults of params.
func parseValues(what string, params []Param, s string) (Values, error) {
	values := Values{}
	for _, p := range params {
		values[p.Name] = p.Default
	}
	if s == "" {
		return values, nil
	}
	for setting := range strings.SplitSeq(s, ":") {
		name, text, _ := strings.Cut(setting, "=")
		i := slices.IndexFunc(params, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return nil, unknown("parameter of "+what, name, params, func(p Param) string { return p.Name })
		}
		p := params[i]
		x, err := p.parse(text)
		if err != nil || math.IsNaN(x) || x < p.Min || x > p.Max {
			return nil, fmt.Errorf("%s: %s=%q: want a number from %v to %v%s", what, name, text, p.Min, p.Max, unitSuffix(p.Unit))
		}
		values[name] = x
	}
	return values, nil
}

// parse reads a value. A time may have any unit of Go's durations: "2ms", "1.5s", "1m30s", or none for seconds.
func (p Param) parse(text string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, p.Unit), 64)
	if err != nil && p.Unit == "s" {
		d, err := time.ParseDuration(text)
		return d.Seconds(), err
	}
	return x, err
}

// formatValue writes a number for a message, with four digits.
func formatValue(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

func unitSuffix(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// suffix formats the values that differ from their defaults as ":name=value…".
func (v Values) suffix(params []Param) string {
	var b strings.Builder
	for _, p := range params {
		if v[p.Name] != p.Default {
			fmt.Fprintf(&b, ":%s=%v", p.Name, v[p.Name])
		}
	}
	return b.String()
}
