package site

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/settings"
)

var update = flag.Bool("update", false, "write settings.js anew, from the table of package settings")

// The page's table of settings is that of package settings.
func TestSettingsAreTheTable(t *testing.T) {
	const name = "settings.js"
	var want bytes.Buffer
	want.WriteString(
		`// settings.js is written by go test ./cmd/transat/internal/web/site -update, from the table of settings that the command has, too.
// The fields are those of settings.Setting and settings.Field.

export const settings = [
`,
	)
	for _, s := range settings.Table() {
		if s.Several {
			continue // policies: the page has places for them
		}
		entry, err := json.MarshalIndent(struct {
			Name    string           `json:"name"`
			Choices settings.Choices `json:"choices,omitempty"`
			settings.Field
		}{s.Name, s.Choices, s.Field}, "  ", "  ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&want, "  %s,\n", entry)
	}
	want.WriteString("];\n")
	checkWritten(t, name, want.Bytes())
}

// checkWritten compares a file of the page that is written from a table of the program, or writes it anew.
func checkWritten(t *testing.T, name string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := fs.ReadFile(FS, name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("go test -update writes %s anew (-table +file):\n%s", name, diff)
	}
}
