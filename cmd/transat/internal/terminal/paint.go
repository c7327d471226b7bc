package terminal

import (
	"fmt"
	"image/color"
	"os"
	"strings"
)

// Paint says which colours a terminal has.
type Paint uint8

// The kinds of terminals.
const (
	NoPaint   Paint = iota // no colours
	FewPaints              // the eight that every terminal with colours has
	Paints256              // a palette of 256
	TruePaint              // 24 bits
)

// PaintOf returns the colours that the terminal has, as far as the environment tells. A user who sets NO_COLOR wants none.
func PaintOf(getenv func(string) string) Paint {
	name, colours := getenv("TERM"), getenv("COLORTERM")
	switch {
	case getenv("NO_COLOR") != "" || name == "dumb" || name == "vt100":
		return NoPaint
	case colours == "truecolor" || colours == "24bit" || strings.Contains(name, "direct") || getenv("WT_SESSION") != "":
		return TruePaint
	case strings.Contains(name, "256color"):
		return Paints256
	}
	return FewPaints
}

// PaintHere is PaintOf this process's environment.
func PaintHere() Paint { return PaintOf(os.Getenv) }

// Fore is what makes letters that colour; nothing on a terminal that has not enough of them.
func (p Paint) Fore(c color.RGBA) string { return p.shade(38, c) }

// Back is Fore for what is behind the letters.
func (p Paint) Back(c color.RGBA) string { return p.shade(48, c) }

func (p Paint) shade(where int, c color.RGBA) string {
	switch p {
	case TruePaint:
		return fmt.Sprintf("\x1b[%d;2;%d;%d;%dm", where, c.R, c.G, c.B)
	case Paints256:
		return fmt.Sprintf("\x1b[%d;5;%dm", where, nearest256(c))
	}
	return ""
}

// nearest256 is the entry of the palette that most terminals share that is nearest to a colour: 16 to 231 are a cube with
// six levels of each of red, green and blue, and 232 to 255 are greys.
func nearest256(c color.RGBA) int {
	level := func(i int) int {
		if i == 0 {
			return 0
		}
		return 55 + 40*i
	}
	far := func(r, g, b int) int {
		dr, dg, db := r-int(c.R), g-int(c.G), b-int(c.B)
		return dr*dr + dg*dg + db*db
	}
	best, least := 0, 1<<30
	for i := range 216 {
		if d := far(level(i/36), level(i/6%6), level(i%6)); d < least {
			best, least = 16+i, d
		}
	}
	for i := range 24 {
		if d := far(8+10*i, 8+10*i, 8+10*i); d < least {
			best, least = 232+i, d
		}
	}
	return best
}
