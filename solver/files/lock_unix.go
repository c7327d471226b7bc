//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package files

import (
	"os"
	"syscall"
)

// Lock makes a file this program's, until it is closed or the program dies, and reports whether it has done so: it has not if another
// program has the file. The error says that the file cannot be locked, as on a file system that has no such locks; then another program may
// have it or not.
func Lock(file *os.File) (held bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return false, nil
	}
	return err == nil, os.NewSyscallError("flock", err)
}
