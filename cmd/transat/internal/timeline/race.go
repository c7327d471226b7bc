package timeline

import (
	"fmt"
	"math"
	"time"

	"transat/balance"
	"transat/cmd/transat/internal/terminal"
)

// A race shows runs in a terminal: the grid of processors under each policy, side by side on one simulated clock.
//
//	plb  mesh · alpha           steal  mesh · count
//	▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄            ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
//	▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄            ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
//	no work 3.1 %   sent 282    no work 0.2 %   sent 35
//
// A half block is a processor, coloured by what waits there; orange has no work. Where a terminal has no colours, a
// letter stands for two of them, one above the other.
//
// A [Race] is runs that were recorded and a clock. It knows nothing of terminals: time passes when
// [Race.Pass] is called, keys are given to [Race.Press], and [Race.Frame] is what to draw now. [Play] brings it together
// with a terminal, and [Stills] are a few frames for where there is none. Colours and letters are in paint.go, and the
// panel of a run in panel.go.

// Race is runs on one clock.
type Race struct {
	runs  []SampleSeries
	paint terminal.Paint
	most  float64 // elements of a processor that has the darkest colour
	first balance.Ticks
	last  balance.Ticks // the ends of the shortest and of the longest run

	now    float64 // simulated nanoseconds
	paused bool
	speed  float64 // simulated seconds in one; 0 for that of the race itself
	page   int     // of the panels, if there is no room for all
	help   bool
}

// New makes a race of runs, of which there is at least one.
func New(runs []SampleSeries, paint terminal.Paint) *Race {
	r := &Race{runs: runs, paint: paint, first: runs[0].End, most: 1}
	for _, run := range runs {
		r.first, r.last = min(r.first, run.End), max(r.last, run.End)
		for _, sample := range run.All {
			for i, n := range sample.Elements {
				r.most = max(r.most, float64(n)/float64(run.Members(i)))
			}
		}
	}
	return r
}

// Over reports whether all runs have ended.
func (r *Race) Over() bool { return r.now >= float64(r.last) }

// Pass lets real time pass.
func (r *Race) Pass(d time.Duration) {
	if !r.paused && !r.Over() {
		r.now = min(r.now+r.pace()*float64(d), float64(r.last))
	}
}

// What the race's own speed is made of: in that many seconds the first three hundredths of the shortest run pass, in
// which work spreads; and in that many the whole of it, if it went on as it does then. After its end, time passes four
// times as fast each time it has passed as long again: a run without balancing may take a thousand times as long.
const (
	slowShare   = 0.03
	slowSeconds = 60
	usualSpan   = 10
	hurry       = 4
)

// pace is how many nanoseconds pass in one.
func (r *Race) pace() float64 {
	if r.speed > 0 {
		return r.speed
	}
	shortest := float64(max(r.first, 1)) / float64(time.Second)
	share := r.now / float64(max(r.first, 1))
	switch {
	case share < slowShare:
		return shortest / slowSeconds
	case share > 1:
		return shortest / usualSpan * math.Pow(hurry, min(share-1, 100))
	}
	return shortest / usualSpan
}

// Press handles a key. It reports whether the user wants to leave.
func (r *Race) Press(key terminal.Key) (leave bool) {
	switch key {
	case "q", "Q", terminal.KeyEscape, terminal.KeyCtrlD:
		return true
	case " ", "p":
		r.paused = !r.paused
		if r.Over() {
			r.now, r.paused = 0, false // once more
		}
	case terminal.KeyEnter:
		if r.Over() {
			return true
		}
		r.paused = !r.paused
	case terminal.KeyRight, "n":
		r.paused = true
		r.now = min(float64(r.beside(1)), float64(r.last))
	case terminal.KeyLeft, "b":
		r.paused = true
		r.now = float64(r.beside(-1))
	case terminal.KeyHome, "r":
		r.now = 0
	case terminal.KeyEnd:
		r.now = float64(r.last)
	case "+", "=", terminal.KeyUp:
		r.speed = nice(r.pace() * 2)
	case "-", terminal.KeyDown:
		r.speed = nice(r.pace() / 2)
	case "a":
		r.speed = 0
	case terminal.KeyTab:
		r.page++
	case "?", "h":
		r.help = !r.help
	}
	return false
}

// beside is the time of the next sample of any run, or of the one before.
func (r *Race) beside(step int) balance.Ticks {
	now := balance.Ticks(r.now)
	best, found := now, false
	for i := range r.runs {
		for _, sample := range append(r.runs[i].All, GridSample{Time: r.runs[i].End}) {
			later := sample.Time > now
			if sample.Time != now && later == (step > 0) && (!found || later == (sample.Time < best)) {
				best, found = sample.Time, true
			}
		}
	}
	return best
}

// nice rounds a speed to 1, 2 or 5 times a power of ten.
func nice(speed float64) float64 {
	speed = min(max(speed, 1e-6), 1e6)
	power := math.Pow(10, math.Floor(math.Log10(speed)))
	switch digit := speed / power; {
	case digit < 1.5:
		return power
	case digit < 3.5:
		return 2 * power
	case digit < 7.5:
		return 5 * power
	}
	return 10 * power
}

// Frame is the current picture, in that many lines and columns.
func (r *Race) Frame(columns, rows int) []string {
	state := "playing"
	switch {
	case r.Over():
		state = "over"
	case r.paused:
		state = "paused"
	}
	speed := fmt.Sprintf("%s a second", spanText(r.pace()*float64(time.Second)))
	if r.speed == 0 {
		speed += " (auto)"
	}
	head := fmt.Sprintf("%s   %s, %s", clockText(r.now), state, speed)
	run := r.runs[0]
	about := fmt.Sprintf("%s, machine %s, seed %d", run.Tree, run.Machine, run.Seed)
	lines := []string{terminal.Cut(head, columns), terminal.Cut(about, columns), ""}
	foot := append([]string{""}, r.foot(columns)...)
	lines = append(lines, r.panels(columns, rows-len(lines)-len(foot))...)
	return append(lines, foot...)
}

// foot is the legend and the keys.
func (r *Race) foot(columns int) []string {
	keys := "space pause · ←→ step · +- speed · r again · ? keys · q the table"
	if r.Over() {
		keys = "the race is over: enter the table · space once more · ←→ step"
	}
	lines := []string{r.legend(columns), terminal.Cut(keys, columns)}
	if r.help {
		lines = append([]string{
			terminal.Cut("space or p: pause and go on. right or n, left or b: to the next look, the one before", columns),
			terminal.Cut("home or r: from the beginning. end: to the end. + and -: faster, slower. a: the race's own speed", columns),
			terminal.Cut("tab: other panels, if there is no room for all. q, escape: to the table. ctrl-c: stop", columns),
		}, lines...)
	}
	return lines
}

// clockText is a simulated time, of as many letters at any time of the race.
func clockText(ns float64) string { return fmt.Sprintf("%10.4f s", ns/float64(time.Second)) }

// spanText is a length of time with a fitting unit.
func spanText(ns float64) string {
	for _, unit := range []struct {
		ns   float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= unit.ns {
			return fmt.Sprintf("%.3g %s", ns/unit.ns, unit.name)
		}
	}
	return fmt.Sprintf("%.3g ns", ns)
}
