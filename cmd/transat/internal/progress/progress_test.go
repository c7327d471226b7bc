package progress

import (
	"strings"
	"testing"
	"time"
)

func TestNothingButWarningsWithoutTerminal(t *testing.T) {
	var out strings.Builder
	line := New(&out)
	bar := line.Start("counting sheep")
	bar.Set(0.5, "counting black sheep")
	line.Warn("the dog is asleep")
	line.Hint("dogs can be had with --dog")
	bar.Set(1, "")
	bar.Done()
	if got, want := out.String(), "transat: warning: the dog is asleep\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTimeLeft(t *testing.T) {
	for _, tc := range []struct {
		name    string
		share   float64
		elapsed time.Duration
		want    string
	}{
		{"too early to tell", 0.001, time.Minute, ""},
		{"a quarter", 0.25, 10 * time.Second, ", 30s left"},
		{"all", 1, time.Minute, ", 0s left"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := timeLeft(tc.share, tc.elapsed); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestBarOnTerminal(t *testing.T) {
	var out strings.Builder
	line := &Line{w: &out, terminal: true, columns: func() int { return usualColumns }}
	bar := line.Start("counting sheep")
	bar.SetLeft(0.5, "counting black sheep", ", a few left")
	if got := out.String(); !strings.Contains(got, "counting black sheep, a few left") {
		t.Errorf("drew %q, want the text", got)
	}
	line.Warn("the dog is asleep")
	bar.Set(1, "")
	bar.Done()
	bar.Set(0.1, "too late")
	lines := strings.Split(strings.TrimRight(out.String(), " \r"), "\r")
	if got := strings.TrimSpace(lines[len(lines)-1]); got != "" && !strings.Contains(got, "asleep") {
		t.Errorf("the terminal's last line is %q, want an empty one", got)
	}
	line.Hint("dogs can be had with --dog")
	if !strings.HasSuffix(out.String(), "transat: dogs can be had with --dog\n") {
		t.Errorf("drew %q, want the hint at the end", out.String())
	}
}

func TestTextOfABarFitsALine(t *testing.T) {
	for _, tc := range []struct {
		name, what, rest string
		room             int
		want             string
	}{
		{"fits", "μ = 0.1", ", 2s left", 16, "μ = 0.1, 2s left"},
		{"is cut", "anneal, μ = 0.1", ", 2s left", 16, "anneal…, 2s left"},
		{"has no room", "anneal", ", 2s left", 5, "…, 2s left"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := fitted(tc.what, tc.rest, tc.room); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
