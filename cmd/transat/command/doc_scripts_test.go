package command

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"transat/cmd/transat/doc"
)

// left stands in the tutorial for lines of an output that are left out.
const left = "…"

// TestTutorialOfScripts does what the help topic scripts tells the reader to do: it writes the files, runs the commands,
// and compares what they print with what the topic shows.
func TestTutorialOfScripts(t *testing.T) {
	if testing.Short() || os.Getenv("TRANSAT_TEST_MORE") == "" {
		t.Skip("takes seconds, so only with TRANSAT_TEST_MORE: its output is that of the formulas that it names, so there is no smaller version")
	}
	text := ""
	for _, topic := range doc.Topics() {
		if topic.Name == "scripts" {
			text = topic.Text
		}
	}
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	t.Chdir(t.TempDir())
	blocks := regexp.MustCompile("(?ms)^```(.*?)\n(.*?)^```$").FindAllStringSubmatch(text, -1)
	commands := 0
	for _, block := range blocks {
		kind, body := block[1], block[2]
		if name, ok := strings.CutPrefix(kind, "python "); ok {
			if err := os.WriteFile(name, []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		line, shown, _ := strings.Cut(body, "\n")
		line, ok := strings.CutPrefix(line, "$ transat ")
		if kind != "console" || !ok {
			t.Fatalf("a block of kind %q begins with %q", kind, line)
		}
		commands++
		var out bytes.Buffer
		run(t.Context(), strings.Fields(line), strings.NewReader(""), &out, &out)
		if missing := unlike(shown, out.String()); missing != "" {
			t.Errorf("transat %s prints no line %q where it should:\n%s", line, missing, out.String())
		}
	}
	if commands < 8 {
		t.Errorf("the tutorial has %d commands", commands)
	}
}

// unlike returns the first line that is shown and is not where it should be in what is printed.
func unlike(shown, printed string) string {
	lines := strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
	skip := false
	for want := range strings.Lines(shown) {
		want = strings.TrimSuffix(want, "\n")
		if want == left {
			skip = true
			continue
		}
		for skip && len(lines) > 0 && lines[0] != want {
			lines = lines[1:]
		}
		if len(lines) == 0 || lines[0] != want {
			return want
		}
		lines, skip = lines[1:], false
	}
	if !skip && len(lines) > 0 {
		return "(the end)"
	}
	return ""
}

func TestUnlike(t *testing.T) {
	const printed = "a\nb\nc\nd\n"
	for shown, want := range map[string]string{
		"a\nb\nc\nd\n": "", "…\nc\nd\n": "", "a\n…\nd\n": "", "a\n…\n": "", "…\n": "",
		"b\nc\nd\n": "b", "a\nb\nc\n": "(the end)", "…\nb\nd\n": "d", "…\ne\n": "e", "a\nb\nc\nd\ne\n": "e",
	} {
		if got := unlike(shown, printed); got != want {
			t.Errorf("%q: %q, want %q", shown, got, want)
		}
	}
}
