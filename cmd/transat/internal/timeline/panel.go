package timeline

import (
	"fmt"
	"math"
	"strings"

	"transat/balance"
	"transat/balance/foreign"
	"transat/cmd/transat/internal/terminal"
)

// Measures of panels, in columns and lines.
const (
	leastWide = 26 // so that the texts have room
	gap       = 2
	texts     = 3  // above and below the grid
	largest   = 32 // cells of a grid that is drawn larger than it is
)

// layout is how panels are arranged.
type layout struct {
	across, down int
	room         int // columns of a panel
	zoom         float64
}

// arrange finds the arrangement that shows most: all panels, as long as their cells can be told apart, and then as large
// as possible.
func (r *Race) arrange(columns, rows int) layout {
	wide, high := r.grid()
	best, most := layout{}, -1.0
	for across := 1; across <= len(r.runs); across++ {
		l := layout{across: across, room: (columns+gap)/across - gap}
		if across > 1 && l.room < leastWide {
			break
		}
		for l.down = 1; l.down <= (len(r.runs)+across-1)/across; l.down++ {
			more := 0
			if across*l.down < len(r.runs) {
				more = 1 // a line says so
			}
			lines := (rows-more+1)/l.down - 1 - texts
			if l.down > 1 && lines < 1 {
				break
			}
			l.zoom = zoom(wide, high, l.room, 2*max(lines, 1))
			const clear = 0.4 // a cell and a half to each side
			if score := float64(min(across*l.down, len(r.runs)))*min(1, l.zoom/clear) + l.zoom/100; score > most {
				best, most = l, score
			}
		}
	}
	return best
}

// zoom is how many times as large a grid can be drawn: a whole number, or below 1.
func zoom(wide, high, room, lines int) float64 {
	z := min(float64(room)/float64(wide), float64(lines)/float64(high))
	if z > 1 {
		return max(1, min(math.Floor(z), float64(largest/max(wide, high))))
	}
	return z
}

// panels are as many of the panels as there is room for, side by side and then below each other.
func (r *Race) panels(columns, rows int) []string {
	l := r.arrange(columns, rows)
	wide, high := r.grid()
	wide, high = max(1, int(float64(wide)*l.zoom)), max(1, int(float64(high)*l.zoom))
	shown := l.across * l.down
	pages := (len(r.runs) + shown - 1) / shown
	first := r.page % pages * shown
	var all []string
	for from := first; from < min(first+shown, len(r.runs)); from += l.across {
		if from > first {
			all = append(all, "")
		}
		var side [][]string
		for i := from; i < min(from+l.across, len(r.runs)); i++ {
			side = append(side, r.panel(&r.runs[i], l.room, wide, high))
		}
		all = append(all, beside(side, l.room)...)
	}
	if pages > 1 {
		all = append(
			all,
			terminal.Cut(fmt.Sprintf("panels %d to %d of %d: tab shows others", first+1, min(first+shown, len(r.runs)), len(r.runs)), columns))
	}
	return all
}

// grid is the size of the picture of a machine: with other than two sides, rows are those of the first.
func (r *Race) grid() (wide, high int) {
	run := r.runs[0]
	high = run.Sides[0]
	wide = run.Network.Procs() / high
	if len(run.Sides) == 1 { // a row, folded so that it is about a square
		wide = 1
		for wide*wide < high {
			wide++
		}
		high = (high + wide - 1) / wide
	}
	return wide, high
}

// beside joins texts side by side, each as wide as that.
func beside(texts [][]string, wide int) []string {
	var lines []string
	for i := range texts[0] {
		var b strings.Builder
		for k, text := range texts {
			b.WriteString(text[i])
			if k < len(texts)-1 {
				b.WriteString(strings.Repeat(" ", max(0, wide+gap-terminal.Width(text[i]))))
			}
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return lines
}

// panel shows a run: its name, its grid, and its measures.
func (r *Race) panel(run *SampleSeries, room, wide, high int) []string {
	over := r.now >= float64(run.End)
	now := balance.Ticks(r.now)
	sample := run.At(now)
	lines := []string{terminal.Cut(foreign.Text(fmt.Sprintf("%s  %s · %s", run.Policy, run.Network.Kind(), run.Load)), room)}
	if r.paint != terminal.NoPaint {
		lines[0] = terminal.Bold + lines[0] + terminal.Plain
	}
	pixels := r.pixels(run, sample.Busy, sample.Elements, over, wide, high)
	for y := 0; y < high; y += 2 {
		var below []cell
		if y+1 < high {
			below = pixels[y+1]
		}
		lines = append(lines, line(r.paint, pixels[y], below))
	}
	n := run.Network.Procs()
	state := fmt.Sprintf("no work %.1f %%", 100*float64(sample.Idle)/float64(n))
	if sample.Time > 0 {
		state += fmt.Sprintf(", eff %.1f %%", 100*float64(sample.Done)/(float64(n)*float64(sample.Time)))
	}
	if over {
		state = fmt.Sprintf("ended after %.2f s", run.End.Seconds())
	}
	moved := fmt.Sprintf("sent %s, messages %s", short(sample.Sent), short(sample.Messages))
	return append(lines, terminal.Cut(state, room), terminal.Cut(moved, room))
}

// pixels are the cells of a grid, each of which may stand for several processors, or be one of several of the same one.
func (r *Race) pixels(run *SampleSeries, busy, elements []int32, over bool, wide, high int) [][]cell {
	width, height := r.grid()
	n := run.Network.Procs()
	rows := make([][]cell, high)
	for y := range rows {
		rows[y] = make([]cell, wide)
		for x := range rows[y] {
			c := cell{over: over}
			procs, waiting := 0.0, 0.0
			for py := y * height / high; py < max(y*height/high+1, (y+1)*height/high); py++ {
				for px := x * width / wide; px < max(x*width/wide+1, (x+1)*width/wide); px++ {
					rank := py*width + px
					if rank >= n {
						continue
					}
					entry := rank / run.Group
					members := float64(run.Members(entry))
					procs++
					c.busy += float64(busy[entry]) / members
					waiting += float64(elements[entry]) / members
				}
			}
			if procs > 0 {
				c.there = true
				c.busy /= procs
				c.much = r.shade(waiting / procs)
			}
			rows[y][x] = c
		}
	}
	return rows
}

// short is a number in few letters.
func short(n int64) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%.3gM", float64(n)/1e6)
	case n >= 10_000:
		return fmt.Sprintf("%.0fk", float64(n)/1e3)
	}
	return fmt.Sprint(n)
}
