//go:build unix

package output

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// duplicate returns a copy of an open descriptor, at the same position of the same file. It fails if the descriptor is not writable.
func duplicate(number int) (*os.File, error) {
	name := "/dev/fd/" + strconv.Itoa(number)
	flags, err := unix.FcntlInt(uintptr(number), unix.F_GETFL, 0)
	if err == nil && flags&unix.O_ACCMODE == unix.O_RDONLY {
		err = unix.EACCES
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	twin, err := unix.FcntlInt(uintptr(number), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(twin), name), nil
}
