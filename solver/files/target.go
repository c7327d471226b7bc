package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mostLinks is the most links that Target follows, as in Linux.
const mostLinks = 40

// Target returns the path of a name after following all symbolic links. The last link may point to a file that does not
// exist yet. A name that is no link, or that of an open descriptor, stays as it is.
func Target(name string) (string, error) {
	path := name
	for range mostLinks {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // opening it will tell what is wrong
		}
		if _, _, ok := Descriptor(path); ok {
			return path, nil
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			folder, _ := filepath.Split(path) // not cleaned: before a ".." there may be a link
			to = folder + to
		}
		path = to
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: errors.New("too many links behind each other")}
}

// TargetFolder is Target for the name of a folder, which may end with a slash. It refuses a ~ at the beginning, which
// the shell should have replaced.
func TargetFolder(name string) (string, error) {
	if name == "~" || strings.HasPrefix(name, "~/") {
		return "", fmt.Errorf("%s: the shell has not replaced the ~; want the path of a home folder, or ./~ for a folder that is called so", name)
	}
	for len(name) > 1 && os.IsPathSeparator(name[len(name)-1]) {
		name = name[:len(name)-1]
	}
	return Target(name)
}

// Descriptor reports whether a path is the name of an open descriptor, such as /proc/self/fd/1 or /dev/fd/1, and
// whether it is one of this process. Target follows links to such names, such as /dev/stdout.
func Descriptor(path string) (number int, own, ok bool) {
	folder, base := filepath.Split(path)
	number, err := strconv.Atoi(base)
	if err != nil || number < 0 {
		return 0, false, false
	}
	if folder == "" {
		folder = "."
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return 0, false, false
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return 0, false, false
	}
	folder = filepath.ToSlash(folder)
	if folder == "/dev/fd" { // on systems where it is no link into /proc
		return number, true, true
	}
	if !strings.HasPrefix(folder, "/proc/") || filepath.Base(folder) != "fd" {
		return 0, false, false
	}
	self, err := filepath.EvalSymlinks("/proc/self")
	return number, err == nil && strings.HasPrefix(folder, self+"/"), true
}

// Same reports whether two names stand for the same file, perhaps through links, even if it does not exist yet.
func Same(a, b string) bool {
	if a, b = Real(a), Real(b); a == b {
		return a != ""
	}
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// Real returns the absolute path of a name, without links, or "" if there is none. The file need not exist.
func Real(name string) string {
	path, err := Target(name)
	if err != nil || name == "" {
		return ""
	}
	folder, base := filepath.Split(path)
	if folder == "" {
		folder = "."
	}
	if whole, err := filepath.EvalSymlinks(folder); err == nil {
		folder = whole
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return ""
	}
	return filepath.Join(folder, base)
}
