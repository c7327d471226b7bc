package command

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/doc"
	"transat/cmd/transat/internal/manual"
	"transat/cmd/transat/internal/suggest"
	"transat/cmd/transat/internal/terminal"
)

// Lines of help and lists are as long as the terminal is wide, within limits.
const (
	helpWidth   = 90 // where there is no terminal
	helpWidest  = 100
	helpNarrows = 40
)

// helpColumns is how wide help is on a screen.
func helpColumns(s terminal.Screen) int {
	return min(max(cmp.Or(s.Columns, helpWidth), helpNarrows), helpWidest)
}

func helpCommand(a *cli.App, root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Print the help of a command, or a text about a topic",
		Long: `Print the help of a command, or a text about a topic:

` + topicLines(),
		Example: `  transat help compare
  transat help exit`,
		Args:              cli.Between(0, 1, "at most one COMMAND or TOPIC"),
		ValidArgsFunction: completeHelp(root),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				printHelp(cmd.OutOrStdout(), root, a.Screen)
				return nil
			}
			if topic, err := doc.Find(args[0]); err == nil {
				text := manual.Text(topic.Text, helpColumns(a.Screen), a.Screen.Colour)
				_, err := io.WriteString(cmd.OutOrStdout(), text)
				return err
			}
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				known := append(commandNames(root), topicNames()...)
				return cli.Misuse(suggest.Unknown("command or topic", args[0], known, "transat help shows all"))
			}
			printHelp(cmd.OutOrStdout(), about, a.Screen)
			return nil
		},
	}
}

// topicLines lists the topics of help, a line for each.
func topicLines() string {
	var b strings.Builder
	for _, t := range doc.Topics() {
		fmt.Fprintf(&b, "  %-12s %s\n", t.Name, t.About)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func topicNames() []string {
	var names []string
	for _, t := range doc.Topics() {
		names = append(names, t.Name)
	}
	return names
}

// completeHelp lets shells complete commands and topics.
func completeHelp(root *cobra.Command) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var all []string
		for _, c := range root.Commands() {
			all = append(all, cobra.CompletionWithDesc(c.Name(), c.Short))
		}
		for _, t := range doc.Topics() {
			all = append(all, cobra.CompletionWithDesc(t.Name, t.About))
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
}

// printHelp prints what a command does, how to call it, its commands and flags, and examples last,
// where they are on the screen when the text has scrolled by.
func printHelp(w io.Writer, cmd *cobra.Command, screen terminal.Screen) {
	columns := helpColumns(screen)
	about := cmd.Long
	if about == "" {
		about = cmd.Short + "."
	}
	title := func(text string) string {
		if screen.Colour {
			return terminal.Bold + text + terminal.Plain
		}
		return text
	}
	fmt.Fprintf(w, "%s\n\n%s\n  %s\n", reflow(about, columns), title("Usage:"), cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n%s\n", title("Commands:"))
		for _, c := range cmd.Commands() {
			fmt.Fprintln(w, reflow(fmt.Sprintf("  %-12s %s", c.Name(), c.Short), columns))
		}
	}
	if !cmd.HasParent() {
		fmt.Fprintf(w, "\n%s\n%s\n", title("Topics, for transat help:"), reflow(topicLines(), columns))
	}
	if cmd.HasAvailableFlags() {
		fmt.Fprintf(w, "\n%s\n%s\n", title("Flags:"), strings.TrimRight(cmd.Flags().FlagUsagesWrapped(columns), "\n"))
	}
	fmt.Fprintf(w, "\n%s\n%s\n", title("Examples:"), cmd.Example)
}

// reflow breaks the lines of a help text anew: a paragraph as a whole, an indented line by itself. If an indented line has columns
// with two or more spaces between them, its continuation is indented to the last column.
func reflow(text string, columns int) string {
	var lines, paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			lines = append(lines, terminal.Wrap(strings.Join(paragraph, " "), columns)...)
			paragraph = nil
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if line != "" && line[0] != ' ' {
			paragraph = append(paragraph, line)
			continue
		}
		flush()
		lines = append(lines, terminal.Hang(line, columns)...)
	}
	flush()
	return strings.Join(lines, "\n")
}
