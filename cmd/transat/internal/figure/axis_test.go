package figure

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNumbersOfTicks(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", 0.05: "0.05", -2: "−2", 2000: "2000", 20_000: "20,000", -123_456: "−123,456", 1e6: "1e6",
		2e7: "2e7", -1e6: "−1e6", 1e-5: "1e−5", -5e-12: "−5e−12", 0.0001: "0.0001",
	} {
		if got := number(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

func TestTicksAreRound(t *testing.T) {
	for _, tc := range []struct {
		name string
		log  bool
		span span
		want []string
	}{
		{"from 0", false, span{0, 104}, []string{"0", "20", "40", "60", "80", "100"}},
		{"small", false, span{0, 0.0104}, []string{"0", "0.002", "0.004", "0.006", "0.008", "0.01"}},
		{"either side of 0", false, span{-11, 11}, []string{"−10", "−5", "0", "5", "10"}},
		{"half a decade", true, span{0.9, 4}, []string{"0.9", "1", "2", "3", "4"}},
		{"two decades", true, span{0.9, 110}, []string{"1", "2", "5", "10", "20", "50", "100"}},
		{"five decades", true, span{0.9, 110_000}, []string{"1", "10", "100", "1000", "10,000", "100,000"}},
		{"twelve decades", true, span{1e-12, 1}, []string{"1e−12", "1e−10", "1e−8", "1e−6", "0.0001", "0.01", "1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, tick := range (Axis{Log: tc.log}).ticks(tc.span) {
				got = append(got, number(tick))
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestEndsOfAxes(t *testing.T) {
	for _, tc := range []struct {
		name string
		axis Axis
		data span
		want span
	}{
		{"given", Axis{From: 1, To: 5}, span{2, 3}, span{1, 5}},
		{"from 0 if that is near", Axis{}, span{10, 100}, span{0, 104}},
		{"not from 0 if it is far", Axis{}, span{100, 150}, span{98, 152}},
		{"from 0 on demand", Axis{Zero: true}, span{100, 150}, span{0, 156}},
		{"negative", Axis{}, span{-100, -10}, span{-104, 0}},
		{"a single value", Axis{}, span{3, 3}, span{2, 4}},
		{"a single value, logarithmic", Axis{Log: true}, span{3, 3}, span{1.5, 6}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.axis.ends(tc.data); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestColoursOfPartsDiffer(t *testing.T) {
	seen := map[any]int{}
	for part := range 5 * len(palette()) {
		c := shade(part)
		if other, ok := seen[c]; ok && c != shade(6) { // black has no darker shades
			t.Errorf("parts %d and %d have the same colour", other, part)
		}
		seen[c] = part
	}
}
