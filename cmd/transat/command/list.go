package command

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance"
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
		Use:   "list [REGISTRY [NAME]] [flags]",
		Short: "List policies, topologies, machines, samples and so on",
		Long: `List what the other commands know by name. With a REGISTRY, list only what is in it,
with sources and parameters; with a NAME, only that: of a policy, its rule in words. There are:
  ` + strings.Join(all, ", "),
		Example: `  transat list
  transat list policies lade`,
		Args: between(0, 2, "at most one of "+strings.Join(all, ", ")+", and a NAME in it"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			switch len(args) {
			case 0:
				return all, cobra.ShellCompDirectiveNoFileComp
			case 1:
				if i := slices.Index(all, args[0]); i >= 0 {
					return names(sections()[i].entries(a.policies)), cobra.ShellCompDirectiveNoFileComp
				}
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			wanted := sections()
			if len(args) > 0 {
				i := slices.Index(all, args[0])
				if i < 0 {
					return exit.Misuse(suggest.Unknown("list", args[0], all, "one of "+strings.Join(all, ", ")))
				}
				wanted = wanted[i : i+1]
			}
			var one *entry
			if len(args) == 2 {
				var err error
				if one, err = a.entryNamed(wanted[0], args[1]); err != nil {
					return err
				}
			}
			if style.Format == report.Text && one != nil {
				return a.printEntry(*one)
			}
			if style.Format == report.Text {
				return a.printSections(wanted, len(args) == 1)
			}
			var entries []entry
			for _, s := range wanted {
				entries = append(entries, s.entries(a.policies)...)
			}
			if one != nil {
				entries = []entry{*one}
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
			printTitle(out, e, width, a.screen)
			if details {
				printDetails(out, e, strings.Repeat(" ", width+4), helpColumns(a.screen))
			}
		}
	}
	return out.Flush()
}

// printTitle prints the name of an entry and its title. It takes one line, which programs can look for, but on a screen
// that is too narrow.
func printTitle(out io.Writer, e entry, width int, screen terminal.Screen) {
	lines := []string{e.title}
	if screen.Columns > 0 {
		lines = terminal.Wrap(e.title, helpColumns(screen)-width-4)
	}
	fmt.Fprintf(out, "  %-*s  %s\n", width, e.name, lines[0])
	for _, line := range lines[1:] {
		fmt.Fprintf(out, "%*s%s\n", width+4, "", line)
	}
}

// entryNamed finds an entry of a registry. A policy may also be one that is read from a file.
func (a *app) entryNamed(s section, name string) (*entry, error) {
	entries := s.entries(a.policies)
	if s.kind == policyKind {
		chosen, err := a.policies.Choose(name)
		if err != nil {
			return nil, unknownName(err)
		}
		entries = policyEntries(balance.Registry{}.With(chosen.Spec))
		name = chosen.Spec.Name
	}
	i := slices.IndexFunc(entries, func(e entry) bool { return e.name == name })
	if i < 0 {
		return nil, exit.Misuse(suggest.Unknown(s.kind, name, names(entries), listHint(s.kind)))
	}
	return &entries[i], nil
}

// printEntry prints all that is known of an entry.
func (a *app) printEntry(e entry) error {
	out := bufio.NewWriter(a.out)
	a.writeEntry(out, e)
	return out.Flush()
}

func (a *app) writeEntry(out *bufio.Writer, e entry) {
	columns := helpColumns(a.screen)
	fmt.Fprintf(out, "%s  %s\n\n", e.name, e.title)
	if e.essay != nil {
		printEssay(out, e.essay(), columns)
		fmt.Fprintln(out)
	}
	printDetails(out, e, "  ", columns)
}

// printEssay prints a text whose paragraphs are wrapped anew; what is indented, such as pictures and formulas, stays
// as it is.
func printEssay(out *bufio.Writer, text string, columns int) {
	var paragraph []string
	end := func() {
		if len(paragraph) > 0 {
			for _, line := range terminal.Wrap(strings.Join(paragraph, " "), columns-2) {
				fmt.Fprintf(out, "  %s\n", line)
			}
		}
		paragraph = nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		drawn, isDrawn := strings.CutPrefix(line, "\t")
		switch {
		case isDrawn:
			end()
			fmt.Fprintf(out, "      %s\n", drawn)
		case line == "":
			end()
			fmt.Fprintln(out)
		default:
			paragraph = append(paragraph, line)
		}
	}
	end()
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
