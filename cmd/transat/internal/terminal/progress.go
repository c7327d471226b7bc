package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"
	"golang.org/x/term"

	"transat/balance/foreign"
)

// This file tells people on a terminal how far a command has come.
//
// A Line is what a command may write to stderr while it works: warnings, and on a terminal one bar
// that is redrawn in place, with the time left, and is gone when its work is done. If stderr is a
// file or a pipe there are no bars, so that logs hold warnings and nothing else, except for work of
// minutes that keeps its user waiting (StartLong):
//
//	line := terminal.NewLine(os.Stderr)
//	bar := line.Start("recording")
//	bar.Set(0.25, "recording 350-1505-3/01")
//	line.Warn("the cache is full")
//	bar.Done()

// Line is the stderr of a command. Its methods and those of its bar may be called from several
// goroutines at the same time.
type Line struct {
	w        io.Writer
	terminal bool
	columns  func() int // how wide the terminal is at the moment

	mu    sync.Mutex
	bar   *Bar // the one on the terminal now, or nil
	wide  int  // columns of the terminal that it takes, 0 after a line has been said
	drawn time.Time
}

// NewLine returns the line for w, which shows bars if w is a terminal.
func NewLine(w io.Writer) *Line {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return &Line{w: w}
	}
	return &Line{w: w, terminal: true, columns: func() int {
		columns, _, err := term.GetSize(int(file.Fd()))
		if err != nil || columns == 0 {
			return usualColumns
		}
		return columns
	}}
}

// Warn prints a warning of one line.
func (l *Line) Warn(text string) { l.Say("transat: warning: " + text) }

// Say prints a line; line breaks in it, and what else cannot be printed, are quoted.
func (l *Line) Say(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wipe()
	fmt.Fprintln(l.w, foreign.Text(text))
}

// Hint prints a line that only helps a person at a terminal.
func (l *Line) Hint(text string) {
	if l.terminal {
		l.Say("transat: " + text)
	}
}

// Write implements io.Writer, for whole lines that others print on stderr: the bar is removed first.
func (l *Line) Write(data []byte) (int, error) { return above{l, l.w}.Write(data) }

// Bar is a piece of work under way.
type Bar struct {
	line  *Line
	began time.Time
	told  *told // nil if nothing is told where there is no terminal
}

// told is what has been told of work where there is no terminal.
type told struct {
	what string    // when it was told last
	at   time.Time // and when that was
}

const (
	// Columns of the bar alone: the most in a comfortable terminal, fewer in a narrower one.
	mostWidth, leastWidth, comfortable = 24, 4, 76

	around = 10 // columns of a line beside the bar and its text, with some to spare

	interval  = 100 * time.Millisecond
	tellEvery = 30 * time.Second // where there is no terminal
	tooEarly  = 2 * time.Second  // to tell from the time so far how much is left
)

// Start begins a piece of work. One is shown at a time: the newest.
func (l *Line) Start(what string) *Bar {
	b := &Bar{line: l, began: time.Now()}
	if l.terminal {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.bar = b
		l.draw(Unknown, what, "")
		l.drawn = time.Time{} // so that the first share is shown at once
	}
	return b
}

// StartLong is Start for work that may take minutes. Where there is no terminal, Set prints a line when it is first called, and when it
// has something else to say or half a minute has passed.
func (l *Line) StartLong(what string) *Bar {
	b := l.Start(what)
	b.told = &told{}
	return b
}

// Above returns a writer for lines that stay on the terminal: it removes the bar before it writes. A w that is no terminal may lead there,
// too, as through tee. Where there are no bars, w is returned as it is.
func (l *Line) Above(w io.Writer) io.Writer {
	if !l.terminal {
		return w
	}
	return above{l, w}
}

// above is a writer beside the bar of a line.
type above struct {
	line *Line
	w    io.Writer
}

func (a above) Write(data []byte) (int, error) {
	a.line.mu.Lock()
	defer a.line.mu.Unlock()
	a.line.wipe()
	return a.w.Write(data)
}

