package compare

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNumberFormats(t *testing.T) {
	for _, tc := range []struct {
		name   string
		format func(float64) string
		value  float64
		want   string
	}{
		{"no time", FormatSeconds, 0, "0"},
		{"short time", FormatSeconds, 0.01234, "0.012"},
		{"long time", FormatSeconds, 1361.239, "1361.24"},
		{"no count", FormatCount, 0, "0"},
		{"small count", FormatCount, 0.25, "0.2"},
		{"count that rounds to ten", FormatCount, 9.97, "10"},
		{"large count", FormatCount, 4173.4, "4173"},
		{"share", FormatPercent, 0.9284, "92.8 %"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.format(tc.value); got != tc.want {
				t.Errorf("%v is formatted as %q, want %q", tc.value, got, tc.want)
			}
		})
	}
}

// Beside a time of two digits behind 0.0, one above 0.1 has as many decimals.
func TestTimesOfAColumnHaveAsManyDecimals(t *testing.T) {
	rows := []Row{{Means: Means{Time: 0.0992}}, {Means: Means{Time: 0.1003}}, {Means: Means{Time: 1.5}}}
	text := func(of []Row) (all []string) {
		for _, c := range Columns() {
			if c = c.In(of); c.Key == timeKey {
				for _, r := range of {
					all = append(all, c.text(r))
				}
			}
		}
		return all
	}
	if diff := cmp.Diff([]string{"0.099", "0.100", "1.50"}, text(rows)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"0.10", "1.50"}, text(rows[1:])); diff != "" {
		t.Error(diff)
	}
}
