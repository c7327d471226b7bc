package process

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestNote(t *testing.T) {
	for _, tc := range []struct {
		used, wanted time.Duration
		want         string // in the note; "" for none
	}{
		{time.Second, time.Second, ""},
		{1900 * time.Millisecond, 2 * time.Second, ""},
		{1200 * time.Millisecond, 2 * time.Second, "60 % of the CPU time"},
		{0, 100 * time.Millisecond, ""}, // too short to tell
		{3 * time.Second, 2 * time.Second, ""},
		{0, 0, ""},
	} {
		if got := note(tc.used, tc.wanted); (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
			t.Errorf("%v of %v: %q, want %q in it", tc.used, tc.wanted, got, tc.want)
		}
	}
}

// A program that has done nothing has not had the hour that it could have used; one that wanted nothing has had enough.
func TestWatch(t *testing.T) {
	w := Start()
	if _, known := CPUTime(); known != (runtime.GOOS != "windows" && runtime.GOOS != "js" && runtime.GOOS != "wasip1" &&
		runtime.GOOS != "plan9") {
		t.Errorf("the CPU time is known on %s: %v", runtime.GOOS, known)
	}
	if got := w.Note(time.Hour); (got != "") != w.known {
		t.Errorf("%q of an hour", got)
	}
	if got := w.Note(0); got != "" {
		t.Errorf("%q of no time", got)
	}
}
