//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package parts

import (
	"os"
	"syscall"
)

// lock makes a file this program's, until it is closed. It reports whether another program has it.
func lock(file *os.File) (taken bool) {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == syscall.EWOULDBLOCK
}
