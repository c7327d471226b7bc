//go:build unix

package files

import "syscall"

// nonblock lets the opening of a pipe return at once, even if nothing writes to it.
const nonblock = syscall.O_NONBLOCK
