package command

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/network"
	"transat/cmd/transat/internal/course"
	"transat/cmd/transat/internal/terminal"
)

// onScreen makes a command take its output for a terminal that is that many columns wide.
func onScreen(columns int) Option {
	return Option{func(a *cli.App) { a.Screen = terminal.Screen{Columns: columns} }}
}

// usualScreen is the width of a terminal that nobody has made wider.
const usualScreen = 80

// printingLines are command lines that print tables and texts of all kinds.
func printingLines() []string {
	lines := []string{
		"solve php-5-4 --proof=php.drat --stats", "solve queens-6", "check php-5-4 php.drat", "generate 20-91-3/1",
		"estimate php-5-4", "estimate 350-1505-3/03 --max-nodes=1000",
		"compare php-5-4 --grid=4x4", "compare 40-172-3 --grid=2x2 --seeds=2 --policy=steal,plb:gamma=0.8,none,ideal",
		"compare uts-t1/5 --grid=2x2 --as-published --watch", "compare php-5-4 --machine=cores -j 2 --repeat=1 --policy=steal,plb",
		"simulate php-5-4 --grid=4x4", "simulate php-5-4 --machine=maspar-mp1 --grid=4x4",
		"explain php-5-4 --grid=2x2 --policy=steal,lade", "score none --cases=1", "score none lifeline --cases=1",
		"walk php-5-4 --grid=2x2 --policy=steal", "record php-5-4 -o php.tree", "calibrate 250-1075-3/4 --from=example",
		"phases hot-spot", "phases hot-spot --statistics",
		"sweep uts-t1/4 uts-t1/5 --grids=2x2,4x4 --policy=plb,steal --isoefficiency=0.8",
		"reproduce --list", "reproduce --quick liquid/fig5", "atlas --known",
		"advise 250-1075-3/4 --machine=cluster --grid=8x8 --max-nodes=1000", "advise load-100/30 --machine=meiko-cs1 --grid=10x10",
		"rounds --policy=liquid-c5,nna-sync --grid=4x4", "partition tri:8x8 --parts=4 --method=physical,spectral,random",
		"policy new mine", "policy check none ./mine.star ./nothing.star",
		"exercise", "docs docs", "list", "help",
	}
	for _, topic := range topicNames() {
		lines = append(lines, "help "+topic)
	}
	for _, sub := range allSubcommands() {
		lines = append(lines, "help "+sub.name)
	}
	for _, section := range cli.Sections() {
		lines = append(lines, "list "+section.Name)
	}
	for _, policy := range balance.Builtin().Specs() {
		lines = append(lines, "policy show "+policy.Name)
	}
	for i := range course.Exercises() {
		lines = append(lines, fmt.Sprintf("exercise %d --solution", i+1))
	}
	return lines
}

// printedElsewhere are the commands that printingLines leaves out.
func printedElsewhere() map[string]string {
	return map[string]string{
		"worker": "needs a server; prints lines through App.Tell", "cluster": "likewise", "serve": "likewise, and one line",
		"page": "takes 10 s, and prints one line through App.Tell", "completion": "prints a script for a shell",
	}
}

// No line is wider than a usual terminal, which would break it in the middle of a word, and no word is broken or cut. An exception is what
// is not text: code and pictures in Markdown.
func TestOutputFitsTheTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("runs commands of all kinds, twice")
	}
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	t.Chdir(t.TempDir())
	seen := map[string]bool{}
	for _, line := range printingLines() {
		printed := func(options ...Option) string {
			var out, errs bytes.Buffer
			runTold(t.Context(), func() {}, strings.Fields(line), strings.NewReader(""), &out, &errs,
				append(options, WithNetwork(network.New()))...)
			return out.String() + errs.String()
		}
		name, _, _ := strings.Cut(line, " ")
		seen[name] = true
		wide := printed()
		words := map[string]bool{}
		for _, word := range letters.FindAllString(wide+"no room for: (--wide shows all)", -1) {
			words[word] = true
		}
		code := map[string]bool{}
		if name == "help" || name == "exercise" {
			for l := range strings.Lines(wide) {
				if strings.HasPrefix(l, "  ") {
					code[l] = true
				}
			}
		}
		if line == "policy new mine" {
			if err := os.Remove("mine.star"); err != nil {
				t.Fatal(err)
			}
		}
		narrow := printed(onScreen(usualScreen))
		if line == "atlas --known" && strings.Contains(narrow, "All cells") == strings.Contains(wide, "All cells") {
			t.Errorf("transat %s: thousands of cells hide the rest on a screen, or are nowhere", line)
		}
		for l := range strings.Lines(narrow) {
			if n := terminal.Width(strings.TrimRight(l, "\n")); n > usualScreen && !code[l] {
				t.Errorf("transat %s: %d columns: %s", line, n, l)
			}
			for _, word := range letters.FindAllString(l, -1) {
				if !words[word] && !measures(line) {
					t.Errorf("transat %s: %q is a broken word: %s", line, word, l)
				}
			}
		}
	}
	for _, sub := range allSubcommands() {
		if seen[sub.name] == (printedElsewhere()[sub.name] != "") {
			t.Errorf("%s is printed here: %v, elsewhere: %q", sub.name, seen[sub.name], printedElsewhere()[sub.name])
		}
	}
}

// measures reports whether a command line measures real time: what it prints is another thing each time.
func measures(line string) bool {
	name, _, _ := strings.Cut(line, " ")
	return name == "solve" || name == "estimate" || strings.Contains(line, "--machine=cores")
}

// letters are words that no time or rate changes.
var letters = regexp.MustCompile(`[\p{L}]{4,}`)
