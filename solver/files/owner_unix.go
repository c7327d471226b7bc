//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of the one that it replaces, where that is allowed.
func keepOwner(file *os.File, old fs.FileInfo) {
	now, err := file.Stat()
	if err != nil {
		return
	}
	is, ok1 := now.Sys().(*syscall.Stat_t)
	was, ok2 := old.Sys().(*syscall.Stat_t)
	if ok1 && ok2 && (is.Uid != was.Uid || is.Gid != was.Gid) {
		_ = file.Chown(int(was.Uid), int(was.Gid)) // root may do it
	}
}
