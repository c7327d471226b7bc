package timeline

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"transat/cmd/transat/internal/terminal"
)

// The colours of processors are those of the pictures that --picture draws: vermilion has no work, and the more waits
// the darker is the blue. One whose run is over is grey.

// cell shows one processor, or a block of them where there is no room for each.
type cell struct {
	there bool    // a part of the grid
	over  bool    // the run has ended
	busy  float64 // share of the processors that have work
	much  float64 // 0 to 1: how much waits on those
}

// noWork is the colour of nothing to do; ended that of a run that is over.
func noWork() color.RGBA { return color.RGBA{0xD5, 0x5E, 0x00, 0xFF} }
func ended() color.RGBA  { return color.RGBA{0x80, 0x80, 0x80, 0xFF} }

// blue is the colour of a processor with work.
func blue(much float64) color.RGBA {
	pale, mean, dark := color.RGBA{0xE3, 0xEE, 0xF6, 0xFF}, color.RGBA{0x00, 0x72, 0xB2, 0xFF}, color.RGBA{0x00, 0x2F, 0x52, 0xFF}
	if much < 0.5 {
		return between(pale, mean, 2*much)
	}
	return between(mean, dark, 2*much-1)
}

func between(a, b color.RGBA, share float64) color.RGBA {
	share = min(max(share, 0), 1)
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xFF}
}

func (c cell) colour() color.RGBA {
	if c.over {
		return ended()
	}
	return between(noWork(), blue(c.much), c.busy)
}

// Letters of terminals without colours: no work, and four amounts of waiting elements.
const (
	nothingLetter = '·'
	endedLetter   = '-'
	amounts       = "░▒▓█"
)

// letter stands for a cell where there are no colours.
func (c cell) letter() rune {
	switch {
	case !c.there:
		return ' '
	case c.over:
		return endedLetter
	case c.busy < 0.5:
		return nothingLetter
	}
	letters := []rune(amounts)
	return letters[min(int(c.much*float64(len(letters))), len(letters)-1)]
}

// both are two cells in one, of which either may be missing.
func both(a, b cell) cell {
	if !b.there {
		return a
	}
	return cell{there: true, over: a.over, busy: (a.busy + b.busy) / 2, much: (a.much + b.much) / 2}
}

// line draws two rows of cells as one line of the terminal.
func line(paint terminal.Paint, upper, lower []cell) string {
	var b strings.Builder
	last := ""
	for i, above := range upper {
		below := cell{}
		if i < len(lower) {
			below = lower[i]
		}
		text := ""
		switch {
		case paint < terminal.Paints256:
			c := both(above, below)
			text = oneOfFew(paint, c) + string(c.letter())
		case !below.there:
			text = paint.Fore(above.colour()) + "▀"
		default:
			text = paint.Fore(above.colour()) + paint.Back(below.colour()) + "▀"
		}
		style := strings.TrimRight(text, "▀"+amounts+string(nothingLetter)+string(endedLetter)+" ")
		if style == last {
			text = text[len(style):]
		}
		last = style
		b.WriteString(text)
	}
	if last != "" {
		b.WriteString(terminal.Plain)
	}
	return b.String()
}

// oneOfFew is the colour of a letter on a terminal with eight colours: only processors without work stand out.
func oneOfFew(paint terminal.Paint, c cell) string {
	switch {
	case paint == terminal.NoPaint:
		return ""
	case !c.over && c.busy < 0.5:
		return terminal.Plain + terminal.Yellow
	}
	return terminal.Plain
}

// legend explains the colours or letters, as far as there is room.
func (r *Race) legend(columns int) string {
	sign := func(c cell) string {
		c.there = true
		return line(r.paint, []cell{c, c}, []cell{c, c})
	}
	marks := []string{sign(cell{}) + " no work"}
	last := "" // letters tell fewer amounts apart than colours do
	for _, n := range []float64{0, 1, 10, 100, 1000, 1e4, 1e5, 1e6} {
		if mark := sign(cell{busy: 1, much: r.shade(n)}); n <= r.most && mark != last {
			marks = append(marks, fmt.Sprintf("%s %.0f", mark, n))
			last = mark
		}
	}
	text := ""
	for _, mark := range append(marks, "elements wait") {
		if longer := strings.TrimSpace(text + "   " + mark); terminal.Width(longer) <= columns {
			text = longer
		}
	}
	return text
}

// shade is how dark that many elements are, from 0 to 1.
func (r *Race) shade(elements float64) float64 { return math.Log1p(elements) / math.Log1p(r.most) }
