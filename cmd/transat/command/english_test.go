package command

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// These tests hold the texts to plain English, and the code to lines that fit a screen.

// moduleRoot is the folder of the module.
const moduleRoot = "../../.."

// placeholders stand for a subject, or for a number, and say less than either.
var placeholders = regexp.MustCompile(`(?i)\b(no one|so many)\b`)

// longestLine is the most characters of a line of Go. A tab counts as one.
const longestLine = 140

// sourceFiles returns the names of the files of the module that end in one of the suffixes, from its root on.
func sourceFiles(t *testing.T, suffixes ...string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(moduleRoot, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if slices.Contains(suffixes, filepath.Ext(path)) {
			name, err := filepath.Rel(moduleRoot, path)
			if err != nil {
				return err
			}
			all = append(all, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// readSource returns the text of a file of the module.
func readSource(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(moduleRoot, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDocumentsHaveNoPlaceholders(t *testing.T) {
	for _, name := range sourceFiles(t, ".md", ".html", ".star") {
		for i, line := range strings.Split(readSource(t, name), "\n") {
			if found := placeholders.FindString(line); found != "" {
				t.Errorf("%s:%d: %q: name the subject, or the number", name, i+1, found)
			}
		}
	}
}

func TestHelpHasNoPlaceholders(t *testing.T) {
	var check func(*cobra.Command)
	check = func(c *cobra.Command) {
		texts := map[string]string{"help": c.Short + "\n" + c.Long + "\n" + c.Example}
		c.Flags().VisitAll(func(f *pflag.Flag) { texts["--"+f.Name] = f.Usage })
		c.PersistentFlags().VisitAll(func(f *pflag.Flag) { texts["--"+f.Name] = f.Usage })
		for where, text := range texts {
			if found := placeholders.FindString(text); found != "" {
				t.Errorf("%s, %s: %q: name the subject, or the number", c.CommandPath(), where, found)
			}
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	for _, c := range commands() {
		check(c)
	}
}

// The folders that still have long lines are listed, with the number of them.
func TestLinesAreShort(t *testing.T) {
	long := map[string]int{}
	for _, name := range sourceFiles(t, ".go") {
		for line := range strings.Lines(readSource(t, name)) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > longestLine {
				long[filepath.ToSlash(filepath.Dir(name))]++
			}
		}
	}
	onlyFewer(t, "long_lines.txt", long)
}

// onlyFewer compares counts by name with a list of exceptions, a file of lines "name count". A count that is not listed, or above the
// list, is an error; so is one below it, until -update has written the lower one. The update never raises a count.
func onlyFewer(t *testing.T, list string, got map[string]int) {
	t.Helper()
	file := filepath.Join("testdata", "english", list)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	for line := range strings.Lines(string(text)) {
		var name string
		var count int
		if _, err := fmt.Sscan(line, &name, &count); err != nil {
			t.Fatalf("%s: %q: %v", file, line, err)
		}
		listed[name] = count
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if got[name] > listed[name] {
			t.Errorf("%s: %d, at most %d allowed by %s", name, got[name], listed[name], file)
		}
	}
	var b strings.Builder
	shrunk := false
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		shrunk = shrunk || got[name] < listed[name]
		if n := min(got[name], listed[name]); n > 0 {
			fmt.Fprintf(&b, "%s %d\n", name, n)
		}
		if got[name] < listed[name] && !*update {
			t.Errorf("%s: only %d, %s says %d; -update makes the list shorter", name, got[name], file, listed[name])
		}
	}
	if shrunk && *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
