package terminal

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/terminal/terminaltest"
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
		{"too little time to tell", 0.5, time.Second, ""},
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
	if got, want := shown(usualColumns, out.String()), "counting sheep"; got != want {
		t.Errorf("the terminal shows %q before anything is known, want %q", got, want)
	}
	bar.SetLeft(0.5, "counting black sheep", ", a few left")
	if got := out.String(); !strings.Contains(got, "counting black sheep, a few left") {
		t.Errorf("drew %q, want the text", got)
	}
	half := strings.Repeat("█", mostWidth/2) + strings.Repeat("░", mostWidth/2)
	if got, want := shown(usualColumns, out.String()), " 50% "+half+" counting black sheep, a few left"; got != want {
		t.Errorf("the terminal shows %q, want %q", got, want)
	}
	line.Warn("the dog is asleep")
	line.drawn = time.Time{}
	bar.Set(1, "")
	if got := shown(usualColumns, out.String()); !strings.HasPrefix(got, "transat: warning: the dog is asleep\n100% █") {
		t.Errorf("the terminal shows %q", got)
	}
	bar.Done()
	bar.Set(0.1, "too late")
	if got, want := shown(usualColumns, out.String()), "transat: warning: the dog is asleep"; got != want {
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
		got := shown(columns, out.String())
		if n := len([]rune(got)); n >= columns && columns > 1 || strings.Contains(got, "\n") {
			t.Errorf("%d columns: %q", columns, got)
		}
		out.Reset()
		(&Line{w: &out, terminal: true, columns: line.columns}).Start(strings.Repeat("solving ", 30))
		if n := len([]rune(out.String())) - 1; n >= columns && columns > 1 {
			t.Errorf("%d columns: %q", columns, out.String())
		}
		if columns == 60 && !strings.Contains(got, "to go") {
			t.Errorf("%d columns: %q, want the time left", columns, got)
		}
	}
}

// When the terminal has become narrower, no spaces go on in its next line.
func TestBarOnATerminalThatBecomesNarrower(t *testing.T) {
	var out strings.Builder
	columns := 80
	line := &Line{w: &out, terminal: true, columns: func() int { return columns }}
	const sheep = "counting black sheep on a wide meadow"
	bar := line.Start(sheep)
	out.Reset()
	columns = 40
	bar.SetLeft(0.5, sheep, "")
	bar.Done()
	for part := range strings.SplitSeq(out.String(), "\r") {
		if Width(part) >= columns {
			t.Errorf("%q is as wide as the terminal", part)
		}
	}
}

// What is printed beside a bar stands on a line of its own, as the bar is removed first.
func TestLinesAboveABar(t *testing.T) {
	var out strings.Builder
	line := &Line{w: &out, terminal: true, columns: func() int { return usualColumns }}
	bar := line.Start("counting sheep")
	fmt.Fprintln(above{line, &out}, "c a wolf has joined")
	if got, want := shown(usualColumns, out.String()), "c a wolf has joined"; got != want {
		t.Errorf("the terminal shows %q, want %q", got, want)
	}
	line.drawn = time.Time{}
	bar.Set(0.5, "counting black sheep")
	if got := shown(usualColumns, out.String()); !strings.HasPrefix(got, "c a wolf has joined\n 50% █") {
		t.Errorf("the terminal shows %q", got)
	}
	bar.Set(0.6, "counting white sheep") // at once, which is too early
	fmt.Fprint(line.Above(&out), "c a dog helps")
	bar.Set(0.6, "counting white sheep")
	if got := shown(usualColumns, out.String()); got != "c a wolf has joined\nc a dog helps" {
		t.Errorf("the terminal shows %q", got)
	}
	if w := NewLine(&out).Above(&out); w != &out {
		t.Error("a writer is another one where there are no bars")
	}
}

// shown is the text on a terminal of that many columns.
func shown(columns int, text string) string {
	return strings.Join(terminaltest.Screen(columns, text), "\n")
}

// On a real terminal, a bar is gone before anything else is written, whoever writes it.
func TestNothingRunsOverABar(t *testing.T) {
	terminal := terminaltest.Open(t, 80)
	line := NewLine(terminal.File)
	out := line.Above(terminal.File)
	bar := line.Start("counting sheep")
	draw := func() {
		line.drawn = time.Time{}
		bar.SetLeft(0.5, "counting black sheep on a meadow that is wider than the terminal", ", about 10 s to go (7 to 20)")
	}
	for _, write := range []func(){
		func() { fmt.Fprintln(out, "c a wolf") },
		func() { line.Warn("the dog is asleep") },
		func() { line.Hint("a dog helps") },
		func() { fmt.Fprintln(line, "transat: no sheep") },
		bar.Done,
	} {
		draw()
		write()
	}
	fmt.Fprintln(terminal.File, "s")
	want := []string{"c a wolf", "transat: warning: the dog is asleep", "transat: a dog helps", "transat: no sheep", "s"}
	if diff := cmp.Diff(want, terminal.Lines()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Where there is no terminal, work of minutes tells of itself now and then.
func TestLongWorkWithoutTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		bar := NewLine(&out).StartLong("looking for sheep")
		for i := range 70 {
			bar.Set(float64(i)/100, "counting sheep")
			time.Sleep(time.Second)
		}
		bar.Set(0.9, "counting dogs")
		bar.Done()
		want := "transat: counting sheep\ntransat: counting sheep, 30 % after 30s\ntransat: counting sheep, 60 % after 1m0s\n" +
			"transat: counting dogs\n"
		if got := out.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
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
