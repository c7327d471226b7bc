package estimate

import (
	"math"
	"testing"
)

func TestRoughNumbers(t *testing.T) {
	for _, tc := range []struct{ name, got, want string }{
		{"none", roughly(0), "0"},
		{"hundreds", roughly(623), "620"},
		{"thousands", roughly(94_499), "94,000"},
		{"nearly a million", roughly(996_000), "1 million"},
		{"millions", roughly(17_215_011), "17 million"},
		{"few millions", roughly(1_249_000), "1.2 million"},
		{"hundreds of millions", roughly(344e6), "340 million"},
		{"billions", roughly(3.28e9), "3.3 billion"},
		{"trillions", roughly(36e12), "36 trillion"},
		{"a power", roughly(2e36), "10^36.3"},
		{"beyond", roughly(math.Inf(1)), "more than 10^308"},
		{"the same unit", bounds(12.4e6, 25.1e6, roughly), "12 to 25 million"},
		{"two units", bounds(240e6, 1.3e9, roughly), "240 million to 1.3 billion"},
		{"no unit", bounds(640, 1300, roughly), "640 to 1,300"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.got != tc.want {
				t.Errorf("got %q, want %q", tc.got, tc.want)
			}
		})
	}
}

func TestLasting(t *testing.T) {
	for _, tc := range []struct {
		seconds float64
		want    string
	}{
		{0, "0.1 ms"},
		{0.00123, "1.2 ms"},
		{0.9, "900 ms"},
		{0.999, "1 s"},
		{13.2, "13 s"},
		{119, "120 s"},
		{121, "2 minutes"},
		{7199, "120 minutes"},
		{9000, "2.5 hours"},
		{86400 * 40, "40 days"},
		{86400 * 365.25 * 8.1, "8.1 years"},
		{86400 * 365.25 * 2.5e6, "2.5 million years"},
		{1e40, "10^32.5 years"},
	} {
		t.Run(tc.want, func(t *testing.T) {
			if got := lasting(tc.seconds); got != tc.want {
				t.Errorf("%v s: got %q, want %q", tc.seconds, got, tc.want)
			}
		})
	}
}

func TestTimeToGo(t *testing.T) {
	for _, tc := range []struct {
		name                    string
		nodes, low, high, speed float64
		want                    string
	}{
		{"seconds", 40e6, 25e6, 70e6, 1e6, "about 40 s to go (25 to 70)"},
		{"several units", 100e6, 25e6, 700e6, 1e6, "about 100 s to go (25 s to 12 minutes)"},
		{"known well", 40e6, 40.1e6, 39.9e6, 1e6, "about 40 s to go"},
		{"no speed yet", 40e6, 25e6, 70e6, 0, ""},
		{"nothing known", math.NaN(), math.NaN(), math.NaN(), 1e6, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := timeToGo(tc.nodes, tc.low, tc.high, tc.speed); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
