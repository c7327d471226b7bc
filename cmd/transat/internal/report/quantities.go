package report

import (
	"math"
	"strconv"
	"strings"
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

// Seconds formats a time for captions, to three digits or to the second, and never with an exponent.
func Seconds(s float64) string {
	if s < 100 {
		rounded, _ := strconv.ParseFloat(strconv.FormatFloat(s, 'g', 3, 64), 64)
		return strconv.FormatFloat(rounded, 'f', -1, 64) + " s"
	}
	return Grouped(int64(math.Round(s))) + " s"
}
