package site

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every module that a file imports is one of the page's files: nothing is remote, nothing is missing.
func TestImportsAreTheirFiles(t *testing.T) {
	imports := regexp.MustCompile(`(?:\bfrom\s+|\bimport\s*\(?\s*)["` + "`" + `]([^"` + "`" + `]+)["` + "`" + `]`)
	found := 0
	walk(t, func(name, text string) {
		if path.Ext(name) != ".js" {
			return
		}
		for _, m := range imports.FindAllStringSubmatch(text, -1) {
			file, ours := strings.CutPrefix(m[1], "transat/")
			if !ours {
				t.Errorf("%s imports %q; modules are imported as transat/NAME.js", name, m[1])
				continue
			}
			found++
			if strings.Contains(file, "${") {
				continue // the table of rooms; see below
			}
			if _, err := fs.Stat(FS, file); err != nil && file != "engine.js" {
				t.Errorf("%s imports %s, which is not there", name, m[1])
			}
		}
	})
	if found < 5 {
		t.Errorf("%d imports found, want more: does the pattern still fit?", found)
	}
}

// The rooms in the table of main.js are the files of rooms.
func TestRoomsAreTheTable(t *testing.T) {
	main, err := fs.ReadFile(FS, "main.js")
	if err != nil {
		t.Fatal(err)
	}
	var table []string
	for _, m := range regexp.MustCompile(`\{ name: "(\w+)", title:`).FindAllStringSubmatch(string(main), -1) {
		table = append(table, m[1]+".js")
	}
	entries, err := fs.ReadDir(FS, "rooms")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, e := range entries {
		files = append(files, e.Name())
	}
	slices.Sort(table)
	if !slices.Equal(table, files) {
		t.Errorf("main.js has the rooms %v, the folder has %v", table, files)
	}
}

// The content security policy of the page forbids inline styles and handlers, eval, and all that is elsewhere.
func TestNothingInlineNorRemote(t *testing.T) {
	forbidden := map[string]*regexp.Regexp{
		"an inline style":      regexp.MustCompile(`\sstyle="|setAttribute\("style"|<style`),
		"an inline handler":    regexp.MustCompile(`<\w+[^>]*\son\w+="`),
		"HTML from a text":     regexp.MustCompile(`\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write`),
		"eval":                 regexp.MustCompile(`\beval\(|new Function\(`),
		"an address elsewhere": regexp.MustCompile(`(?:src|href)="https?:|fetch\("https?:|url\(["']?https?:`),
	}
	walk(t, func(name, text string) {
		if strings.HasPrefix(name, "vendor/") {
			return
		}
		for what, pattern := range forbidden {
			if m := pattern.FindString(text); m != "" {
				t.Errorf("%s has %s: %s", name, what, m)
			}
		}
	})
}

// walk calls f for every file of the page.
func walk(t *testing.T, f func(name, text string)) {
	t.Helper()
	err := fs.WalkDir(FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(FS, name)
		if err == nil {
			f(name, string(data))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
