package cli

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize/english"

	"transat/cmd/transat/internal/report"
)

// Grouped formats a number with a comma at every thousand.
func Grouped(n int64) string { return report.Grouped(n) }

// Counted formats a number of things: 1 part, 2,000 parts.
func Counted[N int | int64](n N, thing string) string {
	return Grouped(int64(n)) + " " + english.PluralWord(int(min(n, 2)), thing, "") // an int may have 32 bits
}

// Rate formats nodes a second, roughly.
func Rate(nodes int64, elapsed time.Duration) string {
	perSecond := float64(nodes) / max(elapsed.Seconds(), 1e-9)
	switch {
	case perSecond < 1e3:
		return fmt.Sprintf("%.0f nodes/s", perSecond)
	case perSecond < 1e6:
		return fmt.Sprintf("%.0fk nodes/s", perSecond/1e3)
	}
	return fmt.Sprintf("%.1fM nodes/s", perSecond/1e6)
}

// SecondsText formats a time for captions, to three digits or to the second, and never with an exponent.
func SecondsText(s float64) string { return report.Seconds(s) }
