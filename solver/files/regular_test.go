package files_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"transat/solver/files"
)

// ReadFile reads an ordinary file, perhaps through a link; it neither waits for nor reads anything else.
func TestReadFile(t *testing.T) {
	t.Chdir(t.TempDir())
	err := errors.Join(os.WriteFile("file", []byte("text"), 0o600), os.WriteFile("empty", nil, 0o600), os.Mkdir("folder", 0o700))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate("empty", 0); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		most int64
		want string
		ok   bool
	}{
		{"file", 4, "text", true},
		{"file", 1 << 40, "text", true},
		{"empty", 0, "", true},
		{"file", 3, "", false},
		{"folder", 1 << 20, "", false},
	} {
		got, err := files.ReadFile(tc.name, tc.most)
		if string(got) != tc.want || (err == nil) != tc.ok || err != nil && !errors.As(err, new(*files.KindError)) {
			t.Errorf("%s, at most %d: %q, %v; want %q", tc.name, tc.most, got, err, tc.want)
		}
	}
	if _, err := files.ReadFile("nothing", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// OpenAppend makes a file or writes behind what is there, and can read it; it opens nothing else.
func TestOpenAppend(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, want := range []string{"text", "texttext"} {
		file, err := files.OpenAppend("file")
		if err != nil {
			t.Fatal(err)
		}
		before, err1 := files.Read(file, 100)
		_, err2 := file.WriteString("text")
		if err := errors.Join(err1, err2, file.Close()); err != nil || string(before)+"text" != want {
			t.Errorf("%q before, %v", before, err)
		}
		if got, err := files.ReadFile("file", 100); string(got) != want || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	for _, name := range []string{os.DevNull, ".", "nothing/file"} {
		if _, err := files.OpenAppend(name); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
}

func TestPipesDevicesAndLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("file", []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": "file", "zero": "/dev/zero"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skipf("there are no links here: %v", err)
		}
	}
	if got, err := files.ReadFile("link", 10); string(got) != "text" || err != nil {
		t.Errorf("through a link: %q, %v", got, err)
	}
	if _, err := os.Stat("/dev/zero"); err == nil {
		if _, err := files.ReadFile("zero", 10); !errors.As(err, new(*files.KindError)) {
			t.Errorf("a device: %v", err)
		}
	}
	if err := exec.CommandContext(t.Context(), "mkfifo", "pipe").Run(); err != nil {
		t.Skipf("there are no pipes here: %v", err)
	}
	if _, err := files.Open("pipe"); !errors.As(err, new(*files.KindError)) { // and does not wait for a writer
		t.Errorf("a pipe: %v", err)
	}
	root, err := os.OpenRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := files.OpenIn(root, "pipe"); !errors.As(err, new(*files.KindError)) {
		t.Errorf("a pipe below a folder: %v", err)
	}
	if file, err := files.OpenIn(root, "link"); err != nil {
		t.Error(err)
	} else if filepath.Base(file.Name()) != "link" || file.Close() != nil {
		t.Errorf("opened %s", file.Name())
	}
}
