package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/doc"
)

// docCommand is a line of a block that the documentation marks as sh.
type docCommand struct {
	text  string
	takes string // the comment that says how long it takes, if it does
}

// docCommands returns the command lines of a Markdown text. Empty lines and comments are left out, and
// a line that ends with a backslash goes on in the next.
func docCommands(markdown string) []docCommand {
	var all []docCommand
	code, begun := false, ""
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			code = line == "```sh"
			continue
		case !code || line == "" || strings.HasPrefix(line, "#"):
			continue
		}
		if part, more := strings.CutSuffix(line, `\`); more {
			begun += part
			continue
		}
		text, comment, _ := strings.Cut(begun+line, " #")
		begun = ""
		takes := regexp.MustCompile(`([0-9]+ s\b|minute|hour).*`).FindString(comment)
		all = append(all, docCommand{strings.TrimSpace(text), takes})
	}
	return all
}

func TestDocCommands(t *testing.T) {
	got := docCommands("```sh\n# a comment\ntransat a b   # 20 s the first time\n\ntransat c \\\n  d | " +
		"transat e - # in a file\n```\n```go\ntransat f\n```\ng\n")
	want := []docCommand{{"transat a b", "20 s the first time"}, {"transat c d | transat e -", ""}}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// smaller returns a command line with the same flags for a small formula, tree, machine or graph.
func smaller(line string) string {
	for _, r := range []struct{ large, small string }{
		{`\b[0-9]+-[0-9]+-[0-9](/[0-9]+)?\b`, "php-5-4"},
		{`\bclique-128(/[0-9]+)?\b`, "clique-90/1"},
		{`--grid=[0-9x]+`, "--grid=4x4"},
		{`--grids=[0-9x,]+`, "--grids=2x2,4x4"},
		{`\bhot-spot:[0-9x]+`, "hot-spot:8x64x10"},
		{`\b(tri|grid):[0-9x]+`, "$1:8x8"},
		{` --tune\b`, ""}, // tries dozens of settings on larger trees; a script has it
	} {
		line = regexp.MustCompile(r.large).ReplaceAllString(line, r.small)
	}
	sized := regexp.MustCompile("--(grid|procs)|--machine=(cores|workers)").MatchString(line)
	if regexp.MustCompile("transat (compare|explain)").MatchString(line) && !sized {
		line += " --grid=4x4" // in place of 1,024 processors
	}
	if strings.Contains(line, "transat reproduce") && !strings.Contains(line, "--quick") {
		line += " --quick"
	}
	if strings.Contains(line, "transat advise") && !strings.Contains(line, "--limit") {
		line += " --limit=300ms"
	}
	if strings.Contains(line, "transat score") {
		line += " --cases=1"
	}
	depth := 2
	line = regexp.MustCompile(`\buts-t1l?(/[0-9]+)?\b`).ReplaceAllStringFunc(line, func(string) string {
		depth++
		return fmt.Sprintf("uts-t1/%d", depth)
	})
	small := regexp.MustCompile(`php-5-4|gecode-|scip-|symphony|cadical-|go-tests|clique-|knapsack-|\.tree\b`) // formulas and trees that are
	if regexp.MustCompile("transat (compare|explain)").MatchString(line) && !small.MatchString(line) && depth == 2 {
		line += " php-5-4" // in place of the formula that these take if they are given none
	}
	return line
}

// seenAlike reports whether a command line that leaves nothing behind has the subcommand and the flags of one before, which then stands for
// it; and notes it.
func seenAlike(seen map[string]bool, line string) bool {
	name := regexp.MustCompile(`^transat (compare|explain|advise|score|simulate|sweep|phases|reproduce|policy check)\b`).FindString(line)
	if name == "" || regexp.MustCompile(`=\S*\.[a-z]+\b|\||--out|--save|--tune`).MatchString(line) {
		return false
	}
	flags := regexp.MustCompile(` --?[a-z-]+`).FindAllString(line, -1)
	slices.Sort(flags)
	key := name + strings.Join(slices.Compact(flags), "")
	before := seen[key]
	seen[key] = true
	return before
}

// TestEveryCommandInTheDocumentationRuns runs the commands of the README and of the help topics, in a smaller version, and of those with
// the same subcommand and flags the first. Where TRANSAT_TEST_MORE is set, all run, and smaller are those alone that are said to take
// their time.
func TestEveryCommandInTheDocumentationRuns(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := append([]doc.Topic{{Name: "README.md", Text: string(text)}}, doc.Topics()...)
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	if testing.Short() {
		texts = texts[:1]
	}
	seen := map[string]bool{}
	for _, topic := range texts {
		t.Run(topic.Name, func(t *testing.T) {
			t.Chdir(t.TempDir()) // for all commands of a text: one may need what another has written
			hard, err := os.Create("hard.cnf")
			if err != nil {
				t.Fatal(err)
			}
			defer hard.Close()
			if code := run(t.Context(), []string{"generate", "php-5-4"}, strings.NewReader(""), hard, os.Stderr); code != cli.OK {
				t.Fatalf("exit code %d", code)
			}
			for _, c := range docCommands(topic.Text) {
				for command := range strings.SplitSeq(c.text, "; ") {
					if os.Getenv("TRANSAT_TEST_MORE") == "" && seenAlike(seen, command) {
						continue
					}
					quick := c.takes == "" && !testing.Short()
					runDocumented(t, command, !quick || os.Getenv("TRANSAT_TEST_MORE") == "", quick)
				}
			}
		})
	}
}

// runDocumented runs a command line, which may be a pipe; if it is to be silent, nothing may stand on stderr. The experiments of the
// papers and the map have no smaller version: those that are not silent are interrupted at once, when their names and flags have been
// understood.
func runDocumented(t *testing.T, line string, small, silent bool) {
	t.Helper()
	if line == "go test ./..." {
		return // this is one of its tests
	}
	ctx := t.Context()
	fine := []cli.Code{cli.OK, cli.Satisfiable, cli.Unsatisfiable}
	if small {
		line = smaller(line)
	}
	if small && !silent && (strings.Contains(line, "transat reproduce") || strings.Contains(line, "transat atlas --size")) {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		cancel()
		fine = []cli.Code{cli.Interrupted}
	}
	var in bytes.Buffer
	for part := range strings.SplitSeq(line, " | ") {
		args := strings.Fields(strings.Replace(part, "go run ./cmd/transat", "transat", 1))
		if len(args) == 0 || args[0] != "transat" {
			t.Errorf("%s: no command of transat", part)
			return
		}
		lendProgram(t, args[1:])
		if serves(args[1:]) {
			if code, _, stderr := serveBriefly(t, args[1:]); code != cli.OK || stderr != "" {
				t.Errorf("%s: exit code %d, stderr %q", part, code, stderr)
			}
			continue
		}
		if joins(args[1:]) {
			if code, stdout, stderr := joinBriefly(t, args[1:]); code != cli.OK || stderr != "" || stdout == "" {
				t.Errorf("%s: exit code %d, stdout %q, stderr %q", part, code, stdout, stderr)
			}
			continue
		}
		var out, errs bytes.Buffer
		code := run(ctx, args[1:], &in, &out, &errs)
		if !slices.Contains(fine, code) || errs.Len() > 0 && silent {
			t.Errorf("%s: exit code %d, stderr %q", part, code, errs.String())
		}
		in = out
	}
}
