package reproduce

import (
	"fmt"
	"math"

	"transat/cmd/transat/internal/report"
)

// Beside returns three columns: ours, the paper's number (its key is paper_ and ours), and how much
// ours is above it. The paper's is NaN where it gives no number; then it and the deviation are empty.
//
//	steps   paper      ±
//	 1013    1000  +1.3 %
func Beside[R any](key, heading string, decimals int, ours, paper func(R) float64) []report.Column[R] {
	deviation := func(r R) float64 { return ours(r)/paper(r) - 1 }
	return []report.Column[R]{
		report.Number(key, heading, decimals, ours),
		report.Number("paper_"+key, "paper", decimals, paper),
		{
			Key: key + "_deviation", Heading: "±", Rank: 1,
			Value: func(r R) any { return deviation(r) },
			Text:  func(r R) string { return Percent(deviation(r)) },
		},
	}
}

// Percent formats a deviation with its sign, to three digits.
func Percent(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	decimals := 1
	if math.Abs(x) >= 1 {
		decimals = 0
	}
	text := fmt.Sprintf("%+.*f %%", decimals, 100*x)
	if text == "-0.0 %" || text == "+0.0 %" {
		return "0.0 %"
	}
	return text
}
