package steps

import (
	"bufio"
	"fmt"
	"html"
	"io"
)

// Measures of the picture, in pixels.
const (
	leafWide  = 30
	levelHigh = 46
	radius    = 11
	margin    = 24
	titleHigh = 64
	fontNames = "system-ui, sans-serif"
)

// SVG draws the tree with its owners and the times, in milliseconds, at which they were done with each node.
func (s *Story) SVG(w io.Writer) error {
	out := bufio.NewWriter(w)
	wide, high := s.pixels()
	_, unit := s.unit()
	legendHigh := 24 * ((s.Run.Procs + s.acrossLegend(wide) - 1) / s.acrossLegend(wide))
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="%s" role="img">`+"\n",
		wide, titleHigh+high+legendHigh+margin, wide, titleHigh+high+legendHigh+margin, fontNames)
	fmt.Fprintf(out, "<title>%s</title>\n", html.EscapeString(s.title()))
	fmt.Fprintf(out, `<rect width="100%%" height="100%%" fill="#fff"/>`+"\n")
	fmt.Fprintf(
		out, `<text x="%d" y="30" font-size="18" font-weight="600" fill="#222">%s</text>`+"\n", margin,
		html.EscapeString(s.Name+" under "+s.Setup.Policy.String()))
	fmt.Fprintf(out, `<text x="%d" y="50" font-size="12" fill="#555">%s</text>`+"\n", margin,
		html.EscapeString(fmt.Sprintf("%v, machine %s, seed %d: %d nodes in %s; below each node its time in %s; dashed: it was sent",
			s.Setup.Topology, s.Setup.Cost.Name, s.Setup.Seed, s.total(), s.clock(s.Result.Time), unit)))
	fmt.Fprintf(out, `<g transform="translate(0 %d)">`+"\n", titleHigh)
	s.nodes(out, true)
	fmt.Fprintln(out, "</g>")
	s.legend(out, wide, titleHigh+high)
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// pixels is the size of the drawing of the tree.
func (s *Story) pixels() (wide, high int) {
	columns, rows := size(s.places)
	return max(columns*leafWide+2*margin, 640), rows*levelHigh + margin
}

// acrossLegend is the number of processors in a line of the legend.
func (s *Story) acrossLegend(wide int) int { return max(1, (wide-2*margin)/legendWide) }

const legendWide = 150

// legend tells the processors' colours.
func (s *Story) legend(w io.Writer, wide, top int) {
	across := s.acrossLegend(wide)
	for rank, p := range s.procs(s.Result.Time) {
		x, y := margin+legendWide*(rank%across), top+24*(rank/across)
		s.badgeSVG(w, rank, x+radius, y)
		fmt.Fprintf(w, `<text x="%d" y="%d" font-size="12" fill="#222">%s, %d received</text>`+"\n",
			x+2*radius+6, y+4, counted(p.expanded, "node"), p.received)
	}
}

func (s *Story) badgeSVG(w io.Writer, rank, x, y int) {
	c := owner(rank)
	fmt.Fprintf(
		w, `<circle cx="%d" cy="%d" r="%d" fill="%s"/><text x="%d" y="%d" font-size="12" text-anchor="middle" fill="%s">%c</text>`+"\n", x, y,
		radius, hex(c.R, c.G, c.B), x, y+4, hex(ink(c).R, ink(c).G, ink(c).B), names[rank])
}

func hex(r, g, b uint8) string { return fmt.Sprintf("#%02x%02x%02x", r, g, b) }

// nodes draws the tree. With times, each node has the time at which it was done below it; without, each is a group with
// the classes and the number that the script of the page looks for.
func (s *Story) nodes(w io.Writer, times bool) {
	for i := range s.places {
		if parent := s.Tree.Nodes[i].Parent; parent >= 0 {
			x1, y1 := s.centre(int(parent))
			x2, y2 := s.centre(i)
			dashed := ""
			if s.Run.Of[i].Received {
				dashed = ` stroke-dasharray="4 3"`
			}
			fmt.Fprintf(
				w, `<line class="edge" data-node="%d" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#888" stroke-width="1.2"%s/>`+"\n", i, x1, y1,
				x2, y2, dashed)
		}
	}
	one, _ := s.unit()
	for i := range s.places {
		x, y := s.centre(i)
		d := &s.Run.Of[i]
		fill, text, label := "#ddd", "#222", ""
		switch {
		case d.Owner >= 0:
			c := owner(int(d.Owner))
			fill, text, label = hex(c.R, c.G, c.B), hex(ink(c).R, ink(c).G, ink(c).B), string(names[d.Owner])
		case d.Owner == Before:
			label = "+"
		}
		fmt.Fprintf(
			w, `<g class="node" data-node="%d"><title>%s</title><circle cx="%.1f" cy="%.1f" r="%d" fill="%s" stroke="#555" stroke-width="%s"/>`, i,
			html.EscapeString(s.about(i)), x, y, radius, fill, s.rim(i))
		fmt.Fprintf(w, `<text x="%.1f" y="%.1f" font-size="12" text-anchor="middle" fill="%s">%s</text>`, x, y+4, text, label)
		if times && d.Owner >= 0 {
			fmt.Fprintf(w, `<text x="%.1f" y="%.1f" font-size="8.5" text-anchor="middle" fill="#555">%s</text>`, x, y+radius+10,
				fmt.Sprintf("%.1f", float64(d.End)/float64(one)))
		}
		fmt.Fprintln(w, "</g>")
	}
}

// rim is how thick the circle of a node is: a leaf with a model stands out.
func (s *Story) rim(node int) string {
	if kind := s.Tree.Nodes[node].Kind; kind == Model || kind == Solution {
		return "3"
	}
	return "0.6"
}

func (s *Story) centre(node int) (x, y float64) {
	p := s.places[node]
	return margin + leafWide*(p.column+0.5), float64(margin/2 + radius + levelHigh*p.depth)
}

// about describes a node in full.
func (s *Story) about(node int) string {
	n, d := &s.Tree.Nodes[node], &s.Run.Of[node]
	text := fmt.Sprintf("node %d, %s", node, n.Kind)
	if name := s.taskName(node); name != "" {
		text += ", " + name
	}
	if !n.Decision.IsNone() {
		text += ", " + assignment(n.Decision)
	}
	switch d.Owner {
	case Unexpanded:
		return text + ": never expanded"
	case Before:
		return text + ": expanded beforehand"
	}
	text += fmt.Sprintf(": processor %d, %s to %s", d.Owner, s.clock(d.Begin), s.clock(d.End))
	if d.Received {
		text += ", after it was sent there"
	}
	return text
}
