package report_test

import (
	"testing"

	"transat/cmd/transat/internal/report"
)

func TestSecondsHaveThreeDigitsOrAreWhole(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0 s", 0.00012345: "0.000123 s", 1.005: "1 s", 12.345: "12.3 s", 99.96: "100 s", 123.4: "123 s", 1234567.8: "1,234,568 s",
	} {
		if got := report.Seconds(seconds); got != want {
			t.Errorf("%v: %s, want %s", seconds, got, want)
		}
	}
}
