package output_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/output"
)

func hello(w io.Writer) error {
	_, err := io.WriteString(w, "hello\n")
	return err
}

func failing(w io.Writer) error {
	io.WriteString(w, "hel")
	return errors.New("lost the thread")
}

func TestWriteFile(t *testing.T) {
	for _, tc := range []struct {
		name  string
		old   string
		write func(io.Writer) error
		want  map[string]string // the folder afterwards
		fails bool
	}{
		{"new", "", hello, map[string]string{"f": "hello\n"}, false},
		{"replaced", "old", hello, map[string]string{"f": "hello\n"}, false},
		{"failed", "", failing, map[string]string{}, true},
		{"failed, old kept", "old", failing, map[string]string{"f": "old"}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			if tc.old != "" {
				if err := os.WriteFile(filepath.Join(dir, "f"), []byte(tc.old), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			err := output.WriteFile(filepath.Join(dir, "f"), tc.write)
			if (err != nil) != tc.fails {
				t.Errorf("error %v, want one: %v", err, tc.fails)
			}
			if diff := cmp.Diff(tc.want, folder(t, dir)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

func TestWriteFileToADevice(t *testing.T) {
	if err := output.WriteFile(os.DevNull, hello); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is no device any more", os.DevNull)
	}
}

func TestWriteFileToAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no /dev/full here")
	}
	if err := output.WriteFile("/dev/full", hello); err == nil {
		t.Error("a full disk went unnoticed")
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestCheckedKeepsTheFirstError(t *testing.T) {
	first := errors.New("disk full")
	out := &output.Checked{W: brokenWriter{first}}
	fmt.Fprint(out, "lost")
	out.W = brokenWriter{errors.New("another")}
	fmt.Fprint(out, "never tried")
	if out.Err() != first {
		t.Errorf("got %v, want %v", out.Err(), first)
	}
}
