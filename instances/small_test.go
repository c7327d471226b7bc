package instances

import (
	"bytes"
	"context"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

var update = flag.Bool("update", false, "write the files of folder small from their definitions")

// TestSmallFiles compares the files of folder small with their definitions, which are in
// small_definitions_test.go.
func TestSmallFiles(t *testing.T) {
	definitions := smallDefinitions()
	for _, s := range smallFormulas() {
		t.Run(s.name, func(t *testing.T) {
			definition, ok := definitions[s.name]
			if !ok {
				t.Fatal("no definition")
			}
			var want bytes.Buffer
			comment := s.name + ": " + s.title + "\nSource: " + s.source + "\n" + s.verdict.String()
			if err := dimacs.Write(&want, definition, comment); err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(s.file(), want.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got, err := os.ReadFile(s.file())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.String(), string(got)); diff != "" {
				t.Errorf("-definition +file (-update writes the file)\n%s", diff)
			}
		})
	}
}

func TestEverySmallFileIsListed(t *testing.T) {
	entries, err := os.ReadDir("small")
	if err != nil {
		t.Fatal(err)
	}
	var files, listed []string
	for _, entry := range entries {
		files = append(files, strings.TrimSuffix(entry.Name(), ".cnf"))
	}
	for _, s := range smallFormulas() {
		listed = append(listed, s.name)
	}
	slices.Sort(listed)
	if diff := cmp.Diff(listed, files); diff != "" {
		t.Errorf("-listed +files\n%s", diff)
	}
}

func TestSmallVerdicts(t *testing.T) {
	for _, s := range smallFormulas() {
		set, err := Open(s.name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := set.Instances[0].Formula()
		if err != nil {
			t.Fatal(err)
		}
		result, err := dpll.Solve(context.Background(), f, dpll.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if result.Verdict != s.verdict || s.verdict == cnf.Unknown {
			t.Errorf("%s is %v, the list says %v", s.name, result.Verdict, s.verdict)
		}
	}
}
