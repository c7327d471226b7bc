// Package manual prints help topics at a terminal (markdown.go) and makes man pages, of commands and of help topics. The
// same program makes the same pages on every machine, and at any time.
package manual

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
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
	b := begin(name, Commands, cmd.Short)
	fmt.Fprintf(b, "# SYNOPSIS\n\n**%s**\n\n# DESCRIPTION\n\n", escape(cmd.UseLine()))
	about := cmd.Long
	if about == "" {
		about = cmd.Short + "."
	}
	prose(b, about)
	if cmd.HasAvailableSubCommands() {
		b.WriteString("# COMMANDS\n\n")
		for _, c := range cmd.Commands() {
			fmt.Fprintf(b, "**%s**\n:   %s\n\n", c.Name(), escape(c.Short))
		}
	}
	if cmd.HasAvailableFlags() {
		b.WriteString("# OPTIONS\n\n")
		cmd.Flags().VisitAll(func(f *pflag.Flag) { option(b, f) })
	}
	fmt.Fprintf(b, "# EXAMPLES\n\n```\n%s\n```\n\n", unindented(cmd.Example))
	return end(b, name, Commands, seeAlso)
}

// Topic returns the page of a text in Markdown that begins with a title, and says in one line what
// it is about.
func Topic(name, about, markdown string, seeAlso []string) ManualPage {
	b := begin(name, Topics, about)
	_, text, _ := strings.Cut(markdown, "\n\n")
	b.WriteString("# DESCRIPTION\n\n" + withoutComments(text) + "\n")
	return end(b, name, Topics, seeAlso)
}

func begin(name string, section int, about string) *strings.Builder {
	b := new(strings.Builder)
	fmt.Fprintf(b, "%% \"%s\" \"%d\" \"\" \"\" \"Transat\"\n\n# NAME\n\n%s \\- %s\n\n", strings.ToUpper(name), section, name, escape(about))
	return b
}

func end(b *strings.Builder, name string, section int, seeAlso []string) ManualPage {
	var others []string
	for _, other := range seeAlso {
		if other != fmt.Sprintf("%s(%d)", name, section) {
			others = append(others, "**"+other+"**")
		}
	}
	fmt.Fprintf(b, "# SEE ALSO\n\n%s\n", strings.Join(others, ", "))
	return ManualPage{name, section, withMinuses(md2man.Render([]byte(b.String())))}
}

// withMinuses keeps troff from making typographic hyphens of what people copy: flags and names.
func withMinuses(page []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(page) {
		if line[0] != '.' && line[0] != '\'' {
			line = bytes.ReplaceAll(line, []byte("-"), []byte(`\-`))
		}
		b.Write(line)
	}
	return b.Bytes()
}

// option writes one flag. How many threads there are by default depends on the machine, and is said
// in words.
func option(b *strings.Builder, f *pflag.Flag) {
	if f.Hidden {
		return
	}
	kind, usage := pflag.UnquoteUsage(f)
	if f.Shorthand != "" {
		fmt.Fprintf(b, "**-%s**, ", f.Shorthand)
	}
	fmt.Fprintf(b, "**--%s**", f.Name)
	if kind != "" {
		fmt.Fprintf(b, " *%s*", escape(kind))
	}
	fmt.Fprintf(b, "\n:   %s", escape(usage))
	switch {
	case f.Name == "threads":
		b.WriteString(" (default: all cores)")
	case f.DefValue != "" && f.DefValue != "0" && f.DefValue != "0s" && f.DefValue != "false" && f.DefValue != "[]":
		fmt.Fprintf(b, " (default %s)", escape(f.DefValue))
	}
	b.WriteString("\n\n")
}

// prose writes a help text: its paragraphs, and its indented lines as they are.
func prose(b *strings.Builder, text string) {
	for part := range strings.SplitSeq(text, "\n\n") {
		code := false
		for line := range strings.Lines(part) {
			line = strings.TrimRight(line, "\n")
			if indented := strings.HasPrefix(line, " "); indented != code {
				b.WriteString(map[bool]string{true: "\n```\n", false: "```\n\n"}[indented])
				code = indented
			}
			if !code {
				line = escape(line)
			}
			b.WriteString(line + "\n")
		}
		if code {
			b.WriteString("```\n")
		}
		b.WriteString("\n")
	}
}

// escape takes the meaning of all characters that have one in Markdown.
func escape(text string) string {
	var b strings.Builder
	for i, r := range text {
		if strings.ContainsRune("\\`*_[]<>|&~", r) || i == 0 && strings.ContainsRune("-+#:", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func unindented(example string) string {
	lines := strings.Split(example, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.Join(lines, "\n")
}

// withoutComments leaves out the lines of a Markdown text that are HTML comments.
func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "<!--") {
			b.WriteString(line)
		}
	}
	return b.String()
}
