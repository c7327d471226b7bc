package files

import (
	"crypto/rand"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	longest  = 255 // bytes of a file name, on all usual file systems
	attempts = 100 // attempts to find a free name
	randoms  = 10  // letters of a temporary name that are drawn
)

// Create makes an empty file beside target, with a name of its own, for [Place]. While it is there, only those who may
// read the file that it is to replace can read it. Those of programs that were killed are removed.
func Create(target string) (*os.File, error) { return claim(target, permBefore(target)) }

// Scratch makes an empty file in a folder, "" for that of the system, that is removed in the end: only this user can read it. Those of the
// same name whose programs were killed are removed.
func Scratch(folder, name string) (*os.File, error) {
	if folder == "" {
		folder = os.TempDir()
	}
	return claim(filepath.Join(folder, name), 0o600)
}

// claim removes what was abandoned, and makes a file that is not.
func claim(target string, perm fs.FileMode) (*os.File, error) {
	sweep(target)
	file, err := create(target, perm)
	if err == nil {
		_, _ = Lock(file) // where that is not possible, nobody takes it for abandoned
	}
	return file, err
}

func create(target string, perm fs.FileMode) (*os.File, error) {
	for range attempts - 1 {
		file, err := open(temporary(target), os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
	return open(temporary(target), os.O_EXCL, perm)
}

// CreateAs is Create with a given name for the new file until Place. It overwrites a file of that name, which a killed
// program has left.
func CreateAs(name, target string) (*os.File, error) {
	return open(name, os.O_TRUNC, permBefore(target))
}

// open opens a file for writing, and for reading what was written.
func open(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|flag, perm)
}

// permBefore returns the mode, before the umask, for a file that is to replace target.
func permBefore(target string) fs.FileMode {
	if _, err := os.Stat(target); err == nil {
		return 0o600
	}
	return 0o666
}

// Folder makes an empty folder beside target, with a name of its own. The caller may rename it to target.
func Folder(target string) (name string, err error) {
	for range attempts {
		name = temporary(target)
		if err = os.Mkdir(name, 0o777); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return name, err
}

// Place closes a file of Create or CreateAs, and renames it to target. If that fails, the file stays.
func Place(file *os.File, target string) error {
	_ = os.Chtimes(file.Name(), time.Time{}, time.Now()) // so that nobody takes it for abandoned when it is closed
	err := resemble(file, target)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), target)
}

// resemble gives a file the mode and, where allowed, the owner of the one that it replaces.
func resemble(file *os.File, target string) error {
	old, err := os.Stat(target)
	if err != nil || !old.Mode().IsRegular() {
		return nil // there is none, or renaming will tell what is wrong
	}
	keepOwner(file, old)
	now, err := file.Stat()
	if err != nil || now.Mode().Perm() == old.Mode().Perm() {
		return err
	}
	return file.Chmod(old.Mode().Perm())
}

// temporary returns an unused name beside target. Its start tells people what the file is.
func temporary(target string) string {
	folder, base := filepath.Split(target)
	random := strings.ToLower(rand.Text())[:randoms]
	return folder + "." + cut(base, longest-len(".."+random)) + "." + random
}

// Beside returns target with a suffix after its name. A name too long for it is cut, and gets a checksum.
func Beside(target, suffix string) string {
	folder, base := filepath.Split(target)
	if len(base)+len(suffix) <= longest {
		return target + suffix
	}
	sum := fmt.Sprintf("-%08x", crc32.ChecksumIEEE([]byte(base)))
	return folder + cut(base, longest-len(sum)-len(suffix)) + sum + suffix
}

// cut returns the first n bytes of a name, or a few less so that the last letter is complete.
func cut(name string, n int) string {
	if len(name) <= n {
		return name
	}
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n]
}
