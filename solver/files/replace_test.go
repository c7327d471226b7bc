package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"transat/solver/files"
)

// replace writes a file as the program does.
func replace(name, text string) error {
	target, err := files.Target(name)
	if err != nil {
		return err
	}
	file, err := files.Create(target)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, files.Place(file, target))
}

// link makes a symbolic link.
func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Skip(err) // not on every file system
	}
}

func TestTarget(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, folder := range []string{"a/b", "c"} {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("file", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	there, err := filepath.Abs("c/there")
	if err != nil {
		t.Fatal(err)
	}
	link(t, "file", "near")
	link(t, "near", "far")
	link(t, "nothing", "dangling")
	link(t, there, "absolute")
	link(t, "../c", "a/folder")
	link(t, "../up", "c/out")
	link(t, "loop", "loop")
	for _, tc := range []struct{ name, want string }{
		{"file", "file"},
		{"./file", "./file"},
		{"new", "new"},
		{"no/folder", "no/folder"},
		{"near", "file"},
		{"far", "file"},
		{"./far", "./file"},
		{"dangling", "nothing"},
		{"absolute", there},
		{"a/folder/x", "a/folder/x"},
		{"c/out", "c/../up"},
		{"a/folder/out", "a/folder/../up"}, // which is not a/up
	} {
		if got, err := files.Target(tc.name); err != nil || got != filepath.FromSlash(tc.want) {
			t.Errorf("%s stands for %s, %v; want %s", tc.name, got, err, tc.want)
		}
	}
	for name, want := range map[string]string{"dangling/": "nothing", "./~/": "./~", "a~/b": "a~/b", "~": "", "~/x": ""} {
		if got, err := files.TargetFolder(name); got != want || (err != nil) != (want == "") {
			t.Errorf("the folder of %s is %q, %v", name, got, err)
		}
	}
	var path *fs.PathError
	if _, err := files.Target("loop"); !errors.As(err, &path) || path.Path != "loop" {
		t.Errorf("a link to itself: %v", err)
	}
	if err := replace("a/folder/out", "text"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("up"); err != nil {
		t.Error("the dots behind a link are not those of the folder that it points to:", err)
	}
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"far", "file", true},
		{"dangling", "nothing", true},
		{"dangling", "./c/../nothing", true},
		{"absolute", "a/folder/there", true},
		{"dangling", "file", false},
		{"new", "nothing", false},
		{"", "", false},
	} {
		if got := files.Same(tc.a, tc.b); got != tc.want {
			t.Errorf("%q and %q are the same: %v", tc.a, tc.b, got)
		}
	}
}

func TestDescriptor(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip(err)
	}
	link(t, "/proc/self/fd/1", "out")
	link(t, "/proc/self/fd", "folder")
	link(t, "7", "number")
	for _, tc := range []struct {
		name    string
		own, ok bool
	}{
		{"out", true, true},
		{"/dev/fd/1", true, true},
		{"folder/1", true, true},
		{"/proc/self/../self/fd/1", true, true},
		{"/proc/thread-self/fd/1", true, true},
		{"/proc/1/fd/1", os.Getpid() == 1, true},
		{"7", false, false},
		{"number", false, false},
		{"/proc/self/fd", false, false},
		{"", false, false},
	} {
		target, err := files.Target(tc.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, own, ok := files.Descriptor(target); own != tc.own || ok != tc.ok {
			t.Errorf("%s: own %v, a descriptor %v", tc.name, own, ok)
		}
	}
}

func TestNamesHaveRoom(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{strings.Repeat("x", 245), strings.Repeat("x", 255), strings.Repeat("ä", 127), strings.Repeat("語", 85)} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Skip(err) // the file system has shorter ones
		}
		if err := replace(name, "text"); err != nil {
			t.Error(err)
		}
		folder, err := files.Folder(name)
		if err != nil {
			t.Error(err)
		}
		if err := os.Remove(folder); err != nil {
			t.Error(err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOfN(rapid.RuneFrom([]rune("aä語")), 1, 255, 255).Draw(t, "name")
		got := files.Beside("dir/"+name, ".pieces")
		base := filepath.Base(got)
		switch {
		case len(base) > 255 || !utf8.ValidString(base) || !strings.HasSuffix(base, ".pieces") || filepath.Dir(got) != "dir":
			t.Fatalf("%s is no name beside %s", got, name)
		case len(name) <= 248 && base != name+".pieces":
			t.Fatalf("%s is cut without need", got)
		}
	})
	if a, b := files.Beside(strings.Repeat("x", 254)+"1", ".new"), files.Beside(strings.Repeat("x", 254)+"2", ".new"); a == b {
		t.Error("two names that end differently are cut to the same one")
	}
}

func TestCreateAsTakesWhatWasLeft(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.new", []byte("left by a program that was killed"), 0o666); err != nil {
		t.Fatal(err)
	}
	file, err := files.CreateAs("a.new", "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := files.Place(file, "a"); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile("a"); err != nil || len(text) > 0 {
		t.Errorf("%q, %v", text, err)
	}
}
