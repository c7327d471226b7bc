package steps

import (
	"image/color"
	"math"
	"strings"

	"transat/balance"
	"transat/cmd/transat/internal/terminal"
)

// The tree in letters: two columns a leaf, two lines a level.

// owner is the colour of a processor: the colours of Okabe and Ito (Color Universal Design, 2008), in turn.
func owner(rank int) color.RGBA {
	all := []color.RGBA{
		{0x00, 0x72, 0xB2, 0xFF},
		{0xE6, 0x9F, 0x00, 0xFF},
		{0x00, 0x9E, 0x73, 0xFF},
		{0xCC, 0x79, 0xA7, 0xFF},
		{0x56, 0xB4, 0xE9, 0xFF},
		{0xD5, 0x5E, 0x00, 0xFF},
		{0xF0, 0xE4, 0x42, 0xFF},
		{0x99, 0x99, 0x99, 0xFF},
	}
	return all[rank%len(all)]
}

// ink is black or white, whichever can be read on a colour.
func ink(c color.RGBA) color.RGBA {
	if 0.299*float64(c.R)+0.587*float64(c.G)+0.114*float64(c.B) > 110 {
		return color.RGBA{0, 0, 0, 0xFF}
	}
	return color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
}

// canvas is a drawing: a letter and a style for each place.
type canvas struct {
	wide, high int
	letters    []rune
	styles     []string
}

func newCanvas(wide, high int) *canvas {
	c := &canvas{wide: wide, high: high, letters: make([]rune, wide*high), styles: make([]string, wide*high)}
	for i := range c.letters {
		c.letters[i] = ' '
	}
	return c
}

func (c *canvas) set(x, y int, letter rune, style string) {
	if x >= 0 && y >= 0 && x < c.wide && y < c.high {
		c.letters[y*c.wide+x], c.styles[y*c.wide+x] = letter, style
	}
}

// lines returns the lines of a part of the canvas.
func (c *canvas) lines(left, top, wide, high int) []string {
	var lines []string
	for y := top; y < min(top+high, c.high); y++ {
		var b strings.Builder
		style := ""
		for x := left; x < min(left+wide, c.wide); x++ {
			if s := c.styles[y*c.wide+x]; s != style {
				b.WriteString(terminal.Plain + s)
				style = s
			}
			b.WriteRune(c.letters[y*c.wide+x])
		}
		if style != "" {
			b.WriteString(terminal.Plain)
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return lines
}

// Letters of nodes that are not expanded.
const (
	waitingLetter = '○'
	unknownLetter = '·'
	workingLetter = '*' // where there are no colours
)

// draw draws the tree as it is at a time.
func (s *Story) draw(now balance.Ticks, paint terminal.Paint) *canvas {
	columns, rows := size(s.places)
	c := newCanvas(2*columns-1, 2*rows-1)
	for i := range s.places {
		x, y := s.spot(i)
		letter, style := s.mark(i, now, paint)
		c.set(x, y, letter, style)
		n := &s.Tree.Nodes[i]
		if n.First == 0 {
			continue
		}
		faint := ""
		if s.at(i, now) != done && paint != terminal.NoPaint {
			faint = terminal.Faint
		}
		from, _ := s.spot(int(n.First))
		to, _ := s.spot(int(n.Last))
		for k := from; k <= to; k++ {
			c.set(k, y+1, '─', faint)
		}
		below := '┴'
		for child := range s.Tree.children(n) {
			at, _ := s.spot(int(child))
			c.set(at, y+1, '┬', faint)
			if at == x {
				below = '┼'
			}
		}
		c.set(from, y+1, '┌', faint)
		c.set(to, y+1, '┐', faint)
		if from == to {
			below = '│'
		}
		c.set(x, y+1, below, faint)
	}
	return c
}

// spot is where a node stands on the canvas.
func (s *Story) spot(node int) (x, y int) {
	return int(math.Round(2 * s.places[node].column)), 2 * s.places[node].depth
}

// mark is the letter of a node, and how it is painted.
func (s *Story) mark(node int, now balance.Ticks, paint terminal.Paint) (letter rune, style string) {
	rank := int(s.Run.Of[node].Owner)
	switch s.at(node, now) {
	case unknown:
		if paint != terminal.NoPaint {
			style = terminal.Faint
		}
		return unknownLetter, style
	case waiting:
		return waitingLetter, ""
	case working:
		if paint == terminal.NoPaint {
			return workingLetter, ""
		}
		return rune(names[rank]), reverse
	}
	if rank < 0 {
		return '+', "" // expanded beforehand
	}
	return rune(names[rank]), s.badge(rank, paint)
}

// reverse has a terminal draw letters in the colour of what is behind them, and the other way round.
const reverse = "\x1b[7m"

// badge is how the name of a processor is painted.
func (s *Story) badge(rank int, paint terminal.Paint) string {
	c := owner(rank)
	if back := paint.Back(c); back != "" {
		return back + paint.Fore(ink(c))
	}
	if paint == terminal.NoPaint {
		return ""
	}
	return terminal.Bold
}
