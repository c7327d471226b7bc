package command

import (
	"os"
	"slices"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

// One kind of mistake has one exit code, whatever the command: the table of transat help exit.
func TestExitCodesOfMistakes(t *testing.T) {
	formulas := []string{"solve", "estimate", "simulate", "compare", "sweep"}
	policies := []string{"solve php-5-4", "compare php-5-4", "simulate php-5-4", "sweep php-5-4", "rounds"}
	pictures := []string{"sweep php-5-4 --grids=2x2,2x4 --plot=", "rounds --grid=2x2 --plot=", "simulate php-5-4 --grid=2x2 --timeline="}
	files := append(pictures, "solve php-5-4 --proof=", "generate php-5-4 -o ", "partition grid:4x4 --parts=2 --out=", "docs ")
	commands := commandNames(rootCommand((&cli.App{})))
	few := slices.DeleteFunc(slices.Clone(commands), func(name string) bool { return name == "sweep" }) // it takes any number
	for _, mistake := range []struct {
		name     string
		commands []string
		rest     string // of the command line
		want     cli.Code
	}{
		{"a flag that does not exist", commands, " --no-such-flag", cli.Usage},
		{"too many arguments", few, strings.Repeat(" x", 50), cli.Usage},
		{"a file that does not exist", formulas, " missing.cnf", cli.Failure},
		{"a file that is not well formed", formulas, " bad.cnf", cli.Failure},
		{"a formula that cannot be", append(formulas[:len(formulas):len(formulas)], "generate"), " 7-7-9/1", cli.Usage},
		{"an unknown policy", policies, " --policy=nothing", cli.Usage},
		{"an unknown parameter", policies, " --policy=liquid-c5:nothing=1", cli.Usage},
		{"a script that does not exist", policies, " --policy=./missing.star", cli.Failure},
		{"an unknown format", []string{"compare", "estimate php-5-4", "list", "rounds", "check a b", "solve a"}, " --format=nothing", cli.Usage},
		{"a picture of an unknown kind", pictures[:2], "x.gif", cli.Usage},
		{"a file that cannot be written", files, "bad.cnf/x.svg", cli.Failure},
	} {
		t.Run(mistake.name, func(t *testing.T) {
			for _, command := range mistake.commands {
				t.Chdir(t.TempDir())
				if err := os.WriteFile("bad.cnf", []byte("p cnf 1 1\nx 0\n"), 0o600); err != nil {
					t.Fatal(err)
				}
				code, _, stderr := transatHere(t, t.Context(), command+mistake.rest)
				if code != mistake.want || !strings.HasPrefix(stderr, "transat: ") || strings.Count(stderr, "\n") != 1 {
					t.Errorf("%s: exit code %d, want %d, and one line on stderr: %q", command+mistake.rest, code, mistake.want, stderr)
				}
			}
		})
	}
}
