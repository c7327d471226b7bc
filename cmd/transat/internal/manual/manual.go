// Package manual reads Markdown (parse.go) and prints it at a terminal (markdown.go), as HTML (html.go) and as man pages (man.go), which
// there are of commands and of help topics. The same program makes the same pages on every machine, and at any time.
package manual

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The sections of the manual.
const (
	Commands = 1
	Topics   = 7
)

// ManualPage is a man page.
type ManualPage struct {
	Name    string // "transat-solve"
	Section int
	Text    []byte // for troff
}

// File is the name of a page's file.
func (p ManualPage) File() string { return fmt.Sprintf("%s.%d", p.Name, p.Section) }

// Command returns the page of a command. See also are the names of others, such as transat-check(1).
func Command(cmd *cobra.Command, seeAlso []string) ManualPage {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	r := begin(name, Commands, cmd.Short, false)
	r.section(1, "SYNOPSIS\n\\fB"+escapeRoff(cmd.UseLine())+"\\fP\n")
	r.section(1, "DESCRIPTION")
	about := cmd.Long
	if about == "" {
		about = cmd.Short + "."
	}
	r.prose(about)
	if cmd.HasAvailableSubCommands() {
		r.section(1, "COMMANDS")
		for _, c := range cmd.Commands() {
			r.term(`\fB`+c.Name()+`\fP`, c.Short)
		}
	}
	if cmd.HasAvailableFlags() {
		r.section(1, "OPTIONS")
		cmd.Flags().VisitAll(r.option)
	}
	r.section(1, "EXAMPLES")
	r.code(unindented(cmd.Example) + "\n")
	return r.end(name, Commands, seeAlso)
}

// Topic returns the page of a text in Markdown that begins with a title, and says in one line what
// it is about.
func Topic(name, about, markdown string, seeAlso []string) ManualPage {
	_, text, _ := strings.Cut(markdown, "\n\n")
	blocks, _ := parse(strings.Split(text, "\n"))
	r := begin(name, Topics, about, slices.ContainsFunc(blocks, func(b block) bool { return b.kind == table }))
	r.section(1, "DESCRIPTION")
	r.blocks(blocks, heading)
	return r.end(name, Topics, seeAlso)
}

// begin begins a page, without hyphenation. One with tables says so in its first line.
func begin(name string, section int, about string, tables bool) *roff {
	r := new(roff)
	if tables {
		r.WriteString("'\\\" t\n")
	}
	fmt.Fprintf(r, ".nh\n.TH \"%s\" \"%d\" \"\" \"\" \"Transat\"", strings.ToUpper(name), section)
	r.section(1, "NAME\n"+name+" - "+escapeRoff(about)+"\n")
	return r
}

func (r *roff) end(name string, section int, seeAlso []string) ManualPage {
	var others []string
	for _, other := range seeAlso {
		if other != fmt.Sprintf("%s(%d)", name, section) {
			others = append(others, `\fB`+other+`\fP`)
		}
	}
	r.section(1, "SEE ALSO\n"+strings.Join(others, ", ")+"\n")
	return ManualPage{name, section, withMinuses(r.String())}
}

// withMinuses keeps troff from making typographic hyphens of what people copy: flags and names.
func withMinuses(page string) []byte {
	var b bytes.Buffer
	for line := range strings.Lines(page) {
		if line[0] != '.' && line[0] != '\'' {
			line = strings.ReplaceAll(line, "-", `\-`)
		}
		b.WriteString(line)
	}
	return b.Bytes()
}

// term writes a flag or a command, and what it is for.
func (r *roff) term(term, about string) {
	r.WriteString("\n.TP\n" + term + "\n" + escapeRoff(about) + "\n")
}

// option writes one flag. How many threads there are by default depends on the machine, and is said
// in words.
func (r *roff) option(f *pflag.Flag) {
	if f.Hidden {
		return
	}
	kind, usage := pflag.UnquoteUsage(f)
	term := `\fB--` + f.Name + `\fP`
	if f.Shorthand != "" {
		term = `\fB-` + f.Shorthand + `\fP, ` + term
	}
	if kind != "" {
		term += ` \fI` + escapeRoff(kind) + `\fP`
	}
	switch {
	case f.Name == "threads":
		usage += " (default: all cores)"
	case f.DefValue != "" && f.DefValue != "0" && f.DefValue != "0s" && f.DefValue != "false" && f.DefValue != "[]":
		usage += " (default " + f.DefValue + ")"
	}
	r.term(term, usage)
}

// prose writes a help text: its paragraphs, and its indented lines as they are.
func (r *roff) prose(text string) {
	before := "\n"
	for part := range strings.SplitSeq(text, "\n\n") {
		lines := strings.SplitAfter(strings.TrimRight(part, "\n")+"\n", "\n")
		for lines = lines[:len(lines)-1]; len(lines) > 0; before = "\n.PP\n" {
			indented := strings.HasPrefix(lines[0], " ")
			n := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, " ") != indented })
			if n < 0 {
				n = len(lines)
			}
			if text := strings.Join(lines[:n], ""); indented {
				r.code(text)
			} else {
				r.WriteString(before + escapeRoff(text))
			}
			lines = lines[n:]
		}
	}
}

func unindented(example string) string {
	lines := strings.Split(example, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.Join(lines, "\n")
}
