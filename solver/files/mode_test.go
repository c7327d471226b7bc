//go:build unix

package files_test

import (
	"io/fs"
	"os"
	"syscall"
	"testing"

	"transat/solver/files"
)

func TestModes(t *testing.T) {
	for _, tc := range []struct {
		name      string
		umask     int
		old, want fs.FileMode // old is 0 for a new file
	}{
		{"new", 0o022, 0, 0o644},
		{"new, private", 0o077, 0, 0o600},
		{"new, for a group", 0o002, 0, 0o664},
		{"replaced", 0o022, 0o600, 0o600},
		{"replaced, wider than the umask", 0o077, 0o664, 0o664},
		{"replaced, an odd one", 0o022, 0o440, 0o440},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if tc.old != 0 {
				if err := os.WriteFile("f", nil, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod("f", tc.old); err != nil {
					t.Fatal(err)
				}
			}
			defer syscall.Umask(syscall.Umask(tc.umask))
			file, err := files.Create("f")
			if err != nil {
				t.Fatal(err)
			}
			if info, err := file.Stat(); err != nil || tc.old != 0 && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("until it has its place, the new file has mode %v, %v", info.Mode(), err)
			}
			if err := files.Place(file, "f"); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat("f"); err != nil || info.Mode().Perm() != tc.want {
				t.Errorf("mode %v, %v; want %v", info.Mode(), err, tc.want)
			}
			folder, err := files.Folder("g")
			if err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o777&^fs.FileMode(tc.umask) {
				t.Errorf("a folder with mode %v, %v", info.Mode(), err)
			}
		})
	}
}

func TestOwnerStays(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("f", nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown("f", 4711, 4712); err != nil {
		t.Skip(err) // not on every file system
	}
	if err := replace("f", "text"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat("f")
	if err != nil {
		t.Fatal(err)
	}
	if is := info.Sys().(*syscall.Stat_t); is.Uid != 4711 || is.Gid != 4712 || info.Mode().Perm() != 0o640 {
		t.Errorf("owner %d, group %d, mode %v", is.Uid, is.Gid, info.Mode())
	}
}
