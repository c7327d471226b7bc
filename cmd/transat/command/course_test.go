package command

import (
	"bytes"
	"fmt"
	exact "go/constant"
	"go/token"
	"go/types"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/course"
)

// lessonsFolder has the tours and the exercise sheets.
const lessonsFolder = "../internal/course"

// TestLessons does what the sheets tell the reader to do: it runs their races and holds the numbers of the text to them, runs their
// commands, writes their scripts, and compares what commands print with what is shown. With -update it writes the numbers.
func TestLessons(t *testing.T) {
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	for _, kind := range []struct {
		folder string
		all    []course.Sheet
	}{{"tours", course.Tours()}, {"exercises", course.Exercises()}} {
		if len(kind.all) < 6 {
			t.Errorf("%d %s: want at least six", len(kind.all), kind.folder)
		}
		for i, l := range kind.all {
			if l.Number != i+1 {
				t.Errorf("%s: %s has number %d", kind.folder, l.Name, l.Number)
			}
			long := l.Name == "which" || l.Name == "policy" || l.Name == "scalability" // these take longer than all others together
			if testing.Short() && i > 1 || os.Getenv("TRANSAT_TEST_MORE") == "" && long && !*update {
				continue
			}
			path, err := filepath.Abs(filepath.Join(lessonsFolder, kind.folder, fmt.Sprintf("%d-%s.md", l.Number, l.Name)))
			if err != nil {
				t.Fatal(err)
			}
			t.Run(kind.folder+"/"+l.Name, func(t *testing.T) {
				t.Chdir(t.TempDir())
				checkLesson(t, path, &l)
			})
		}
	}
}

