package manual

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/russross/blackfriday/v2"
)

// HTML is a Markdown text as HTML. Columns of tables are aligned by attributes, not by styles, which the page's security policy forbids.
func HTML(markdown string) []byte {
	r := &renderer{blackfriday.NewHTMLRenderer(blackfriday.HTMLRendererParameters{}), firsts(markdown)}
	return blackfriday.Run([]byte(markdown), blackfriday.WithExtensions(extensions), blackfriday.WithRenderer(r))
}

// renderer begins ordered lists with their numbers.
type renderer struct {
	*blackfriday.HTMLRenderer
	starts numbers
}

// RenderNode implements blackfriday.Renderer.
func (r *renderer) RenderNode(w io.Writer, n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
	if n.Type != blackfriday.List || !entering || !ordered(n) {
		return r.HTMLRenderer.RenderNode(w, n, entering)
	}
	var list bytes.Buffer
	status := r.HTMLRenderer.RenderNode(&list, n, entering)
	text := list.Bytes()
	if start := r.starts.of(n); start != 1 {
		text = bytes.Replace(text, []byte("<ol>"), fmt.Appendf(nil, "<ol start=\"%d\">", start), 1)
	}
	_, _ = w.Write(text) // to memory
	return status
}

func ordered(list *blackfriday.Node) bool { return list.ListFlags&blackfriday.ListTypeOrdered != 0 }

// numbers are those with which the ordered lists of a text begin that are still to come. Package blackfriday does not keep them.
type numbers []int

// of takes the number of the next list. Lists within others begin with 1.
func (s *numbers) of(list *blackfriday.Node) int {
	if list.Parent.Type != blackfriday.Document || len(*s) == 0 {
		return 1
	}
	first := (*s)[0]
	*s = (*s)[1:]
	return first
}

// firsts finds the numbers.
func firsts(markdown string) numbers {
	var all numbers
	inside, code, empty := false, false, true
	for line := range strings.Lines(markdown) {
		item := regexp.MustCompile(`^([0-9]+)\. `).FindStringSubmatch(line)
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
			inside = inside && !empty
		case code:
		case item != nil && !inside && empty:
			n, _ := strconv.Atoi(item[1]) // which has digits alone
			all, inside = append(all, n), true
		case item == nil && empty && strings.TrimLeft(line, " \n") == line:
			inside = false
		}
		empty = strings.TrimSpace(line) == ""
	}
	return all
}
