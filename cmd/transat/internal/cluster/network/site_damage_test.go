package network

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/cluster"
)

// begun begins a run in the folder kept.
func begun(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	r, err := opened(t, cluster.Options{Listen: "127.0.0.1:0", Folder: "kept"})
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
}

// A file of a run that is damaged or missing is named, whether the run is to go on or another one is to begin, and nothing is changed.
func TestDamagedSite(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"empty", cluster.RunFile, "", "run.json is damaged (unexpected end of JSON input): put it back from a copy"},
		{"cut", cluster.RunFile, `{"run":"run-x","li`, "run.json is damaged ("},
		{"without a token", cluster.RunFile, `{"run":"run-x","listen":":4333","begun":true}`, "run.json is damaged ("},
		{"missing", cluster.RunFile, "-", "run.json is missing, and the folder has the records of a search"},
		{"no key", cluster.KeyFile, "key", "key.pem is damaged (tls: failed to find any PEM data in certificate input): remove it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			begun(t)
			name := filepath.Join("kept", test.file)
			err := os.WriteFile(name, []byte(test.text), 0o600)
			if test.text == "-" {
				err = os.Remove(name)
			}
			if err != nil {
				t.Fatal(err)
			}
			before := filesHere(t, "kept")
			for _, opt := range []cluster.Options{{Run: "kept"}, {Folder: "kept", Listen: "127.0.0.1:0"}} {
				_, err := openSite(opt)
				if opt.Run == "" && test.file != cluster.RunFile {
					continue
				}
				if err == nil || !strings.Contains(err.Error(), filepath.Join("kept", test.want)) {
					t.Errorf("%+v: %v, want %s", opt, err, test.want)
				}
			}
			if text, err := os.ReadFile(name); string(text) != test.text && !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s is now %q", name, text)
			}
			if diff := cmp.Diff(before, filesHere(t, "kept")); diff != "" {
				t.Errorf("-before +after:\n%s", diff)
			}
		})
	}
}

// What the server notes of its stream may be damaged or missing: the run goes on. Without the messages it cannot, which is said.
func TestDamagedStore(t *testing.T) {
	for _, test := range []struct {
		name, files, text, want string
	}{
		{"its notes", "meta.inf", "{}", ""},
		{"an empty file", "meta.inf", "", ""},
		{"no checksum", "meta.sum", "-", ""},
		{"no messages", "msgs/*", "-", "is damaged, so begin again with another folder"},
	} {
		t.Run(test.name, func(t *testing.T) {
			begun(t)
			files, err := filepath.Glob(filepath.Join(cluster.StreamFolder("kept"), "*", filepath.FromSlash(test.files)))
			if err != nil || len(files) == 0 {
				t.Fatalf("%s: %q, %v", test.files, files, err)
			}
			for _, name := range files {
				err := os.WriteFile(name, []byte(test.text), 0o600)
				if test.text == "-" {
					err = os.Remove(name)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				r, err := opened(t, cluster.Options{Run: "kept"})
				switch {
				case test.want == "" && (err != nil || r.formula.Len() == 0 || r.head.Run != r.site.Run):
					t.Errorf("%+v, %v", r.head, err)
				case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
					t.Errorf("got %v, want %s", err, test.want)
				}
				r.Close()
			}
		})
	}
}
