//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package files

import (
	"os"
	"syscall"
)

// Locks says whether the system has such locks.
const Locks = true

// Lock makes a file this program's, until it is closed or the program dies. It reports whether another program has it. Where the system
// has no such locks, nobody has it.
func Lock(file *os.File) (taken bool) {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == syscall.EWOULDBLOCK
}
