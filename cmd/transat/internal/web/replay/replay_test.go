package replay

import (
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"transat/cmd/transat/internal/recording"
	"transat/cmd/transat/internal/recording/recordingtest"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/web/site"
)

// Every module that is needed is in the import map, as it is among the page's files.
func TestImportMapIsComplete(t *testing.T) {
	text, err := importMap(site.FS, "replay.js")
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Imports map[string]string }
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	anyImport := regexp.MustCompile(`(?:\bfrom\s+|\bimport\s*\(?\s*)["']([^"']+)["']`)
	for name, address := range m.Imports {
		data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(address, "data:text/javascript;base64,"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := fs.ReadFile(site.FS, strings.TrimPrefix(name, prefix))
		if err != nil || string(want) != string(data) {
			t.Errorf("%s is not the page's file: %v", name, err)
		}
		for _, found := range anyImport.FindAllStringSubmatch(string(data), -1) {
			if m.Imports[found[1]] == "" {
				t.Errorf("%s imports %s, which is not in the map", name, found[1])
			}
		}
	}
	for _, name := range strings.Fields("replay.js player.js recording.js recording-read.js recording-words.js recording-ways.js times.js") {
		if m.Imports[prefix+name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	for _, name := range []string{"engine.js", "main.js"} {
		if m.Imports[prefix+name] != "" {
			t.Errorf("%s is there, for which a replay has no use", name)
		}
	}
	if _, err := importMap(site.FS, "no-such.js"); err == nil {
		t.Error("a module that is not there is no error")
	}
}

// Names come from files and command lines: whatever is in them is text.
func TestNothingBreaksOutOfAPage(t *testing.T) {
	const bad = `</script></style><script>alert(1)</script><img src=x onerror=alert(2)>"'&`
	row, err := json.Marshal(map[string]string{"policy": bad})
	if err != nil {
		t.Fatal(err)
	}
	f := *recordingtest.Run(t)
	f.Policy, f.Tree = bad, bad
	cells := report.Cells{
		Caption: []string{bad}, Columns: []report.Heading{{Text: bad, Left: true}}, Rows: [][]string{{bad}}, Notes: []string{bad},
	}
	var b strings.Builder
	p := Page{Title: bad, Command: bad, Version: bad, Recorded: []*recording.Run{&f}, Rows: []json.RawMessage{row}, Result: cells, Lost: cells}
	if _, err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "<script>alert") || strings.Contains(page, "<img src=x") {
		t.Error("markup from a name is in the page")
	}
	if got := strings.Count(page, "<script"); got != 4 || strings.Count(page, "</script>") != 4 {
		t.Errorf("%d scripts, want the recording, its row, the import map and the beginning", got)
	}
	for _, m := range regexp.MustCompile(`(?s)<(?:script type="(?:importmap|module)"|style)>(.*?)</(?:script|style)>`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(strings.ReplaceAll(page, "&#39;", "'"), named(m[1])) {
			t.Errorf("the policy does not allow %.60q", m[1])
		}
	}
}

// Runs are thinned until they fit, the larger ones first; the smaller ones stay as they are.
func TestRunsFitTogether(t *testing.T) {
	whole := recordingtest.Run(t)
	all, err := whole.Encode()
	if err != nil {
		t.Fatal(err)
	}
	small := whole.Thin(20, 100)
	runs := []*recording.Run{whole, small, whole, whole}
	for _, share := range []int{100, 60} {
		limit := 4 * len(all) * share / 100 * 4 / 3
		encoded, left, err := Fit(runs, limit)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for i, data := range encoded {
			sum += base64.StdEncoding.EncodedLen(len(data))
			recordingtest.Header(t, data)
			if (left[i] != "") != (share < 100 && i != 1) {
				t.Errorf("%d %%: of run %d, left out: %q", share, i, left[i])
			}
		}
		if sum > limit {
			t.Errorf("%d bytes, want at most %d", sum, limit)
		}
	}
	if _, _, err := Fit(runs, 1000); err == nil {
		t.Error("four runs fit into 1,000 bytes")
	}
}

func TestPagesHaveOneToFourRuns(t *testing.T) {
	f := recordingtest.Run(t)
	for _, n := range []int{0, 5} {
		var runs []*recording.Run
		for range n {
			runs = append(runs, f)
		}
		if _, err := (Page{Recorded: runs, Rows: make([]json.RawMessage, n)}).Write(&strings.Builder{}); err == nil {
			t.Errorf("a page of %d runs is no error", n)
		}
	}
}
