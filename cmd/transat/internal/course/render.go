package course

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"strings"

	"transat/cmd/transat/internal/manual"
)

// HTML is the body of a sheet: plain elements without styles or scripts. A race is a figure with its fields as data, which the
// page's script replaces by a player:
//
//	<figure class="race" data-fields="tree=…&amp;grid=…" data-at="2000000000" data-speed="0.5">
//	<pre><code>transat compare …</code></pre>
//	<figcaption>…</figcaption>
//	</figure>
//
// A knob is data, too: data-question, data-knob (its field) and data-values; the figure then has a command for each value.
//
// Hints and solutions are folded away.
func (l *Sheet) HTML() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<h1>%s</h1>\n", html.EscapeString(l.Title))
	for _, s := range l.Sections {
		folded := s.Heading == Hints || s.Heading == Solution
		switch {
		case folded:
			fmt.Fprintf(&b, "<details><summary>%s</summary>\n", html.EscapeString(s.Heading))
		case s.Heading != "":
			fmt.Fprintf(&b, "<h2>%s</h2>\n", html.EscapeString(s.Heading))
		}
		for _, block := range s.Blocks {
			if block.Race != nil {
				block.Race.figure(&b)
				continue
			}
			b.Write(manual.HTML(Plain(block.Text)))
		}
		if folded {
			b.WriteString("</details>\n")
		}
	}
	return b.Bytes()
}

// figure writes the figure of a race.
func (r *Race) figure(b *bytes.Buffer) {
	var fields []string
	for _, f := range r.Fields {
		fields = append(fields, f.Name+"="+url.QueryEscape(f.Value))
	}
	speed := ""
	if r.Speed > 0 {
		speed = fmt.Sprintf(" data-speed=\"%g\"", r.Speed.Seconds())
	}
	data := func(name, text string) string {
		if text == "" {
			return ""
		}
		return fmt.Sprintf(" data-%s=\"%s\"", name, html.EscapeString(text))
	}
	var commands []string
	for _, v := range r.Variants() {
		commands = append(commands, html.EscapeString(v.Command()))
	}
	fmt.Fprintf(b, "<figure class=\"race\" id=\"race-%s\" data-fields=\"%s\" data-at=\"%d\"%s%s%s%s%s>\n"+
		"<pre><code>%s</code></pre>\n<figcaption>%s</figcaption>\n</figure>\n",
		html.EscapeString(r.ID), html.EscapeString(strings.Join(fields, "&")), r.At.Nanoseconds(), speed,
		data("show", strings.Join(r.Show, " ")), data("question", r.Knob.Question), data("knob", r.Knob.Name),
		data("values", strings.Join(r.Knob.Values, " ")), strings.Join(commands, "\n"), html.EscapeString(r.Caption))
}
