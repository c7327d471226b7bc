package cube

import (
	"math"
	"testing"
	"time"
)

func TestTail(t *testing.T) {
	var tail Tail
	tail.Add(0, 85*time.Second, 2)               // before the last tenth
	tail.Add(85*time.Second, 95*time.Second, 1)  // half of it inside
	tail.Add(96*time.Second, 101*time.Second, 2) // 4 s inside
	if got, want := tail.Share(100*time.Second, 4), (5+8)/40.0; math.Abs(got-want) > 1e-9 {
		t.Errorf("%v, want %v", got, want)
	}
	if (&Tail{}).Share(0, 2) != 0 || (&Tail{}).Share(time.Second, 0) != 0 {
		t.Error("nothing has a share")
	}
}

// A long run keeps what it may need, and not more.
func TestTailForgets(t *testing.T) {
	var tail Tail
	end := time.Duration(0)
	for range 20 * mostSpans {
		tail.Add(end, end+time.Millisecond, 1)
		end += 2 * time.Millisecond
	}
	if got := tail.Share(end, 1); math.Abs(got-0.5) > 1e-3 {
		t.Errorf("%v", got)
	}
	if len(tail.spans) > 4*mostSpans {
		t.Errorf("%d spans", len(tail.spans))
	}
}

// Another program is ended for processors that wait when these have lost as much as it had worked when they came.
func TestWorthLosing(t *testing.T) {
	for _, test := range []struct {
		worked, waited time.Duration
		want           bool
	}{
		{100 * time.Millisecond, 100 * time.Millisecond, false}, // too small to be split
		{leastWait, leastWait, true},
		{time.Second, 499 * time.Millisecond, false},
		{time.Second, 501 * time.Millisecond, true},
		{time.Hour, 3900 * time.Millisecond, false},
		{time.Hour, mostWait, true},
	} {
		if got := WorthLosing(test.worked, test.waited); got != test.want {
			t.Errorf("%v, %v: %v", test.worked, test.waited, got)
		}
	}
}
