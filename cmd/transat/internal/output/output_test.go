package output_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

func TestFileHasItsNameOnlyAfterCommit(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	for _, end := range []struct {
		name string
		end  func(*output.File) error
		want string
	}{
		{"discarded", func(f *output.File) error { f.Discard(); return nil }, "old"},
		{"committed", (*output.File).Commit, "hello\n"},
		{"committed, then discarded", func(f *output.File) error { defer f.Discard(); return f.Commit() }, "hello\n"},
	} {
		t.Run(end.name, func(t *testing.T) {
			if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
			f, err := output.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := hello(f); err != nil {
				t.Fatal(err)
			}
			if got := folder(t, dir); got["f"] != "old" || len(got) != 2 {
				t.Errorf("while it is written the folder has %v", got)
			}
			if err := end.end(f); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(map[string]string{"f": end.want}, folder(t, dir)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "new", "folder")
	for range 2 { // when it is new, and when it is there
		if err := output.Folder(name); err != nil {
			t.Fatal(err)
		}
		if got := folder(t, name); len(got) != 0 {
			t.Errorf("the folder has %v", got)
		}
	}
	taken := filepath.Join(dir, "taken")
	if err := os.WriteFile(taken, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := output.Folder(taken); err == nil || !strings.Contains(err.Error(), taken) {
		t.Errorf("a file is there, and the error is %v", err)
	}
}

func TestFileErrorsSpeakOfItsName(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "no", "f")
	if _, err := output.Create(missing); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("the error is %v", err)
	}
	folder := t.TempDir()
	f, err := output.Create(filepath.Join(folder, "f"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "f"), 0o755); err != nil {
		t.Fatal(err)
	}
	var path *os.PathError
	if err := f.Commit(); !errors.As(err, &path) || path.Path != filepath.Join(folder, "f") {
		t.Errorf("the error is %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("a temporary file stays: %v, %v", entries, err)
	}
}

func TestCreateThrough(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a": "old", "a.new": "left by a program that was killed"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := output.CreateThrough("a.new", "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(hello(f), f.Commit()); err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := hello(&want); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("a"); err != nil || string(got) != want.String() {
		t.Errorf("%q, %v; want %q", got, err, want.String())
	}
	if _, err := os.Stat("a.new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary file stays: %v", err)
	}
	if _, err := output.CreateThrough("nowhere/a.new", "a"); err == nil {
		t.Error("no error of a folder that does not exist")
	}
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

func TestApart(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"f.cnf", "other"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link("f.cnf", "link"); err != nil {
		t.Skip(err) // not on every file system
	}
	if err := errors.Join(os.Symlink("f.cnf", "symlink"), os.Symlink("new", "dangling")); err != nil {
		t.Skip(err)
	}
	for _, tc := range []struct {
		name   string
		inputs []string
		want   string
	}{
		{"", []string{"f.cnf"}, ""},
		{"new", []string{"f.cnf"}, ""},
		{"other", []string{"f.cnf"}, ""},
		{"f.cnf", nil, ""},
		{"f.cnf", []string{"-", "", "20-91-3/1"}, ""},
		{os.DevNull, []string{os.DevNull}, ""},
		{"f.cnf", []string{"other", "f.cnf"}, "--out=f.cnf would overwrite the input f.cnf: want another name"},
		{"./f.cnf", []string{"symlink"}, "--out=./f.cnf would overwrite the input symlink: want another name"},
		{"link", []string{"f.cnf"}, "--out=link would overwrite the input f.cnf: want another name"},
		{"symlink", []string{"f.cnf"}, "--out=symlink would overwrite the input f.cnf: want another name"},
		{"dangling", []string{"f.cnf"}, ""},
	} {
		got := ""
		if err := output.Apart("--out", tc.name, tc.inputs...); err != nil {
			got = err.Error()
		}
		if got != tc.want {
			t.Errorf("%q, %q: got %q, want %q", tc.name, tc.inputs, got, tc.want)
		}
	}
}
