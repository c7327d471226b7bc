package cli

import (
	"testing"
	"time"
)

func TestNumbersInTexts(t *testing.T) {
	for _, tc := range []struct{ name, got, want string }{
		{"zero", Grouped(0), "0"},
		{"three digits", Grouped(999), "999"},
		{"four digits", Grouped(1000), "1,000"},
		{"eight digits", Grouped(17215011), "17,215,011"},
		{"negative", Grouped(-123456), "-123,456"},
		{"one of them", Counted(1, "part"), "1 part"},
		{"many of them", Counted(1024, "part"), "1,024 parts"},
		{"slow", Rate(1500, time.Second), "2k nodes/s"},
		{"fast", Rate(3_300_000, 2*time.Second), "1.6M nodes/s"},
		{"of cubes", Rate(30, 2*time.Second), "15 nodes/s"},
		{"no time yet", Rate(0, 0), "0 nodes/s"},
		{"short time", SecondsText(0.0263), "0.0263 s"},
		{"very short time", SecondsText(8.184e-05), "0.0000818 s"},
		{"long time", SecondsText(154497.6), "154,498 s"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.got != tc.want {
				t.Errorf("got %q, want %q", tc.got, tc.want)
			}
		})
	}
}

func TestCounted(t *testing.T) {
	for _, tc := range []struct {
		n           int
		thing, want string
	}{
		{0, "clause", "0 clauses"},
		{1, "clause", "1 clause"},
		{2580, "clause", "2,580 clauses"},
	} {
		if got := Counted(tc.n, tc.thing); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}