// Bars reports whether there is a terminal on which bars are shown.
func (l *Line) Bars() bool { return l.terminal }

// Set says that the given share of the work, 0 to 1, is done, and what is being done. The time left
// is estimated from the time so far.
func (b *Bar) Set(share float64, what string) {
	b.SetLeft(share, what, timeLeft(share, time.Since(b.began)))
}

// Unknown is a share of work of which nobody knows how much there is: its text stands without a bar.
const Unknown = -1

// SetLeft is Set for those who know better how much is left; the text follows that of what is being done.
func (b *Bar) SetLeft(share float64, what, left string) {
	b.line.mu.Lock()
	defer b.line.mu.Unlock()
	if b.told != nil && !b.line.terminal {
		b.tell(share, what, time.Now())
	}
	if b.line.bar != nil && time.Since(b.line.drawn) >= interval {
		b.line.draw(share, what, left)
	}
}

// tell prints what is being done as a line, now and then.
func (b *Bar) tell(share float64, what string, now time.Time) {
	fresh := what != b.told.what
	if !fresh && now.Sub(b.told.at) < tellEvery {
		return
	}
	text := "transat: " + foreign.Text(what)
	if !fresh {
		text += fmt.Sprintf(", %.0f %% after %v", 100*min(share, 0.99), now.Sub(b.began).Round(time.Second))
	}
	fmt.Fprintln(b.line.w, text)
	*b.told = told{what, now}
}

// draw draws the bar in place of what is there. What cannot be drawn on a terminal is no reason to stop.
func (l *Line) draw(share float64, what, left string) {
	columns := l.columns()
	text := fitted(what, left, columns-1)
	if share >= 0 {
		share = min(share, 0.999) // a full bar would look as if Done were not to come
		width := max(mostWidth-max(comfortable-columns, 0), leastWidth)
		full := int(share * float64(width))
		bar := strings.Repeat("█", full) + strings.Repeat("░", width-full)
		text = fmt.Sprintf("%3.0f%% %s %s", 100*share, bar, fitted(what, left, columns-around-width))
	}
	text = runewidth.Truncate(text, max(columns-1, 0), "") // a text of two lines would not be drawn over in place
	wide := Width(text)
	l.wide = max(wide, min(l.wide, columns-1)) // the terminal may have become narrower
	fmt.Fprintf(l.w, "\r%s%s", text, strings.Repeat(" ", l.wide-wide))
	l.drawn = time.Now()
}

// echoed are columns of what the terminal itself shows behind the bar after Ctrl-C: ^C, twice at most.
const echoed = 4

// wipe removes the bar from the terminal, until it is drawn again: not at once, since what is written meanwhile may have some way to go.
func (l *Line) wipe() {
	if l.wide > 0 {
		fmt.Fprintf(l.w, "\r%s\r", strings.Repeat(" ", max(0, min(l.wide+echoed, l.columns()-1))))
		l.drawn = time.Now()
	}
	l.wide = 0
}

// fitted joins two texts, of which the first is cut so that both have room: a bar that takes two lines
// would not be redrawn in place.
func fitted(what, rest string, room int) string {
	what = foreign.Text(what)
	letters := []rune(what)
	if keep := max(room-len([]rune(rest))-1, 0); len(letters) > keep+1 {
		what = string(letters[:keep]) + "…"
	}
	return what + rest
}

// timeLeft says how long the rest takes, if enough is done to tell.
func timeLeft(share float64, elapsed time.Duration) string {
	if share < 0.01 || elapsed < tooEarly {
		return ""
	}
	left := time.Duration(float64(elapsed) * (1 - share) / share)
	return ", " + left.Round(time.Second).String() + " left"
}

// Done ends the work and removes the bar.
func (b *Bar) Done() {
	b.line.mu.Lock()
	defer b.line.mu.Unlock()
	b.line.wipe()
	b.line.bar = nil
}
