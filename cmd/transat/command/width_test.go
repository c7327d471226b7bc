package command

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/network"
	"transat/cmd/transat/internal/terminal"
)

// onScreen makes a command take its output for a terminal that is that many columns wide.
func onScreen(columns int) Option {
	return Option{func(a *cli.App) { a.Screen = terminal.Screen{Columns: columns} }}
}

// usualScreen is the width of a terminal that nobody has made wider.
const usualScreen = 80

// wideLines are command lines that print tables and texts of all kinds.
func wideLines() []string {
	lines := []string{
		"solve php-5-4 --stats", "solve queens-6",
		"estimate php-5-4", "estimate 350-1505-3/03 --max-nodes=1000", "check php-5-4 php.drat", "generate 20-91-3/1",
		"compare php-5-4 --grid=4x4", "compare 200-860-3/1 --grid=4x4 --seeds=2 --policy=steal,plb:gamma=0.8,none,ideal",
		"compare uts-t1/5 --grid=4x4 --as-published", "simulate php-5-4 --grid=4x4", "simulate php-5-4 --machine=maspar-mp1 --grid=4x4",
		"compare php-5-4 --machine=cores -j 2 --repeat=1 --policy=steal,plb",
		"explain php-5-4 --grid=4x4 --policy=steal,lade", "sweep uts-t1/5 uts-t1/6 --grids=2x2,4x4 --policy=plb,steal --isoefficiency=0.8",
		"walk php-5-4 --grid=2x2 --policy=steal", "reproduce --list",
		"atlas --known", "advise 250-1075-3/4 --machine=cluster --grid=8x8", "advise load-100/30 --machine=meiko-cs1 --grid=10x10",
		"rounds --policy=liquid-c5,nna-sync --grid=8x8", "partition tri:8x8 --parts=4 --method=physical,spectral,random",
		"page site", "list", "list policies", "list topologies", "list machines", "list samples", "list rules", "list experiments",
		"policy new mine", "policy check steal", "policy check steal plb ./mine.star ./nothing.star", "policy show steal",
		"exercise", "exercise 1", "exercise 4 --solution", "docs docs", "help",
	}
	return lines
}

func TestOutputFitsTheTerminal(t *testing.T) {
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	t.Chdir(t.TempDir())
	for _, line := range wideLines() {
		printed := func(options ...Option) string {
			var out, errs bytes.Buffer
			runTold(t.Context(), func() {}, strings.Fields(line), strings.NewReader(""), &out, &errs,
				append(options, WithNetwork(network.New()))...)
			return out.String() + errs.String()
		}
		_ = regexp.MustCompile
		_ = slices.Sort[[]int]
		for l := range strings.Lines(printed(onScreen(usualScreen))) {
			if n := terminal.Width(strings.TrimRight(l, "\n")); n > usualScreen {
				t.Errorf("transat %s: %d columns: %s", line, n, l)
			}
		}
	}
}
