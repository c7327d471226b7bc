package app

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
)

// Grouped formats a number with a comma at every thousand.
func Grouped(n int64) string {
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

// Counted formats a number of things: 1 part, 2,000 parts.
func Counted(n int, thing string) string {
	return Grouped(int64(n)) + " " + english.PluralWord(n, thing, "")
}

// Plural is counted without commas: 1 part, 2000 parts.
func Plural(n int, thing string) string {
	return strconv.Itoa(n) + " " + english.PluralWord(n, thing, "")
}

// Rate formats nodes a second, roughly.
func Rate(nodes int64, elapsed time.Duration) string {
	perSecond := float64(nodes) / max(elapsed.Seconds(), 1e-9)
	if perSecond < 1e6 {
		return fmt.Sprintf("%.0fk nodes/s", perSecond/1e3)
	}
	return fmt.Sprintf("%.1fM nodes/s", perSecond/1e6)
}

// SecondsText formats a time for captions, to three digits or to the second, and never with an exponent.
func SecondsText(s float64) string {
	if s < 100 {
		rounded, _ := strconv.ParseFloat(strconv.FormatFloat(s, 'g', 3, 64), 64)
		return strconv.FormatFloat(rounded, 'f', -1, 64) + " s"
	}
	return Grouped(int64(math.Round(s))) + " s"
}
