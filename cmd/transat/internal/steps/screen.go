package steps

import (
	"context"
	"fmt"
	"strings"

	"transat/balance/foreign"
	"transat/cmd/transat/internal/terminal"
)

// The story in a terminal: the tree on the left, the processors and what has happened on the right; or below each
// other where there is little room.

// Viewer shows a story step by step.
type Viewer struct {
	story *Story
	step  int
	paint terminal.Paint
}

// Look begins at the first step.
func (s *Story) Look(paint terminal.Paint) *Viewer { return &Viewer{story: s, paint: paint} }

// Screen is the terminal that a story is shown on.
type Screen interface {
	Size() (columns, rows int)
	Draw(lines []string) error
	Keys() <-chan terminal.Key
}

// Play lets the user step through the story. It returns when they leave; the error is that of ctx, that of the screen, or
// context.Canceled after Ctrl-C.
func Play(ctx context.Context, screen Screen, v *Viewer) error {
	for {
		if err := screen.Draw(v.Frame(screen.Size())); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case key, ok := <-screen.Keys():
			switch {
			case !ok:
				return nil
			case key == terminal.KeyCtrlC:
				return context.Canceled
			case v.Press(key):
				return nil
			}
		}
	}
}

// Press handles a key. It reports whether the user wants to leave.
func (v *Viewer) Press(key terminal.Key) (leave bool) {
	last := len(v.story.Steps) - 1
	switch key {
	case "q", "Q", terminal.KeyEscape, terminal.KeyCtrlD:
		return true
	case terminal.KeyEnter, terminal.KeyRight, terminal.KeyDown, " ", "n":
		v.step = min(v.step+1, last)
	case terminal.KeyLeft, terminal.KeyUp, terminal.KeyBack, "b", "p":
		v.step = max(v.step-1, 0)
	case terminal.KeyTab, "e":
		v.step = v.next(1)
	case "E":
		v.step = v.next(-1)
	case terminal.KeyHome, "r":
		v.step = 0
	case terminal.KeyEnd:
		v.step = last
	}
	return false
}

// next is the next step that is more than talk, or the one before.
func (v *Viewer) next(by int) int {
	for i := v.step + by; i >= 0 && i < len(v.story.Steps); i += by {
		if v.story.Steps[i].Kind != Talked {
			return i
		}
	}
	return v.step
}

// Measures of a frame.
const (
	leastSide = 34 // columns beside the tree
	gap       = 3
	footLines = 2
	headLines = 3
)

// Frame is the current picture, in that many columns and lines.
func (v *Viewer) Frame(columns, rows int) []string {
	s, step := v.story, v.story.Steps[v.step]
	tree := s.draw(step.Time, v.paint)
	head := []string{
		terminal.Cut(s.title(), columns),
		terminal.Cut(fmt.Sprintf("step %d of %d   %s", v.step+1, len(s.Steps), s.clock(step.Time)), columns),
		"",
	}
	foot := []string{
		"",
		terminal.Cut("enter next · b back · e next node · end · r again · q quit    ○ waits  · not known yet", columns),
	}
	room := rows - headLines - footLines
	if side := columns - min(tree.wide, columns/2) - gap; side >= leastSide {
		return join(head, v.abreast(tree, columns, max(room, 1), side), foot)
	}
	beside := v.side(columns, max(room/3, 4))
	body := v.window(tree, columns, max(room-len(beside)-1, 1))
	return join(head, beside, []string{""}, body, foot)
}

// abreast draws the tree, and the story beside it.
func (v *Viewer) abreast(tree *canvas, columns, rows, side int) []string {
	wide := min(tree.wide, columns-side-gap)
	left := v.window(tree, wide, rows)
	right := v.side(side, rows)
	var lines []string
	for i := range max(len(left), len(right)) {
		line := ""
		if i < len(left) {
			line = left[i]
		}
		if i < len(right) {
			line += strings.Repeat(" ", max(0, wide+gap-terminal.Width(line))) + right[i]
		}
		lines = append(lines, line)
	}
	return lines
}

// window is the part of the tree that there is room for: that round the node of the step.
func (v *Viewer) window(tree *canvas, wide, high int) []string {
	node := 0
	for i := v.step; i >= 0; i-- { // the last one that was touched
		if n := v.story.Steps[i].Node; n >= 0 {
			node = n
			break
		}
	}
	x, y := v.story.spot(node)
	left := min(max(x-wide/2, 0), max(tree.wide-wide, 0))
	top := min(max(y-high/2, 0), max(tree.high-high, 0))
	return tree.lines(left, top, wide, high)
}

// side shows the processors, and the last steps.
func (v *Viewer) side(columns, rows int) []string {
	lines := v.processors(columns, max(rows/2, 1))
	told := v.told(columns, rows-len(lines)-1)
	return join(lines, []string{""}, told)
}

// processors is a line for each processor, or if there are too many one for all.
func (v *Viewer) processors(columns, most int) []string {
	now := v.story.Steps[v.step].Time
	all := v.story.procs(now)
	var lines []string
	busy := 0
	for rank, p := range all {
		does := "has nothing to do"
		if p.working >= 0 {
			does = fmt.Sprintf("works on node %d", p.working)
			busy++
		}
		name := string(names[rank])
		if style := v.story.badge(rank, v.paint); style != "" {
			name = style + name + terminal.Plain
		}
		lines = append(lines, name+" "+terminal.Cut(fmt.Sprintf("%-17s %s", does, shares(p)), columns-2))
	}
	if len(lines) > most {
		return []string{terminal.Cut(fmt.Sprintf("%d of %d processors at work", busy, len(all)), columns)}
	}
	return lines
}

// shares tells the work of a processor so far.
func shares(p procState) string {
	return fmt.Sprintf("%d done, %d got", p.expanded, p.received)
}

// told are the last steps, the present one last and marked.
func (v *Viewer) told(columns, rows int) []string {
	var lines []string
	for i := v.step; i >= 0 && len(lines) < rows; i-- {
		step := v.story.Steps[i]
		part := terminal.Wrap(step.Text, max(columns-2, 8))
		for k := range part {
			switch {
			case i == v.step && k == 0:
				part[k] = "▸ " + part[k]
			default:
				part[k] = "  " + part[k]
			}
			if i == v.step && v.paint != terminal.NoPaint {
				part[k] = terminal.Bold + part[k] + terminal.Plain
			}
		}
		lines = append(part, lines...)
	}
	return lines[max(0, len(lines)-max(rows, 1)):]
}

// title names the tree and the policy.
func (s *Story) title() string {
	return foreign.Text(fmt.Sprintf("%s: %d nodes; %s on %v, machine %s, load %s, seed %d", s.Name, s.total(), s.Setup.Policy,
		s.Setup.Topology, s.Setup.Cost.Name, s.Setup.Estimate, s.Setup.Seed))
}

func join(parts ...[]string) []string {
	var all []string
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}
