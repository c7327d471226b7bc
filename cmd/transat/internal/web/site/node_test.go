package site

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// modules returns the path of node and a folder in which a script finds the page's modules as the package transat. Without node the test is
// skipped.
func modules(t *testing.T) (node, folder string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		const missing = "the page's modules are tested with node, which is not to be found:"
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal(missing, err)
		}
		t.Skip(missing, err)
	}
	folder = t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "node_modules", "transat"), FS); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "node_modules", "transat", "package.json"), []byte(`{"type": "module"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	return node, folder
}

// What lies between the page and the program (engine.js, worker.js) is tested by itself, by node: testdata has the tests.
func TestModulesUnderNode(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	node, folder := modules(t)
	tests, err := filepath.Glob("testdata/*.test.mjs")
	if err != nil || len(tests) == 0 {
		t.Fatal("there are no tests", err)
	}
	for _, test := range tests {
		t.Run(filepath.Base(test), func(t *testing.T) {
			text, err := os.ReadFile(test)
			if err != nil {
				t.Fatal(err)
			}
			script := filepath.Join(folder, filepath.Base(test))
			if err := os.WriteFile(script, text, fs.FileMode(0o666)); err != nil {
				t.Fatal(err)
			}
			run := exec.CommandContext(t.Context(), node, "--test-reporter=tap", script) // without --test, which starts another process
			run.Env = append(os.Environ(), "NODE_OPTIONS=")
			out, err := run.CombinedOutput()
			if err != nil {
				t.Errorf("%v:\n%s", err, out)
			}
			if !regexp.MustCompile(`(?m)^# pass [1-9]`).Match(out) {
				t.Errorf("no test has passed:\n%s", out)
			}
		})
	}
}
