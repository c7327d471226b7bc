package progress

import (
	"strings"
	"testing"
)

func TestNothingButWarningsWithoutTerminal(t *testing.T) {
	var out strings.Builder
	line := New(&out)
	bar := line.Start("counting sheep")
	bar.Set(0.5, "12 sheep/s")
	line.Warn("the dog is asleep")
	bar.Set(1, "")
	bar.Done()
	if got, want := out.String(), "transat: warning: the dog is asleep\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBarOnTerminal(t *testing.T) {
	var out strings.Builder
	line := &Line{w: &out, terminal: true}
	bar := line.Start("counting sheep")
	bar.Set(0.5, "12 sheep/s")
	if got := out.String(); !strings.Contains(got, "counting sheep, 12 sheep/s") {
		t.Errorf("drew %q, want title and detail", got)
	}
	line.Warn("the dog is asleep")
	bar.Set(1, "")
	bar.Done()
	bar.Set(0.1, "too late")
	lines := strings.Split(strings.TrimRight(out.String(), " \r"), "\r")
	if got := strings.TrimSpace(lines[len(lines)-1]); got != "" && !strings.Contains(got, "asleep") {
		t.Errorf("the terminal's last line is %q, want an empty one", got)
	}
}
