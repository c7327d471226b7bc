//go:build unix

package files

import "syscall"

// nonblock makes no one wait who opens a pipe at whose other end there is no one.
const nonblock = syscall.O_NONBLOCK
