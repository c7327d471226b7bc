package command

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/foreign"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/suggest"
	"transat/cmd/transat/internal/terminal"
)

func listCommand(a *cli.App) *cobra.Command {
	var style report.Style
	var long bool
	var all []string
	for _, s := range cli.Sections() {
		all = append(all, s.Name)
	}
	cmd := &cobra.Command{
		Use:   "list [REGISTRY [NAME]] [flags]",
		Short: "List policies, topologies, machines, samples and so on",
		Long: `List what the other commands know by name. With a REGISTRY, list only what is in it,
with sources and parameters (of the many policies with --long only); with a NAME, only that:
of a policy, its rule in words. There are:
  ` + strings.Join(all, ", "),
		Example: `  transat list
  transat list policies lade
  transat list machines`,
		Args: cli.Between(0, 2, "at most one of "+strings.Join(all, ", ")+", and a NAME in it"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			switch len(args) {
			case 0:
				return all, cobra.ShellCompDirectiveNoFileComp
			case 1:
				if i := slices.Index(all, args[0]); i >= 0 {
					return cli.Names(cli.Sections()[i].Of(a)), cobra.ShellCompDirectiveNoFileComp
				}
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			wanted := cli.Sections()
			if len(args) > 0 {
				i := slices.Index(all, args[0])
				if i < 0 {
					return cli.Misuse(suggest.Unknown("list", args[0], all, "one of "+strings.Join(all, ", ")))
				}
				wanted = wanted[i : i+1]
			}
			var one *cli.Entry
			if len(args) == 2 {
				var err error
				if one, err = entryNamed(a, wanted[0], args[1]); err != nil {
					return err
				}
			}
			if style.Format == report.Text && one != nil {
				return printEntry(a, *one)
			}
			if style.Format == report.Text {
				short := !long && len(args) == 1 && wanted[0].Kind == cli.PolicyKind
				if err := printSections(a, wanted, long || len(args) == 1 && !short); err != nil || !short {
					return err
				}
				return a.TellAll("\nOf one: transat list policies NAME; with sources and parameters: transat list policies --long")
			}
			var entries []cli.Entry
			for _, s := range wanted {
				entries = append(entries, s.Of(a)...)
			}
			if one != nil {
				entries = []cli.Entry{*one}
			}
			return report.Table[cli.Entry]{Columns: entryColumns(entries), Rows: entries}.Write(a.Out, style)
		},
	}
	cmd.Flags().BoolVarP(&long, "long", "l", false, "with sources and parameters")
	a.AddStyleFlags(cmd, &style)
	return cmd
}

// printSections prints registries as definition lists, which have room for long texts where a table
// has not.
func printSections(a *cli.App, sections []cli.Section, details bool) error {
	out := bufio.NewWriter(a.Out)
	for i, s := range sections {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s (%s)\n", s.Name, s.Usage)
		entries := s.Of(a)
		width := 0
		for _, name := range cli.Names(entries) {
			width = max(width, len(name))
		}
		for i, e := range entries {
			if above := i > 0 && e.Family == entries[i-1].Family || i == 0 && e.Family == ""; !above {
				fmt.Fprintln(out, " — "+cmp.Or(e.Family, "others"))
			}
			printTitle(out, e, width, a.Screen)
			if details {
				printDetails(out, e, strings.Repeat(" ", width+4), helpColumns(a.Screen))
			}
		}
	}
	return out.Flush()
}

// printTitle prints the name of an entry and its title. It takes one line, which programs can look for, but on a screen
// that is too narrow.
func printTitle(out io.Writer, e cli.Entry, width int, screen terminal.Screen) {
	lines := []string{e.Title}
	if screen.Columns > 0 {
		lines = terminal.Wrap(e.Title, helpColumns(screen)-width-4)
	}
	fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("  %-*s  %s", width, e.Name, lines[0]), " "))
	for _, line := range lines[1:] {
		fmt.Fprintf(out, "%*s%s\n", width+4, "", line)
	}
}

// entryNamed finds an entry of a registry. A policy may also be one that is read from a file.
func entryNamed(a *cli.App, s cli.Section, name string) (*cli.Entry, error) {
	entries := s.Of(a)
	if s.Kind == cli.PolicyKind {
		chosen, err := a.Policies.Choose(name)
		if err != nil {
			return nil, cli.UnknownName(err)
		}
		entries = cli.PolicyEntries(balance.Registry{}.With(chosen.Spec))
		name = chosen.Spec.Name
	}
	if s.Kind == cli.MachineKind && strings.HasSuffix(name, cli.MachineSuffix) {
		machine, err := cli.ChooseMachine(name)
		if err != nil {
			return nil, err
		}
		c := machine.Cost
		return &cli.Entry{Kind: s.Kind, Name: c.Name, Title: c.Title, Source: c.Source, Details: cli.MachineDetails(machine)}, nil
	}
	i := slices.IndexFunc(entries, func(e cli.Entry) bool { return e.Name == name })
	if i < 0 {
		return nil, cli.Misuse(suggest.Unknown(s.Kind, name, cli.Names(entries), cli.ListHint(s.Kind)))
	}
	return &entries[i], nil
}

// printEntry prints all that is known of an entry. A policy's may come from anyone's script.
func printEntry(a *cli.App, e cli.Entry) error {
	var out strings.Builder
	writeEntry(a, &out, e)
	return a.TellAll(out.String())
}

func writeEntry(a *cli.App, out io.Writer, e cli.Entry) {
	columns := helpColumns(a.Screen)
	fmt.Fprintf(out, "%s\n\n", strings.TrimRight(foreign.Text(e.Name)+"  "+e.Title, " "))
	if e.Essay != "" {
		printEssay(out, e.Essay, columns)
		fmt.Fprintln(out)
	}
	printDetails(out, e, "  ", columns)
}

// printEssay prints a text whose paragraphs are wrapped anew; what is indented, such as pictures and formulas, stays
// as it is.
func printEssay(out io.Writer, text string, columns int) {
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

func printDetails(out io.Writer, e cli.Entry, indent string, columns int) {
	lines := e.Details
	if e.Source != "" {
		lines = append(slices.Clone(lines), "source: "+e.Source)
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

// entryColumns are the columns of a table of entries; the last one is there if any entry has a family.
func entryColumns(entries []cli.Entry) []report.Column[cli.Entry] {
	columns := []report.Column[cli.Entry]{
		{Key: "kind", Heading: "kind", Left: true, Value: func(e cli.Entry) any { return e.Kind }},
		{Key: "name", Heading: "name", Left: true, Value: func(e cli.Entry) any { return e.Name }},
		{Key: "title", Heading: "title", Left: true, Value: func(e cli.Entry) any { return e.Title }},
		{Key: "source", Heading: "source", Left: true, Value: func(e cli.Entry) any { return e.Source }},
		{Key: "details", Heading: "details", Left: true, Value: func(e cli.Entry) any { return strings.Join(e.Details, "; ") }},
	}
	if slices.ContainsFunc(entries, func(e cli.Entry) bool { return e.Family != "" }) {
		columns = append(columns, report.Column[cli.Entry]{
			Key: "family", Heading: "family", Left: true, Value: func(e cli.Entry) any { return e.Family },
		})
	}
	return columns
}
