package command

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
)

// grouped formats a number with a comma at every thousand.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// counted formats a number of things: 1 part, 2,000 parts.
func counted(n int, thing string) string {
	return grouped(int64(n)) + " " + english.PluralWord(n, thing, "")
}

// plural is counted without commas: 1 part, 2000 parts.
func plural(n int, thing string) string {
	return strconv.Itoa(n) + " " + english.PluralWord(n, thing, "")
}

// rate formats nodes a second, roughly.
func rate(nodes int64, elapsed time.Duration) string {
	perSecond := float64(nodes) / max(elapsed.Seconds(), 1e-9)
	if perSecond < 1e6 {
		return fmt.Sprintf("%.0fk nodes/s", perSecond/1e3)
	}
	return fmt.Sprintf("%.1fM nodes/s", perSecond/1e6)
}

// secondsText formats a time for captions, to three digits or to the second, and never with an exponent.
func secondsText(s float64) string {
	if s < 100 {
		rounded, _ := strconv.ParseFloat(strconv.FormatFloat(s, 'g', 3, 64), 64)
		return strconv.FormatFloat(rounded, 'f', -1, 64) + " s"
	}
	return grouped(int64(math.Round(s))) + " s"
}
