package manual

import (
	"fmt"
	"strings"
)

// This file writes Markdown as HTML.

// HTML is a Markdown text as HTML. Columns of tables are aligned by attributes, not by styles, which the page's security policy forbids.
func HTML(markdown string) []byte {
	var b strings.Builder
	blocks, _ := parse(strings.Split(markdown, "\n"))
	writeHTML(&b, blocks, true)
	return []byte(b.String())
}

// writeHTML writes blocks. Those of a tight list are no paragraphs.
func writeHTML(b *strings.Builder, blocks []block, paragraphs bool) {
	for i, n := range blocks {
		switch n.kind {
		case heading:
			fmt.Fprintf(b, "<h%d>%s</h%[1]d>\n", n.number, inlineHTML(spans(n.text)))
		case paragraph:
			switch text := inlineHTML(spans(n.text)); {
			case paragraphs:
				fmt.Fprintf(b, "<p>%s</p>\n", text)
			case i > 0:
				b.WriteString("\n" + text)
			default:
				b.WriteString(text)
			}
		case code:
			class := ""
			if n.info != "" {
				class = ` class="language-` + n.info + `"`
			}
			fmt.Fprintf(b, "<pre><code%s>%s</code></pre>\n", class, escapeHTML(n.text))
		case comment:
			b.WriteString(n.text)
		case table:
			tableHTML(b, n)
		case list:
			name, start := "ol", ""
			if n.number < 0 {
				name = "ul"
			} else if n.number != 1 {
				start = fmt.Sprintf(` start="%d"`, n.number)
			}
			fmt.Fprintf(b, "<%s%s>\n", name, start)
			for _, item := range n.parts {
				b.WriteString("<li>")
				writeHTML(b, item.parts, n.loose)
				b.WriteString("</li>\n")
			}
			fmt.Fprintf(b, "</%s>\n", name)
		}
	}
}

func tableHTML(b *strings.Builder, t block) {
	b.WriteString("<table>\n<thead>\n")
	for at, cells := range t.cells {
		name := "td"
		if at == 0 {
			name = "th"
		}
		b.WriteString("<tr>")
		for i, cell := range cells {
			align := ""
			if i < len(t.align) && t.align[i] != "" {
				align = ` align="` + t.align[i] + `"`
			}
			fmt.Fprintf(b, "<%s%s>%s</%[1]s>", name, align, inlineHTML(spans(cell)))
		}
		b.WriteString("</tr>\n")
		if at == 0 {
			b.WriteString("</thead>\n<tbody>\n")
		}
	}
	b.WriteString("</tbody>\n</table>\n")
}

func inlineHTML(all []span) string {
	var b strings.Builder
	for _, s := range all {
		switch s.kind {
		case words:
			b.WriteString(escapeHTML(s.text))
		case literal:
			b.WriteString("<code>" + escapeHTML(s.text) + "</code>")
		case emphasis:
			b.WriteString("<em>" + inlineHTML(s.parts) + "</em>")
		case strong:
			b.WriteString("<strong>" + inlineHTML(s.parts) + "</strong>")
		case link:
			fmt.Fprintf(&b, `<a href="%s">%s</a>`, escapeHTML(s.to), inlineHTML(s.parts))
		case picture:
			fmt.Fprintf(&b, `<img src="%s" alt="%s" />`, escapeHTML(s.to), inlineHTML(s.parts))
		}
	}
	return b.String()
}

func escapeHTML(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
