package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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
  transat help exit
  transat help words`,
		Args:              cli.Between(0, 1, "at most one COMMAND or TOPIC"),
		ValidArgsFunction: completeHelp(root),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				printHelp(cmd.OutOrStdout(), root, a.Screen, false)
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
				unknown := suggest.Unknown("command or topic", args[0], known, "transat help shows all")
				unknown.Nearest = cmp.Or(calledHere(args[0]), unknown.Nearest)
				return cli.Misuse(unknown)
			}
			printHelp(cmd.OutOrStdout(), about, a.Screen, false)
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

// helpFlag is the value of --help, which may be all.
type helpFlag string

const (
	helpShort helpFlag = "true"
	helpAll   helpFlag = "all"
)

func (h *helpFlag) Set(text string) error {
	switch text {
	case "true", "all":
		*h = helpFlag(text)
	case "false":
		*h = ""
	default:
		return errors.New("want --help or --help=all")
	}
	return nil
}

// String and Type are those of a flag that is on or off, as cobra has it.
func (h *helpFlag) String() string { return strconv.FormatBool(*h != "") }
func (h *helpFlag) Type() string   { return "bool" }

// mostFlags is how many flags help shows without a choice.
const mostFlags = 12

// shownFirst marks the flags of a command that help shows first.
const shownFirst = "shown first"

func showFirst(cmd *cobra.Command, flag string) {
	if err := cmd.Flags().SetAnnotation(flag, shownFirst, nil); err != nil {
		panic(err) // there is no such flag
	}
}

// helpFlags are the flags of a command that help shows. left reports whether there are more.
func helpFlags(cmd *cobra.Command, all bool) (shown *pflag.FlagSet, left bool) {
	every, first := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	every.SortFlags, first.SortFlags = cmd.Flags().SortFlags, cmd.Flags().SortFlags
	total := 0
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		total++
		every.AddFlag(f)
		if _, found := f.Annotations[shownFirst]; found {
			first.AddFlag(f)
		}
	})
	if all || total <= mostFlags {
		return every, false
	}
	return first, true
}

// longestOpening is how many bytes of what a command does help says at first, roughly.
const longestOpening = 400

// opening is the first paragraph of a text with the list that it announces, or as many of its sentences as are not too long.
func opening(text string) string {
	text, rest, _ := strings.Cut(text, "\n\n")
	if list, _, _ := strings.Cut(rest, "\n\n"); strings.HasSuffix(text, ":") && strings.HasPrefix(list, " ") {
		return text + "\n\n" + list
	}
	for len(text) > longestOpening {
		text = strings.TrimSuffix(text, ".")
		end := max(strings.LastIndex(text, ". "), strings.LastIndex(text, ".\n"))
		if end < 0 {
			break
		}
		text = text[:end+1]
	}
	return text
}

// helpPage is help that is being printed.
type helpPage struct {
	w       io.Writer
	screen  terminal.Screen
	columns int
}

// printHelp prints the help of a command. At first that is what a newcomer needs: what it does, how to call it, examples, and a few flags.
// All there is ends with the examples, where they are on the screen when the text has scrolled by.
func printHelp(w io.Writer, cmd *cobra.Command, screen terminal.Screen, all bool) {
	p := helpPage{w, screen, helpColumns(screen)}
	about := cmp.Or(cmd.Long, cmd.Short+".")
	flags, left := helpFlags(cmd, all)
	if all {
		fmt.Fprintln(w, reflow(about, p.columns))
		p.section("Usage:", "  "+cmd.UseLine())
	} else {
		fmt.Fprintln(w, reflow(opening(about), p.columns))
		p.section("Usage:", p.usage(cmd))
		p.section("Examples:", p.examples(cmd))
	}
	p.commands(cmd)
	if !cmd.HasParent() && all {
		p.section("Topics, for transat help:", reflow(topicLines(), p.columns))
	} else if !cmd.HasParent() {
		p.section("Topics, for transat help:", indentedText(strings.Join(topicNames(), ", "), p.columns))
	}
	if flags.HasAvailableFlags() && (all || cmd.HasParent()) {
		p.section("Flags:", strings.TrimRight(flags.FlagUsagesWrapped(p.columns), "\n"))
	}
	switch {
	case all:
		p.section("Examples:", p.examples(cmd))
	case !cmd.HasParent():
		fmt.Fprintf(w, "\ntransat COMMAND --help: how to call it, and its flags\ntransat COMMAND --help=all: all flags\n")
	case left:
		fmt.Fprintf(w, "\n%s --help=all: all flags\n", cmd.CommandPath())
	case opening(about) != about:
		fmt.Fprintf(w, "\n%s --help=all: all of this text\n", cmd.CommandPath())
	}
}

// section prints a part under its title.
func (p helpPage) section(title, text string) {
	if p.screen.Colour {
		title = terminal.Bold + title + terminal.Plain
	}
	fmt.Fprintf(p.w, "\n%s\n%s\n", title, text)
}

// usage is how to call a command. The names in it are explained at once where most people need it.
func (p helpPage) usage(cmd *cobra.Command) string {
	line := "  " + cmd.UseLine()
	if strings.Contains(line, "FILE|SAMPLE") {
		line += "\n" + indentedText(
			"FILE is a formula (DIMACS CNF), - one on standard input, and SAMPLE a name such as 200-860-3/1 (transat list samples)", p.columns)
	}
	return line
}

// examples are those of a command, each of which can be copied.
func (p helpPage) examples(cmd *cobra.Command) string {
	var lines []string
	for line := range strings.Lines(cmd.Example) {
		line = strings.TrimRight(line, "\n")
		if p.screen.Columns > 0 {
			lines = append(lines, terminal.Shell(line, p.columns)...)
		} else {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// commands prints the commands below another one, by groups if there are any.
func (p helpPage) commands(cmd *cobra.Command) {
	lines := map[string][]string{}
	rank := map[string]int{}
	for i, s := range allSubcommands() {
		rank[s.name] = i + 1
	}
	sorted := slices.Clone(cmd.Commands())
	slices.SortStableFunc(sorted, func(a, b *cobra.Command) int { return rank[a.Name()] - rank[b.Name()] })
	for _, c := range sorted {
		lines[c.GroupID] = append(lines[c.GroupID], reflow(fmt.Sprintf("  %-12s %s", c.Name(), c.Short), p.columns))
	}
	if all := lines[""]; len(all) > 0 {
		p.section("Commands:", strings.Join(all, "\n"))
	}
	for _, group := range groups() {
		if all := lines[group]; len(all) > 0 {
			p.section(group+":", strings.Join(all, "\n"))
		}
	}
}

// indentedText is a paragraph that is indented.
func indentedText(text string, columns int) string {
	return "  " + strings.Join(terminal.Wrap(text, columns-2), "\n  ")
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
