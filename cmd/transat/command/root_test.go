package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/terminal"
)

// A command line makes the commands that it needs, and each is the one that all of them together would be.
func TestCommandsAreMadeWhenAskedFor(t *testing.T) {
	a := &cli.App{Policies: balance.Builtin()}
	help := func(cmd *cobra.Command) string {
		var b bytes.Buffer
		printHelp(&b, cmd, terminal.Screen{}, true)
		return b.String()
	}
	all := rootCommand(a)
	made := map[string]bool{}
	for _, s := range allSubcommands() {
		made[s.name] = true
		one, _, err := commandFor(a, []string{s.name, "x"}).Find([]string{s.name})
		if err != nil || one.Name() != s.name {
			t.Errorf("%s: found %v, error %v", s.name, one, err)
			continue
		}
		among, _, err := all.Find([]string{s.name})
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(help(among), help(one)); diff != "" {
			t.Errorf("%s: -among all +alone:\n%s", s.name, diff)
		}
	}
	for _, c := range all.Commands() {
		if !made[c.Name()] && c.Name() != "help" {
			t.Errorf("%s is missing among the subcommands", c.Name())
		}
	}
	for line, want := range map[string]int{
		"--version": 0, "solve x": 1, "compare --version": 1, "": len(made), "help": len(made), "solv": len(made), "completion bash": len(made),
		"docs x": len(made), "--version x": len(made), "--help": len(made), "__complete solve": len(made),
	} {
		if got := len(commandFor(a, strings.Fields(line)).Commands()); got != want {
			t.Errorf("%q makes %d commands, want %d", line, got, want)
		}
	}
}

// No table, file or map is read while a command is made: that would take far more pieces of memory.
func TestMakingCommandsReadsNothing(t *testing.T) {
	policies := balance.Builtin()
	for _, s := range allSubcommands() {
		const most = 1500
		got := testing.AllocsPerRun(1, func() { commandFor(&cli.App{Policies: policies}, []string{s.name}) })
		if s.name == "completion" || s.name == "docs" {
			got /= float64(len(allSubcommands())) // which make all
		}
		if got > most {
			t.Errorf("making %s takes %.0f allocations, want at most %d", s.name, got, most)
		}
	}
}
