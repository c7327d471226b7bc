//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package files

import (
	"errors"
	"os"
)

// Lock returns an error here: the system has no locks that end with a program.
func Lock(*os.File) (held bool, err error) { return false, errors.ErrUnsupported }
