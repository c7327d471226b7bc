//go:build !js

package engine_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/command"
)

// The file of rows is what the command prints.
func TestGoldenRowsAreWhatTheCommandPrints(t *testing.T) {
	text, err := os.ReadFile(goldenRows)
	if err != nil && !*update {
		t.Fatal(err)
	}
	golden := map[string][]json.RawMessage{}
	if err := json.Unmarshal(text, &golden); err != nil && !*update {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	printed := map[string][]json.RawMessage{}
	for i, line := range compared() {
		if testing.Short() && i%3 != 0 {
			continue
		}
		request, _ := fieldsOf(t, line)
		for name, source := range request["scripts"].(map[string]string) {
			if err := os.WriteFile(name, []byte(source), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var out, errs bytes.Buffer
		args := append([]string{"compare"}, append(strings.Fields(line), "--format=json", "--cache=off")...)
		if code := command.Main(args, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("%s: exit code %d, %s", line, code, errs.String())
		}
		var rows []json.RawMessage
		if err := json.Unmarshal(out.Bytes(), &rows); err != nil {
			t.Fatal(err)
		}
		printed[line] = rows
		if *update {
			continue
		}
		if diff := cmp.Diff(compact(t, rows), compact(t, golden[line])); diff != "" {
			t.Errorf("%s: -printed +golden:\n%s", line, diff)
		}
	}
	if *update {
		t.Chdir(here)
		writeRows(t, printed)
	}
}
