package command

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/doc"
)

// docFolder has the texts that list what the program knows, in tables between two comments: "<!-- policies -->" and
// "<!-- end of policies -->".
const docFolder = "../doc"

// TestDocTables holds these tables to the registries. With -update it writes them.
func TestDocTables(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(docFolder, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := string(text)
		for _, s := range cli.Sections() {
			begin, end := fmt.Sprintf("<!-- %s -->\n", s.Name), fmt.Sprintf("<!-- end of %s -->\n", s.Name)
			before, rest, found := strings.Cut(got, begin)
			if !found {
				continue
			}
			_, after, found := strings.Cut(rest, end)
			if !found {
				t.Fatalf("%s has no line %s", file, end)
			}
			seen[s.Name] = true
			got = before + begin + docTable(s.Entries(balance.Builtin())) + end + after
		}
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if diff := cmp.Diff(string(text), got); diff != "" {
			t.Errorf("%s differs from the registries (go test ./cmd/transat/command -run DocTables -update mends it):\n%s", file, diff)
		}
	}
	for _, name := range []string{"policies", "topologies", "experiments"} {
		if !seen[name] {
			t.Errorf("no text in %s has a table of %s", docFolder, name)
		}
	}
}

// TestDocLinks follows the links of the README and of the topics to files of the repository, and what they say of
// topics: "transat help NAME".
func TestDocLinks(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(docFolder, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	link, topic := regexp.MustCompile(`\]\(([^)#]+)\)`), regexp.MustCompile("`transat help ([a-z-]+)`")
	for _, file := range append(files, "../../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s has a link that leads nowhere: %v", file, err)
			}
		}
		for _, m := range topic.FindAllStringSubmatch(string(text), -1) {
			if _, err := doc.Find(m[1]); err != nil {
				t.Errorf("%s names a topic: %v", file, err)
			}
		}
	}
}

// TestDocNamesTests finds each test that the README or a topic names.
func TestDocNamesTests(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(docFolder, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]string{}
	name := regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`)
	for _, file := range append(files, "../../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range name.FindAllString(string(text), -1) {
			named[m] = file
		}
	}
	if len(named) == 0 {
		t.Fatal("no test is named")
	}
	err = filepath.WalkDir("../../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`(?m)^func (\w+)\(`).FindAllSubmatch(text, -1) {
			delete(named, string(m[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for test, file := range named {
		t.Errorf("%s names %s, which is no test", file, test)
	}
}

// docTable is a table with a line for each entry, and with sources if all have one; and with a line above each family.
func docTable(entries []cli.Entry) string {
	sources := !slices.ContainsFunc(entries, func(e cli.Entry) bool { return e.Source == "" })
	var b strings.Builder
	line := func(cells ...string) {
		if !sources {
			cells = cells[:2]
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	line("name", "what it is", "source")
	line("---", "---", "---")
	for i, e := range entries {
		if e.Family != "" && (i == 0 || e.Family != entries[i-1].Family) {
			line("**"+e.Family+"**", "", "")
		}
		line("`"+e.Name+"`", strings.ReplaceAll(e.Title, "|", `\|`), strings.ReplaceAll(e.Source, "|", `\|`))
	}
	return b.String()
}
