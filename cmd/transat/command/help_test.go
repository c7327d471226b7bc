package command

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/manual"
	"transat/cmd/transat/internal/terminal"
)

// Help begins with what a newcomer needs, and its last line says how to have the rest. All of it, and the manual, have every flag.
func TestHelpBeginsWithFewFlags(t *testing.T) {
	all := commands()
	for _, cmd := range all[1:] {
		all = append(all, cmd.Commands()...)
	}
	for _, cmd := range all {
		printed := func(all bool) string {
			var help bytes.Buffer
			printHelp(&help, cmd, terminal.Screen{}, all)
			return help.String()
		}
		short, long := printed(false), printed(true)
		at := func(title string) int { return strings.Index(short, "\n"+title+":\n") }
		usage, examples, flagsAt := at("Usage"), at("Examples"), at("Flags")
		if usage < 0 || examples < usage || flagsAt >= 0 && flagsAt < examples {
			t.Errorf("%s: usage, examples, flags begin at %d, %d and %d", cmd.CommandPath(), usage, examples, flagsAt)
		}
		_, flags, _ := strings.Cut(short, "\nFlags:\n")
		few, total := strings.Count("\n"+flags, "\n      --")+strings.Count("\n"+flags, "\n  -"), 0
		page := string(manual.Command(cmd, nil).Text)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			total++
			if !strings.Contains(long, "--"+f.Name+" ") {
				t.Errorf("%s --help=all has no --%s", cmd.CommandPath(), f.Name)
			}
			if !strings.Contains(page, `\-\-`+strings.ReplaceAll(f.Name, "-", `\-`)) {
				t.Errorf("the manual of %s has no --%s", cmd.CommandPath(), f.Name)
			}
		})
		last := "\n" + cmd.CommandPath() + " --help=all: all flags\n"
		switch {
		case !cmd.HasParent():
			last = "\ntransat COMMAND --help=all: all flags\n"
		case total <= mostFlags && few != total:
			t.Errorf("%s --help shows %d of %d flags", cmd.CommandPath(), few, total)
		case total > mostFlags && (few < 8 || few > mostFlags):
			t.Errorf("%s --help shows %d of %d flags, want about ten", cmd.CommandPath(), few, total)
		case total <= mostFlags && cmd.Long == opening(cmd.Long):
			last = "" // there is no more
		case total <= mostFlags:
			last = "\n" + cmd.CommandPath() + " --help=all: all of this text\n"
		}
		if !strings.HasSuffix(short, last) {
			t.Errorf("%s --help does not end with %q", cmd.CommandPath(), last)
		}
	}
}

// Every command stands in a group, in the order of the table.
func TestHelpGroupsTheCommands(t *testing.T) {
	var names []string
	code, text, _ := transat(t, t.Context(), "--help")
	rest := text
	for _, group := range groups() {
		_, after, found := strings.Cut(rest, "\n"+group+":\n")
		if !found {
			t.Fatalf("%s is no group of\n%s", group, text)
		}
		rest = "\n" + after
		lines, _, _ := strings.Cut(after, "\n\n")
		for line := range strings.Lines(lines) {
			if name, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(line, "  ") && line[2] != ' ' {
				names = append(names, name)
			}
		}
	}
	var want []string
	for _, s := range allSubcommands() {
		if s.group == groupUpkeep && !slices.Contains(want, "help") {
			want = append(want, "help")
		}
		want = append(want, s.name)
	}
	if code != cli.OK || !slices.Equal(names, want) {
		t.Errorf("exit code %d, commands %q, want %q", code, names, want)
	}
}

func TestHelpAll(t *testing.T) {
	for _, tc := range []struct {
		line string
		code cli.Code
		want string // in what it prints
	}{
		{"compare --help=all", cli.OK, "--nats-creds"},
		{"compare -h", cli.OK, "transat compare --help=all: all flags"},
		{"compare --help=false --format=jsn", cli.Usage, "unknown format"},
		{"--help=all", cli.OK, "The rules by which processors share work"},
		{"policy check --help=all", cli.OK, "as a story"},
		{"compare --help=some", cli.Usage, "transat: --help: want --help or --help=all\n"},
	} {
		t.Run(tc.line, func(t *testing.T) {
			code, stdout, stderr := transat(t, t.Context(), tc.line)
			if code != tc.code || !strings.Contains(stdout+stderr, tc.want) {
				t.Errorf("exit code %d, %q; want %d, with %q", code, stdout+stderr, tc.code, tc.want)
			}
		})
	}
}

func TestOpening(t *testing.T) {
	sentence := strings.Repeat("x", longestOpening/2) + "."
	for _, tc := range []struct{ name, text, want string }{
		{"a paragraph", "One. Two.\n\nThree.", "One. Two."},
		{"a long one", sentence + " " + sentence + "\n" + sentence, sentence},
		{"a list", "There are:\n\n  one\n  two\n\nThree.", "There are:\n\n  one\n  two"},
		{"a long sentence", strings.Repeat("x", 2*longestOpening), strings.Repeat("x", 2*longestOpening)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := opening(tc.text); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
