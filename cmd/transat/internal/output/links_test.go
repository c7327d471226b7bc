package output_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"transat/cmd/transat/internal/output"
)

// A link stays a link, and what it stands for is written.
func TestLinksStay(t *testing.T) {
	for _, tc := range []struct{ name, link, target string }{
		{"a file", "link", "old"},
		{"nothing yet", "link", "new"},
		{"a file elsewhere", "link", "folder/new"},
		{"a link", "second", "old"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := errors.Join(os.Mkdir("folder", 0o777), os.WriteFile("old", []byte("old"), 0o600)); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(os.Symlink(tc.target, "link"), os.Symlink("link", "second")); err != nil {
				t.Skip(err) // not on every file system
			}
			if err := output.WriteFile(tc.link, hello); err != nil {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(tc.target); err != nil || string(text) != "hello\n" {
				t.Errorf("%s is %q, %v", tc.target, text, err)
			}
			for _, name := range []string{"link", "second"} {
				if _, err := os.Readlink(name); err != nil {
					t.Error(err)
				}
			}
			if left, err := filepath.Glob(".*"); err != nil || len(left) > 0 {
				t.Errorf("left over: %v, %v", left, err)
			}
		})
	}
}

func TestFolderOfALink(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink("nothing", "link"); err != nil {
		t.Skip(err)
	}
	if err := output.Folder("link"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat("nothing"); err != nil || !info.IsDir() {
		t.Error("the folder is not where the link points to:", err)
	}
}

// descriptors skips where descriptors have no names.
func descriptors(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if _, err := os.Stat("/proc/self/fd/1"); err != nil {
		t.Skip(err)
	}
}

// What an open descriptor has been given before stays, and what comes later follows.
func TestOpenDescriptors(t *testing.T) {
	for _, name := range []string{"/proc/self/fd/%d", "/dev/fd/%d", "link"} {
		for _, flag := range []int{0, os.O_APPEND} {
			descriptors(t)
			file, err := os.OpenFile("log", os.O_CREATE|os.O_WRONLY|flag, 0o666)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			path := name
			if name == "link" {
				if err := os.Symlink(fmt.Sprintf("/proc/self/fd/%d", file.Fd()), "link"); err != nil {
					t.Skip(err)
				}
			} else {
				path = fmt.Sprintf(name, file.Fd())
			}
			fmt.Fprintln(file, "before")
			if err := output.WriteFile(path, hello); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(file, "after")
			if text, err := os.ReadFile("log"); err != nil || string(text) != "before\nhello\nafter\n" {
				t.Errorf("%s: %q, %v", path, text, err)
			}
			if output.Ordinary(path) || output.Nearby(path) != "" {
				t.Errorf("%s is taken for an ordinary file", path)
			}
		}
	}
	descriptors(t)
	if err := os.WriteFile("in", []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	reader, err := os.Open("in")
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, err := output.Create(fmt.Sprintf("/dev/fd/%d", reader.Fd())); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a descriptor that is only read from: %v", err)
	}
	if _, err := output.Create("/dev/fd/99999"); err == nil {
		t.Error("a descriptor that is not open is taken")
	}
}

// What goes to where stdout goes comes as a whole, behind what was printed before, whatever the name of that is.
func TestOutputToStdout(t *testing.T) {
	for _, name := range []string{"link", "log"} {
		descriptors(t)
		file, err := os.Create("log")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(fmt.Sprintf("/proc/self/fd/%d", file.Fd()), "link"); err != nil {
			t.Skip(err)
		}
		stdout := os.Stdout
		os.Stdout = file
		fmt.Fprintln(os.Stdout, "c before")
		f, err := output.Create(name)
		lost, err2 := output.Create(name)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		err = errors.Join(hello(f), hello(lost))
		fmt.Fprintln(os.Stdout, "c meanwhile")
		err = errors.Join(err, f.Commit())
		lost.Discard()
		fmt.Fprintln(os.Stdout, "s DONE")
		os.Stdout = stdout
		if err = errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile("log"); err != nil || string(text) != "c before\nc meanwhile\nhello\ns DONE\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

func TestDistinct(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink("new", "dangling"); err != nil {
		t.Skip(err)
	}
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{"a", "b", false},
		{"a", "./a", true},
		{"dangling", "new", true},
		{"new", "dangling", true},
		{"", "", false},
		{os.DevNull, os.DevNull, false},
	} {
		err := output.Distinct(output.Named{Flag: "--out", Name: tc.a}, output.Named{}, output.Named{Flag: "--picture", Name: tc.b})
		want := fmt.Sprintf("--out=%s and --picture=%s are the same file: want two", tc.a, tc.b)
		if tc.same && (err == nil || err.Error() != want) || !tc.same && err != nil {
			t.Errorf("%q and %q: %v", tc.a, tc.b, err)
		}
	}
}
