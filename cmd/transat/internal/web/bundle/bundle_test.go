package bundle

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// needGo skips a test on a computer without Go.
func needGo(t *testing.T) {
	t.Helper()
	if _, _, err := Build(t.Context(), Source{Module: "x", Folders: []string{checkoutOf(t, "x", "")}, Package: "missing"}); err != nil &&
		strings.Contains(err.Error(), "there is no go command") {
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// checkoutOf makes a module with a program in the folder p, and returns its root.
func checkoutOf(t *testing.T, name, body string) string {
	t.Helper()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "p"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "go.mod"), "module "+name+"\n\ngo 1.26\n")
	write(t, filepath.Join(root, "p", "main.go"), "package main\n\nfunc main() { "+body+" }\n")
	return root
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// counted is a source that counts its builds.
func counted(root, keep string) (s Source, builds func() int) {
	var mu sync.Mutex
	n := 0
	s = Source{Module: "example", Package: "p", Folders: []string{filepath.Join(root, "p")}, Keep: keep}
	s.Progress = func(share float64, _ string) {
		mu.Lock()
		defer mu.Unlock()
		if share == 1 {
			n++
		}
	}
	return s, func() int {
		mu.Lock()
		defer mu.Unlock()
		return n
	}
}

func find(t *testing.T, s Source) Program {
	t.Helper()
	p, err := Find(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProgramIsBuiltOnceAndKept(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	needGo(t)
	root, keep := checkoutOf(t, "example", "println(1)"), filepath.Join(t.TempDir(), "page")
	s, builds := counted(root, keep)
	first := find(t, s)
	unpacked, err := gzip.NewReader(bytes.NewReader(first.Wasm))
	if err != nil {
		t.Fatal(err)
	}
	program, err := io.ReadAll(unpacked)
	if err != nil || len(program) < 100_000 || !bytes.HasPrefix(program, []byte("\x00asm")) ||
		!strings.Contains(string(first.Bridge), "globalThis.Go") {
		t.Fatalf("a program of %d bytes, %v, and a bridge of %d", len(program), err, len(first.Bridge))
	}
	again := find(t, s)
	if builds() != 1 || !slices.Equal(first.Wasm, again.Wasm) || !slices.Equal(first.Bridge, again.Bridge) {
		t.Errorf("%d builds, want one that serves twice", builds())
	}

	t.Run("the same bytes from another folder", func(t *testing.T) {
		other, builds := counted(checkoutOf(t, "example", "println(1)"), "")
		if !slices.Equal(first.Wasm, find(t, other).Wasm) || builds() != 1 {
			t.Error("the bytes differ")
		}
	})
	t.Run("a change of a source", func(t *testing.T) {
		write(t, filepath.Join(root, "p", "more.go"), "package main\n\nvar _ = 1\n")
		find(t, s)
		if builds() != 2 {
			t.Errorf("%d builds, want a second one", builds())
		}
	})
	names := []string{WasmName, BridgeName, sumName}
	if testing.Short() {
		names = names[:1]
	}
	for i, name := range names {
		t.Run("a damaged "+name, func(t *testing.T) {
			names, err := filepath.Glob(filepath.Join(keep, "*", name))
			if err != nil || len(names) != 2 {
				t.Fatalf("%v, %v", names, err)
			}
			for _, name := range names {
				data, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				data[len(data)/2] ^= 1
				write(t, name, string(data))
			}
			find(t, s)
			find(t, s)
			if want := 3 + i; builds() != want {
				t.Errorf("%d builds, want another one, and one alone: %d", builds(), want)
			}
		})
	}
}

func TestOneOfManyProcessesBuilds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	needGo(t)
	s, builds := counted(checkoutOf(t, "example", "println(2)"), filepath.Join(t.TempDir(), "page"))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := Find(t.Context(), s); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if builds() != 1 {
		t.Errorf("%d builds, want one", builds())
	}
}

// A process that waits for another one says so.
func TestWaitingIsTold(t *testing.T) {
	b := &build{Source: Source{Keep: t.TempDir()}}
	unlock, err := b.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	told := ""
	second := &build{Source: Source{Keep: b.Keep, Progress: func(_ float64, what string) {
		if told == "" {
			unlock()
		}
		told = what
	}}}
	after, err := second.lock(t.Context())
	if err != nil || !strings.HasPrefix(told, "waiting") {
		t.Fatalf("told %q, %v", told, err)
	}
	after()
}

func TestOldProgramsGo(t *testing.T) {
	keep := t.TempDir()
	for _, name := range []string{"a", "b", "c", "d", "e", "f", ".new-1"} {
		if err := os.Mkdir(filepath.Join(keep, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(keep, "lock"), "")
	tidy(keep)
	entries, err := os.ReadDir(keep)
	if err != nil || len(entries) != keptPrograms+1 {
		t.Errorf("%v remain, %v; want %d folders and the lock", entries, err, keptPrograms)
	}
}

func TestNoProgram(t *testing.T) {
	needGo(t)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	keep := filepath.Join(t.TempDir(), "page")
	for _, tc := range []struct {
		name, module, body string
		ctx                context.Context
		is                 error
		want               string
	}{
		{"no checkout", "another", "", t.Context(), ErrNowhere, "inside a checkout"},
		{"a name that only begins like it", "example/more", "", t.Context(), ErrNowhere, "inside a checkout"},
		{"a mistake in the sources", "example", "mistake", t.Context(), nil, "undefined: mistake"},
		{"interrupted", "example", "", cancelled, context.Canceled, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, _ := counted(checkoutOf(t, tc.module, tc.body), keep)
			_, err := Find(tc.ctx, s)
			if err == nil || tc.is != nil && !errors.Is(err, tc.is) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("the error is %v", err)
			}
		})
	}
	if files, _ := filepath.Glob(filepath.Join(keep, "*")); slices.ContainsFunc(
		files, func(f string) bool { return filepath.Base(f) != "lock" },
	) {
		t.Errorf("%v is left", files)
	}
}

// A folder that cannot be written to costs time, not the page.
func TestProgramThatCannotBeKept(t *testing.T) {
	needGo(t)
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	s, builds := counted(checkoutOf(t, "example", "println(3)"), filepath.Join(file, "page"))
	var warnings []string
	s.Warn = func(text string) { warnings = append(warnings, text) }
	find(t, s)
	if builds() != 1 || len(warnings) != 1 || !strings.Contains(warnings[0], "is not kept") {
		t.Errorf("%d builds, warnings %q", builds(), warnings)
	}
}

// The checkout of these tests is found from where they run, and from where they were built.
func TestCheckoutOfThis(t *testing.T) {
	s := Engine()
	for _, folder := range s.Folders {
		root, ok := checkout(s.Module, []string{folder})
		if _, err := os.Stat(filepath.Join(root, "cmd", "transat", "main.go")); !ok || err != nil {
			t.Errorf("from %s: %q, %v, %v", folder, root, ok, err)
		}
	}
	if len(s.Folders) == 0 {
		t.Error("there is no folder to begin with")
	}
}
