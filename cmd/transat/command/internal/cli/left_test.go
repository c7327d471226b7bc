package cli

import (
	"testing"
	"time"
)

func TestTimeLeft(t *testing.T) {
	for _, test := range []struct {
		closed, done, off float64
		want              string
	}{
		{0.25, 0.25, 2, "about 3m0s to go (1m0s to 7m0s)"},
		{0.75, 0.25, 2, "about 1m0s to go (0s to 5m0s)"}, // the rest was closed before
		{0.1, 0.1, 5, "at least 1m0s to go"},
		{0.5, 0.5, 5, ""}, // the whole may be closed soon
		{0.5, 0.5, 0, ""}, // too little is known
		{1, 1, 1, ""},
		{0, 0, 2, ""},
	} {
		if got := TimeLeft(time.Minute, 0, test.closed, test.done, test.off); got != test.want {
			t.Errorf("%+v: got %q", test, got)
		}
	}
	got := TimeLeft(time.Minute, 100*time.Second, 0.25, 0.25, 2) // known for a while
	if want := "about 1m20s to go (0s to 5m20s)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A search of which a millionth of a millionth is closed takes longer than a time.Duration can be.
func TestTimesBeyondCenturies(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{TimeLeft(time.Minute, 0, 1e-15, 1e-15, 3), "about 1,901,285,268 years to go (633,761,756 years to 5,703,855,806 years)"},
		{TimeLeft(time.Minute, 0, 1e-15, 1e-15, 1e6), "at least 1,901 years to go"},
		{TimeLeft(time.Minute, 0, 1e-300, 1e-300, 1e6), "at least 1,000,000,000,000,000 years to go"},
		{TimeInAll(time.Minute, 1e-15, 3, 2), "about 1,901,285,268 years of 2 cores in all"},
		{TimeInAll(time.Minute, 1e-15, 5, 2), ""},
		{TimeInAll(time.Minute, 0.25, 3, 2), "about 4m0s of 2 cores in all"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
