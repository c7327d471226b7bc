package output_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transat/cmd/transat/internal/output"
)

// An output in a folder that is to be removed is refused, however it is spelled.
func TestOutside(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"run/nats", "other", "runs"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{
		"in": "run", "file": "run/p", "chain": "file", "other/back": filepath.Join(here, "run", "nats"), "away": "other/p",
	} {
		if err := os.Symlink(to, link); err != nil {
			t.Skipf("there are no links here: %v", err)
		}
	}
	for _, tc := range []struct {
		name, folder string
		refused      bool
	}{
		{"p", "run", false},
		{"runs/p", "run", false},
		{"other/p", "run", false},
		{"away", "run", false},
		{"run", "run", false}, // is a folder, which others refuse
		{"", "run", false},
		{"run/p", "", false},
		{"run/p", "run", true},
		{"run/nats/p", "run", true},
		{"./other/../run/p", "run/", true},
		{filepath.Join(here, "run", "p"), "run", true},
		{"run/p", filepath.Join(here, "run"), true},
		{"run/p", "in", true},
		{"in/p", "run", true},
		{"file", "run", true},
		{"chain", "run", true},
		{"other/back/p", "run", true},
		{"p", ".", true},
		{"other/p", ".", true},
		{"new/p", "new", true},
		{"new/deeper/p", "new", true},
		{"newer/p", "new", false},
	} {
		err := output.Outside("--proof", tc.name, tc.folder, "which is removed")
		if (err != nil) != tc.refused {
			t.Errorf("%q with the folder %q: error %v, want one: %v", tc.name, tc.folder, err, tc.refused)
		}
		if err != nil && !strings.Contains(err.Error(), "--proof="+tc.name+" would lie in "+tc.folder) {
			t.Errorf("the error is %q", err)
		}
	}
}
