package steps

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"transat/cmd/transat/internal/web/site"
)

//go:embed page.html
var pageText string

// pageData is the data for the script of the page, in JSON, in which Go writes < as \u003c.
type pageData struct {
	Nodes   []pageNode `json:"nodes"`
	Steps   []pageStep `json:"steps"`
	Colours []string   `json:"colours"` // by processor
}

type pageNode struct {
	Parent int32 `json:"parent"`
	Owner  int32 `json:"owner"` // -1 if it was expanded beforehand, -2 if it was not expanded
	Begin  int64 `json:"begin"`
	End    int64 `json:"end"`
	Count  int64 `json:"count"`
}

type pageStep struct {
	Time int64  `json:"t"`
	Node int    `json:"node"`
	Talk bool   `json:"talk"` // nothing but messages
	Text string `json:"text"`
}

// HTML writes a page to step through, which needs no other file. It names the command that has made it.
func (s *Story) HTML(w io.Writer, command string) error {
	style, err := site.FS.ReadFile("style.css")
	if err != nil {
		return err
	}
	wide, high := s.pixels()
	var tree bytes.Buffer
	fmt.Fprintf(
		&tree,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="%s" aria-hidden="true">`+"\n",
		wide, high, wide, high, fontNames)
	s.nodes(&tree, false)
	tree.WriteString("</svg>")
	var steps strings.Builder
	for _, step := range s.Steps {
		fmt.Fprintf(&steps, `<li tabindex="-1">%s</li>`, html.EscapeString(step.Text))
	}
	var data pageData
	for i := range s.Run.Of {
		d := &s.Run.Of[i]
		data.Nodes = append(data.Nodes, pageNode{s.Tree.Nodes[i].Parent, d.Owner, int64(d.Begin), int64(d.End), s.Tree.Nodes[i].Count})
	}
	for _, step := range s.Steps {
		data.Steps = append(data.Steps, pageStep{int64(step.Time), step.Node, step.Kind == Talked, step.Text})
	}
	for rank := range s.Run.Procs {
		c := owner(rank)
		data.Colours = append(data.Colours, hex(c.R, c.G, c.B))
	}
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	page := strings.NewReplacer( // package text/template would keep all methods of all types in the program, a tenth of it
		"{{title}}", html.EscapeString(s.title()), "{{name}}", html.EscapeString(s.Name),
		"{{policy}}", html.EscapeString(s.Setup.Policy.String()), "{{command}}", html.EscapeString(command),
		"{{style}}", string(style), "{{tree}}", tree.String(), "{{last}}", strconv.Itoa(len(s.Steps)-1),
		"{{steps}}", steps.String(), "{{data}}", string(text),
	)
	_, err = page.WriteString(w, pageText)
	return err
}
