package conformance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"transat/balance/conformance"
	"transat/balance/script"
)

// Each script of testdata/planted.txtar has a fault. Its first line says which clause it breaks, and its second what the
// report must say.
func TestPlantedFaultsAreFound(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/planted.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) < 10 {
		t.Errorf("%d faults are planted, want 10", len(archive.Files))
	}
	folder := t.TempDir()
	for _, f := range archive.Files {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(folder, f.Name)
			if err := os.WriteFile(path, f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitN(string(f.Data), "\n", 3)
			clause, says := strings.TrimPrefix(lines[0], "# "), strings.TrimPrefix(lines[1], "# ")
			spec, err := script.Open(path, nil)
			if err != nil {
				t.Fatal(err)
			}
			chosen, err := spec.Choose("")
			if err != nil {
				t.Fatal(err)
			}
			report, err := conformance.Check(t.Context(), chosen)
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Faults) == 0 {
				t.Fatalf("nothing is found in %d runs on %v; notes: %q", report.Runs, report.Topologies, report.Notes)
			}
			fault := report.Faults[0]
			text := fault.String()
			if fault.Clause != clause || !strings.Contains(text, says) {
				t.Errorf("want %s, with %q; got\n%s", clause, says, text)
			}
			if len(fault.Story) == 0 && clause != "links" {
				t.Error("there is no story")
			}
			t.Log(text)
		})
	}
}
