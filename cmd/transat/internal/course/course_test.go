package course

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const sheet = "# A title\n\nWhat `it` *is*\nabout: {{a; plb; time s; 1.5}} s.\n\n## Task\n\nDo it.\n\n" +
	"```race\nid: a\ntree: php-5-4\npolicy: plb,steal\nat: 2ms\nspeed: 500ms\ncaption: Two <rules>.\n```\n\n" +
	"Then rest.\n\n## Hints\n\n- think\n\n## Solution\n\nSo: {{a; plb; time s; 1.5}}.\n"

func TestParse(t *testing.T) {
	got, err := parse("3-thing.md", sheet)
	if err != nil {
		t.Fatal(err)
	}
	race := &Race{
		ID: "a", Fields: []Field{{"tree", "php-5-4"}, {"policy", "plb,steal"}}, At: 2 * time.Millisecond, Speed: time.Second / 2,
		Caption: "Two <rules>.",
	}
	want := Sheet{Name: "thing", Number: 3, Title: "A title", About: "What it is about: 1.5 s.", Sections: []Section{
		{Blocks: []Block{{Text: "What `it` *is*\nabout: {{a; plb; time s; 1.5}} s."}}},
		{Heading: "Task", Blocks: []Block{{Text: "Do it."}, {Race: race}, {Text: "Then rest."}}},
		{Heading: "Hints", Blocks: []Block{{Text: "- think"}}},
		{Heading: "Solution", Blocks: []Block{{Text: "So: {{a; plb; time s; 1.5}}."}}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got, want := race.Command(), "transat compare php-5-4 --policy=plb,steal"; got != want {
		t.Errorf("command %q, want %q", got, want)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"no number", "thing.md", sheet, "begins with a number"},
		{"no title", "1-a.md", "A title\n\nabout\n", "want a title"},
		{"no end", "1-a.md", "# T\n\nabout\n\n```race\nid: a\n", "no end"},
		{"no tree", "1-a.md", "# T\n\nabout\n\n```race\nid: a\npolicy: plb\ncaption: c\n```\n", "at least id, tree"},
		{"an unknown field", "1-a.md", "# T\n\nabout\n\n```race\nid: a\ntrees: x\n```\n", `unknown field "trees"`},
		{"no time", "1-a.md", "# T\n\nabout\n\n```race\nid: a\nat: soon\n```\n", "duration"},
		{"no speed", "1-a.md", "# T\n\nabout\n\n```race\nid: a\nspeed: -1s\n```\n", "such as 200ms"},
		{"a knob of one value", "1-a.md", "# T\n\nabout\n\n```race\nid: a\nknob: How many? grid 2x2\n```\n", "its values"},
		{"a knob beside the field", "1-a.md", strings.Replace(sheet, "at: 2ms", "knob: How many? grid 2x2 4x4", 1), "not among the values"},
		{"an unknown picture", "1-a.md", "# T\n\nabout\n\n```race\nid: a\nshow: loads\n```\n", "want load or traffic"},
		{"no field", "1-a.md", "# T\n\nabout\n\n```race\nid\n```\n", "name: value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := parse(c.file, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestHTMLAndMarkdown(t *testing.T) {
	l, err := parse("3-thing.md", sheet)
	if err != nil {
		t.Fatal(err)
	}
	html := l.HTML()
	for _, want := range []string{
		"<h1>A title</h1>", "about: 1.5 s.", `data-fields="tree=php-5-4&amp;policy=plb%2Csteal" data-at="2000000" data-speed="0.5"`,
		"<code>transat compare php-5-4 --policy=plb,steal</code>", "Two &lt;rules&gt;.",
		"<details><summary>Solution</summary>\n<p>So: 1.5.</p>\n</details>",
	} {
		if !strings.Contains(string(html), want) {
			t.Errorf("the page lacks %q:\n%s", want, html)
		}
	}
	if text := l.Markdown(false); strings.Contains(text, "So:") || !strings.Contains(text, "transat compare php-5-4") ||
		!strings.Contains(text, "- think") {
		t.Errorf("without the solution:\n%s", text)
	}
	if text := l.Markdown(true); !strings.Contains(text, "So: 1.5.") {
		t.Errorf("with the solution:\n%s", text)
	}
}

// A race with a knob is one for each of its values, and has a command for each; the page gets what it needs for it.
func TestKnob(t *testing.T) {
	text := strings.Replace(sheet, "at: 2ms", "grid: 2x2\nknob: How <many>? grid 2x2 4x4\nshow: load traffic\nat: 2ms", 1)
	l, err := parse("3-thing.md", text)
	if err != nil {
		t.Fatal(err)
	}
	races := l.Races()
	if len(races) != 2 || races[0].ID != "a" || races[1].ID != "a 4x4" || races[0].Field("grid") != "2x2" || races[1].Field("grid") != "4x4" {
		t.Errorf("the races are %+v", races)
	}
	html := string(l.HTML())
	for _, want := range []string{
		` data-question="How &lt;many&gt;?" data-knob="grid" data-values="2x2 4x4"`, ` data-show="load traffic"`,
		"<code>transat compare php-5-4 --policy=plb,steal --grid=2x2\ntransat compare php-5-4 --policy=plb,steal --grid=4x4</code>",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q:\n%s", want, html)
		}
	}
}

// A tour is about one thing, and has one knob.
func TestToursHaveOneKnob(t *testing.T) {
	for _, l := range Tours() {
		knobs := 0
		for _, r := range l.Races() {
			if r.Knob.Name != "" {
				knobs++
			}
		}
		if knobs != 1 {
			t.Errorf("the tour %s has %d knobs, want one", l.Name, knobs)
		}
	}
}

// All sheets can be read, have what a sheet should have, and have names of their own; their files are those of the lists.
func TestLessonsAreWhole(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, l := range Tours() {
		if files["tours/"+l.Name+".html"] == nil || seen[l.Name] || len(l.Races()) == 0 || len(l.About) < 40 {
			t.Errorf("the tour %s lacks something: %q", l.Name, l.About)
		}
		seen[l.Name] = true
	}
	for _, l := range Exercises() {
		for _, heading := range []string{"Task", Hints, Solution, "Marks"} {
			if len(l.Section(heading).Blocks) == 0 {
				t.Errorf("sheet %d has no section %s", l.Number, heading)
			}
		}
		if files[fmt.Sprintf("exercises/%d.html", l.Number)] == nil {
			t.Errorf("sheet %d has no file", l.Number)
		}
	}
	for name, text := range files {
		if strings.Contains(string(text), "{{") {
			t.Errorf("%s has braces left", name)
		}
	}
}

// A number with a unit or a decimal point is a number, with where it comes from, or stands in what a command prints: the tests of the
// commands hold them to that. What is all of something, 100 %, is no measurement.
func TestNumbersInProseComeFromSomewhere(t *testing.T) {
	number := regexp.MustCompile(`\d[\d,]*(?:\.\d+)?(?:\s?%|\sm?s\b)|\d+\.\d+`)
	for _, l := range append(Tours(), Exercises()...) {
		for _, s := range l.Sections {
			for _, b := range s.Blocks {
				if b.Race != nil || s.Heading == "From 1,024 to 65,536" && strings.Contains(b.Text, "|") {
					continue // its commands are in the topic balancers, and a test compares
				}
				text := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(b.Text, "")
				text = regexp.MustCompile("`[^`]*`|\\]\\([^)]*\\)|"+numberPattern).ReplaceAllString(text, "#")
				for _, found := range number.FindAllString(text, -1) {
					if digits := strings.TrimRight(found, " %ms\n"); found != "100 %" && !printed(&l, digits) {
						t.Errorf("%s, %s: where does %s come from? Write it as a number: see the package's documentation", l.Name, s.Heading, found)
					}
				}
			}
		}
	}
}

// printed reports whether a number stands in a block of the kind console.
func printed(l *Sheet, number string) bool {
	exact := regexp.MustCompile(`(?:^|[^\d.])` + regexp.QuoteMeta(number) + `(?:[^\d.]|$)`)
	for _, s := range l.Sections {
		for _, b := range s.Blocks {
			for _, block := range regexp.MustCompile("(?s)```console\n.*?```").FindAllString(b.Text, -1) {
				if exact.MatchString(block) {
					return true
				}
			}
		}
	}
	return false
}