func checkLesson(t *testing.T, path string, l *course.Sheet) {
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(source)
	for _, block := range regexp.MustCompile("(?ms)^```(.*?)\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		text = checkBlock(t, text, block[1], block[2])
	}
	text = checkFacts(t, l, text)
	if *update && text != string(source) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// checkBlock does what a block says, and returns the text, with what the block should show if it is to be updated.
func checkBlock(t *testing.T, text, kind, body string) string {
	name, python := strings.CutPrefix(kind, "python ")
	switch {
	case python:
		if err := os.WriteFile(name, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	case kind == "sh":
		for _, c := range docCommands("```sh\n" + body + "```\n") {
			runDocumented(t, c.text, c.takes != "", c.takes == "")
		}
	case kind == "console":
		line, shown, _ := strings.Cut(body, "\n")
		var out bytes.Buffer
		run(t.Context(), strings.Fields(strings.TrimPrefix(line, "$ transat ")), strings.NewReader(""), &out, &out)
		missing := unlike(shown, out.String())
		if missing != "" && *update && !strings.Contains(shown, left) {
			return strings.Replace(text, body, line+"\n"+out.String(), 1)
		}
		if missing != "" {
			t.Errorf("%s prints no line %q where it should:\n%s", line, missing, out.String())
		}
	case kind != "race" && kind != "text" && kind != "":
		t.Errorf("a block of kind %q", kind)
	}
	return text
}

// checkFacts holds the numbers of a text to the races that they are of.
func checkFacts(t *testing.T, l *course.Sheet, text string) string {
	tables := map[string]map[string]string{}
	for _, r := range l.Races() {
		if tables[r.ID] != nil {
			t.Errorf("two races have the name %s", r.ID)
		}
		tables[r.ID] = cellsOf(t, r.Command())
	}
	if numbers := course.Numbers(text); strings.Count(text, "{{") != len(numbers) {
		t.Errorf("there are %d braces, and %d numbers: one is not well formed", strings.Count(text, "{{"), len(numbers))
	}
	for _, f := range course.Numbers(text) {
		want, known := tables[f.Race][f.Policy+"; "+f.Heading]
		switch {
		case f.Race == "paper" || f.Race == "given" || f.Race == "recorded":
			// It is told where it comes from, and that is all that a test can ask for.
		case f.Race == "reckoned":
			if err := reckon(f, text); err != nil {
				t.Errorf("%+v: %v", f, err)
			}
		case !known:
			t.Errorf("%+v: the tables of that race have no such cell", f)
		case want != f.Text && *update:
			old := fmt.Sprintf("{{%s; %s; %s; %s}}", f.Race, f.Policy, f.Heading, f.Text)
			text = strings.ReplaceAll(text, old, fmt.Sprintf("{{%s; %s; %s; %s}}", f.Race, f.Policy, f.Heading, want))
		case want != f.Text:
			t.Errorf("%+v: the race says %s (go test ./cmd/transat/command -run TestLessons -update mends it)", f, want)
		}
	}
	return text
}

// cellsOf runs a race, and returns the cells of all tables that it prints, by "policy; heading".
func cellsOf(t *testing.T, command string) map[string]string {
	t.Helper()
	var out, errs bytes.Buffer
	args := append(strings.Fields(command)[1:], "--format=markdown")
	if code := run(t.Context(), args, strings.NewReader(""), &out, &errs); code != cli.OK {
		t.Fatalf("%s: exit code %d, %s", command, code, errs.String())
	}
	cells := map[string]string{}
	for heading, pattern := range map[string]string{
		"sequential s": `sequential time ([\d.,]+) s`,
		"bound s":      `can be faster than ([\d.,]+) s`,
	} {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(out.String()); m != nil {
			cells["*; "+heading] = m[1]
		}
	}
	var headings []string
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "|") {
			headings = nil
			continue
		}
		row := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range row {
			row[i] = strings.TrimSpace(strings.ReplaceAll(row[i], `\`, ""))
		}
		switch {
		case headings == nil:
			headings = row
		case !strings.HasPrefix(row[0], "--") && !strings.HasPrefix(row[0], ":-"):
			for i, cell := range row {
				cells[row[0]+"; "+headings[i]] = cell
			}
		}
	}
	if len(cells) == 0 {
		t.Fatalf("%s prints no table:\n%s", command, out.String())
	}
	return cells
}

// reckon says whether a number follows from others of the text, as far as its digits go. Those with a decimal point must be there.
func reckon(f course.Number, text string) error {
	for _, operand := range regexp.MustCompile(`\d+\.\d+`).FindAllString(f.Policy, -1) {
		if others := strings.ReplaceAll(text, f.Policy, ""); !strings.Contains(others, operand) {
			return fmt.Errorf("%s is nowhere else in the text", operand)
		}
	}
	value := func(expression string) (float64, error) {
		v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, "1.0*("+expression+")")
		if err != nil {
			return 0, err
		}
		x, _ := exact.Float64Val(v.Value)
		return x, nil
	}
	got, err := value(f.Policy)
	if m := regexp.MustCompile(`^log\((.*)\)/log\((.*)\)$`).FindStringSubmatch(f.Policy); m != nil {
		var a, b float64
		if a, err = value(m[1]); err == nil {
			b, err = value(m[2])
		}
		got = math.Log(a) / math.Log(b)
	}
	if err != nil {
		return err
	}
	digits := strings.ReplaceAll(f.Text, ",", "")
	want, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return err
	}
	unit := 1.0 // of its last digit
	if _, decimals, found := strings.Cut(digits, "."); found {
		unit = math.Pow10(-len(decimals))
	} else {
		unit = math.Pow10(len(digits) - len(strings.TrimRight(digits, "0")))
	}
	if math.Abs(got-want) > unit/2 {
		return fmt.Errorf("it comes to %v", got)
	}
	return nil
}

func TestReckon(t *testing.T) {
	const text = "2.84 and 1.57"
	for _, tc := range []struct {
		sum, number string
		want        string
	}{
		{"2.84 - 1.57", "1.3", ""},
		{"2.84 - 1.57", "1.2", "it comes to 1.27"},
		{"494*494/71", "3,400", ""},
		{"494*494/71", "3,500", "it comes to"},
		{"log(16)/log(4)", "2.0", ""},
		{"2.84 - 1.58", "1.3", "1.58 is nowhere"},
		{"2.84 -", "1.3", "expected"},
	} {
		err := reckon(course.Number{Race: "reckoned", Policy: tc.sum, Text: tc.number}, text+tc.sum)
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s is %s: %v, want %q", tc.sum, tc.number, err, tc.want)
		}
	}
}

// Numbers of large machines, which no test can run, are those of the topic balancers, with its commands.
func TestNumbersOfLargeMachines(t *testing.T) {
	balancers, err := os.ReadFile(filepath.Join(docFolder, "balancers.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := tableRows(string(balancers))
	for _, l := range course.Tours() {
		for _, s := range l.Sections {
			if s.Heading != "From 1,024 to 65,536" {
				continue
			}
			for _, b := range s.Blocks {
				for _, row := range tableRows(b.Text) {
					if !slices.Contains(rows, row) {
						t.Errorf("%s: the topic balancers has no row %s", l.Name, row)
					}
				}
			}
			return
		}
	}
	t.Error("no tour tells of large machines")
}

// tableRows are the rows of the tables of a text, without those that begin or separate.
func tableRows(text string) []string {
	var rows []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "|") && !strings.Contains(line, "--") && strings.ContainsAny(line, "0123456789") {
			rows = append(rows, line)
		}
	}
	return rows
}
