package replay

import (
	"fmt"
	"html"
	"strings"

	"transat/cmd/transat/internal/report"
)

// verdicts are those that a claim may have, in the order of the overview.
func verdicts() []struct {
	is    report.Rating
	class string // in the style sheet
	words string // after a number
} {
	return []struct {
		is    report.Rating
		class string
		words string
	}{
		{report.Good, "good", "hold"},
		{report.Mixed, "mixed", "hold in a range"},
		{report.Bad, "bad", "do not hold"},
		{report.None, "open", "not judged"},
	}
}

// overview is the table of contents, with what became of the claims: how many in all, and a mark for each. The marks are a picture; the
// words beside them say the same to those who do not see it.
func overview(all report.Sections) string {
	total := map[report.Rating]int{}
	for _, s := range all.All {
		for _, c := range s.Claims {
			total[c.Verdict]++
		}
	}
	var b strings.Builder
	b.WriteString(
		"<nav class=\"panel overview\" aria-label=\"What became of the claims\"><h2>What became of the claims</h2>\n<ul class=\"totals\">")
	for _, v := range verdicts() {
		fmt.Fprintf(
			&b, "<li><b class=\"%s\">%d</b> <i class=\"claim %s\" aria-hidden=\"true\"></i>%s</li>", v.class, total[v.is], v.class, v.words)
	}
	b.WriteString("</ul>\n<ol class=\"experiments\">\n")
	for _, s := range all.All {
		fmt.Fprintf(
			&b, "<li><a href=\"#%s\"><b>%s</b> <span>%s</span></a>%s</li>\n", anchor(s.Name), html.EscapeString(s.Name),
			html.EscapeString(s.Title), marks(s))
	}
	b.WriteString("</ol></nav>\n")
	return b.String()
}

// marks are the verdicts of a section, a square each.
func marks(s report.Section) string {
	if len(s.Claims) == 0 {
		return ""
	}
	var b strings.Builder
	var words []string
	for _, v := range verdicts() {
		n := 0
		for _, c := range s.Claims {
			if c.Verdict == v.is {
				n++
				fmt.Fprintf(&b, "<i class=\"claim %s\" title=\"%s\"></i>", v.class, html.EscapeString(c.Section+": "+c.Text+" ("+c.Said+")"))
			}
		}
		if n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, v.words))
		}
	}
	return fmt.Sprintf("<span class=\"marks\" role=\"img\" aria-label=\"%s\">%s</span>", strings.Join(words, ", "), b.String())
}
