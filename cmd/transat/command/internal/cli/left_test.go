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
		if got := TimeLeft(time.Minute, test.closed, test.done, test.off); got != test.want {
			t.Errorf("%+v: got %q", test, got)
		}
	}
}
