package command

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/suggest"
	"transat/cmd/transat/internal/terminal"
)

func (a *app) listCommand() *cobra.Command {
	var style report.Style
	var all []string
	for _, s := range sections() {
		all = append(all, s.name)
	}
	cmd := &cobra.Command{
		Use:   "list [REGISTRY] [flags]",
		Short: "List policies, topologies, machines, samples and so on",
		Long: `List what the other commands know by name. With a REGISTRY, list only what is in it,
with sources and parameters. There are:
  ` + strings.Join(all, ", "),
		Example: `  transat list
  transat list policies --format=json`,
		Args:      between(0, 1, "at most one of "+strings.Join(all, ", ")),
		ValidArgs: all,
		RunE: func(_ *cobra.Command, args []string) error {
			wanted := sections()
			if len(args) == 1 {
				i := slices.Index(all, args[0])
				if i < 0 {
					return exit.Misuse(suggest.Unknown("list", args[0], all, "one of "+strings.Join(all, ", ")))
				}
				wanted = wanted[i : i+1]
			}
			if style.Format == report.Text {
				return a.printSections(wanted, len(args) == 1)
			}
			var entries []entry
			for _, s := range wanted {
				entries = append(entries, s.entries(a.policies)...)
			}
			return report.Table[entry]{Columns: entryColumns(), Rows: entries}.Write(a.out, style)
		},
	}
	a.addStyleFlags(cmd, &style)
	return cmd
}

// printSections prints registries as definition lists, which have room for long texts where a table
// has not.
func (a *app) printSections(sections []section, details bool) error {
	out := bufio.NewWriter(a.out)
	for i, s := range sections {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s (%s)\n", s.name, s.usage)
		entries := s.entries(a.policies)
		width := 0
		for _, name := range names(entries) {
			width = max(width, len(name))
		}
		for _, e := range entries {
			fmt.Fprintf(out, "  %-*s  %s\n", width, e.name, e.title)
			if details {
				printDetails(out, e, strings.Repeat(" ", width+4), helpColumns(a.screen))
			}
		}
	}
	return out.Flush()
}

func printDetails(out *bufio.Writer, e entry, indent string, columns int) {
	lines := e.details
	if e.source != "" {
		lines = append(slices.Clone(lines), "source: "+e.source)
	}
	for _, line := range lines {
		for i, part := range terminal.Wrap(line, columns-len(indent)-2) {
			if i > 0 {
				part = "  " + part
			}
			fmt.Fprintf(out, "%s%s\n", indent, part)
		}
	}
}

func entryColumns() []report.Column[entry] {
	return []report.Column[entry]{
		{Key: "kind", Heading: "kind", Left: true, Value: func(e entry) any { return e.kind }},
		{Key: "name", Heading: "name", Left: true, Value: func(e entry) any { return e.name }},
		{Key: "title", Heading: "title", Left: true, Value: func(e entry) any { return e.title }},
		{Key: "source", Heading: "source", Left: true, Value: func(e entry) any { return e.source }},
		{Key: "details", Heading: "details", Left: true, Value: func(e entry) any { return strings.Join(e.details, "; ") }},
	}
}
