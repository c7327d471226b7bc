package compare

import "testing"

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
