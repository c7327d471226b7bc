package timeline

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"transat/balance"
	"transat/balance/topology"
)

func networkOf(t *testing.T, kind string, procs int) topology.Network {
	t.Helper()
	n, err := topology.New(kind, procs)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// recorded is what a file of that name holds of a short run.
func recorded(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	r, err := Create(path, Whole())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	tl := r.start(Run{Tree: "t", Policy: "plb", Network: grid(t, 2, 2), Expected: balance.Second}, func(err error) { t.Error(err) })
	if tl.Event != nil {
		day(tl)
	} else {
		looks(r.form.(*samples), 4, 100*balance.Millisecond)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is there before its end")
	}
	if err := r.end(100 * balance.Microsecond); err != nil {
		t.Fatal(err)
	}
	if r.Full() || !strings.HasPrefix(r.Summary(), path+": ") {
		t.Errorf("full: %v, summary %q", r.Full(), r.Summary())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestExtensions(t *testing.T) {
	for _, extension := range Extensions() {
		t.Run(extension, func(t *testing.T) {
			data := recorded(t, "run"+extension)
			if plain, packed := strings.CutSuffix(extension, ".gz"); packed {
				z, err := gzip.NewReader(strings.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				unpacked, err := io.ReadAll(z)
				if err != nil {
					t.Fatal(err)
				}
				if want := recorded(t, "run"+plain); string(unpacked) != want {
					t.Errorf("unpacked %q, want %q", unpacked, want)
				}
				return
			}
			begins := map[string]string{".json": `{"displayTimeUnit"`, ".jsonl": `{"format":"transat-timeline"`, ".csv": "t_s,idle", ".svg": "<?xml"}
			if want := begins[extension]; !strings.HasPrefix(data, want) {
				t.Errorf("the file begins %.40q, want %q", data, want)
			}
			if extension == ".json" && !json.Valid([]byte(data)) {
				t.Error("no JSON")
			}
		})
	}
}

func TestUnknownExtension(t *testing.T) {
	for _, name := range []string{"run", "run.txt", "run.gz", "json"} {
		if _, err := Create(name, Whole()); err == nil || !strings.Contains(err.Error(), "want a name that ends in .json, ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if got, err := Extension("dir.svg/RUN.JSON.GZ"); got != ".json.gz" || err != nil {
		t.Errorf("got %q, error %v", got, err)
	}
}

// A run that fails leaves no file, and one that was there as it was.
func TestDiscardedRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Create(path, Whole())
	if err != nil {
		t.Fatal(err)
	}
	day(r.start(Run{Network: grid(t, 2, 2)}, func(err error) { t.Error(err) }))
	r.Discard()
	if data, err := os.ReadFile(path); string(data) != "old" || err != nil {
		t.Errorf("the file holds %q, error %v", data, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); len(entries) != 1 || err != nil {
		t.Errorf("%d files, error %v", len(entries), err)
	}
}

func TestFirstErrorIsTold(t *testing.T) {
	full := errors.New("disk full")
	var told []error
	w := &failing{w: brokenWriter{full}, fail: func(err error) { told = append(told, err) }}
	for range 3 {
		if _, err := w.Write([]byte("x")); err != full {
			t.Errorf("error %v, want %v", err, full)
		}
	}
	if len(told) != 1 || told[0] != full {
		t.Errorf("told %v", told)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }
