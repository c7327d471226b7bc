package terminal

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestNothingButWarningsWithoutTerminal(t *testing.T) {
	var out strings.Builder
	line := NewLine(&out)
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
	half := strings.Repeat("█", mostWidth/2) + strings.Repeat("░", mostWidth/2)
	if got, want := shown(out.String()), " 50% "+half+" counting black sheep, a few left"; got != want {
		t.Errorf("the terminal shows %q, want %q", got, want)
	}
	line.Warn("the dog is asleep")
	line.drawn = time.Time{}
	bar.Set(1, "")
	if got := shown(out.String()); !strings.HasPrefix(got, "transat: warning: the dog is asleep\n100% █") {
		t.Errorf("the terminal shows %q", got)
	}
	bar.Done()
	bar.Set(0.1, "too late")
	if got, want := shown(out.String()), "transat: warning: the dog is asleep\n"; got != want {
		t.Errorf("the terminal shows %q, want %q", got, want)
	}
	line.Hint("dogs can be had with --dog")
	if !strings.HasSuffix(out.String(), "transat: dogs can be had with --dog\n") {
		t.Errorf("drew %q, want the hint at the end", out.String())
	}
}

// A bar takes one line, however narrow the terminal is; its text goes first, then the bar becomes shorter.
func TestBarFits(t *testing.T) {
	for _, columns := range []int{1, 12, 30, 50, 60, 76, 80, 200} {
		var out strings.Builder
		line := &Line{w: &out, terminal: true, columns: func() int { return columns }}
		line.Start("solving 450-1935-3/02, 238k nodes/s").SetLeft(0.5, "solving 450-1935-3/02, 238k nodes/s", ", about 17 s to go (9.8 to 27)")
		got := shown(out.String())
		if n := len([]rune(got)); n >= columns && columns > 1 || strings.Contains(got, "\n") {
			t.Errorf("%d columns: %q", columns, got)
		}
		if columns == 60 && !strings.Contains(got, "to go") {
			t.Errorf("%d columns: %q, want the time left", columns, got)
		}
	}
}

// What is printed beside a bar stands on a line of its own, as the bar is removed first.
func TestLinesAboveABar(t *testing.T) {
	var out strings.Builder
	line := &Line{w: &out, terminal: true, columns: func() int { return usualColumns }}
	bar := line.Start("counting sheep")
	fmt.Fprintln(above{line, &out}, "c a wolf has joined")
	if got, want := shown(out.String()), "c a wolf has joined\n"; got != want {
		t.Errorf("the terminal shows %q, want %q", got, want)
	}
	line.drawn = time.Time{}
	bar.Set(0.5, "counting black sheep")
	if got := shown(out.String()); !strings.HasPrefix(got, "c a wolf has joined\n 50% █") {
		t.Errorf("the terminal shows %q", got)
	}
	if w := line.Above(&out); w != &out {
		t.Error("a writer that is no terminal is another one")
	}
}

// shown is the text on a terminal, where what comes after a \r is written over the line.
func shown(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		var screen []rune
		for part := range strings.SplitSeq(line, "\r") {
			letters := []rune(part)
			screen = append(letters, screen[min(len(letters), len(screen)):]...)
		}
		lines = append(lines, strings.TrimRight(string(screen), " "))
	}
	return strings.Join(lines, "\n")
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
