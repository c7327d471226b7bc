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
	"unicode/utf8"
)

const (
	longest  = 255 // bytes of a file name, on all usual file systems
	attempts = 100 // to find a name that is free
)

// Create makes an empty file beside target, with a name of its own, for [Place]. As long as it is there, those who may not read the
// file that it is to replace cannot read it either.
func Create(target string) (*os.File, error) {
	perm := permBefore(target)
	for range attempts - 1 {
		file, err := open(temporary(target), os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
	return open(temporary(target), os.O_EXCL, perm)
}

// CreateAs is Create with the name that the new file has until then. A file that a killed program has left there is written over.
func CreateAs(name, target string) (*os.File, error) {
	return open(name, os.O_TRUNC, permBefore(target))
}

// open opens a file to write to, and to read what was written.
func open(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|flag, perm)
}

// permBefore is the mode, before the umask, of a file that is to have the place of another.
func permBefore(target string) fs.FileMode {
	if _, err := os.Stat(target); err == nil {
		return 0o600
	}
	return 0o666
}

// Folder makes an empty folder beside target, with a name of its own, that the caller may rename to it.
func Folder(target string) (name string, err error) {
	for range attempts {
		name = temporary(target)
		if err = os.Mkdir(name, 0o777); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return name, err
}

// Place closes a file of Create or CreateAs, and renames it to target. If that fails, the file is still there.
func Place(file *os.File, target string) error {
	err := resemble(file, target)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), target)
}

// resemble gives a file the mode and, where possible, the owner of the one that it replaces.
func resemble(file *os.File, target string) error {
	old, err := os.Stat(target)
	if err != nil || !old.Mode().IsRegular() {
		return nil // there is none, or renaming will say what is wrong
	}
	keepOwner(file, old)
	now, err := file.Stat()
	if err != nil || now.Mode().Perm() == old.Mode().Perm() {
		return err
	}
	return file.Chmod(old.Mode().Perm())
}

// temporary is a name beside target that no one else knows. The start of it tells people what it is.
func temporary(target string) string {
	folder, base := filepath.Split(target)
	random := strings.ToLower(rand.Text())[:10]
	return folder + "." + cut(base, longest-len(".."+random)) + "." + random
}

// Beside is target with a suffix behind its name. A name that has no room for it is cut, and gets a checksum.
func Beside(target, suffix string) string {
	folder, base := filepath.Split(target)
	if len(base)+len(suffix) <= longest {
		return target + suffix
	}
	sum := fmt.Sprintf("-%08x", crc32.ChecksumIEEE([]byte(base)))
	return folder + cut(base, longest-len(sum)-len(suffix)) + sum + suffix
}

// cut returns the first n bytes of a name, or a few less so that the last letter is whole.
func cut(name string, n int) string {
	if len(name) <= n {
		return name
	}
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n]
}
