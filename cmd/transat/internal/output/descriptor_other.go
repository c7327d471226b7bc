//go:build !unix

package output

import (
	"errors"
	"os"
	"strconv"
)

// duplicate fails where descriptors have no names, or cannot be had twice.
func duplicate(number int) (*os.File, error) {
	return nil, &os.PathError{Op: "open", Path: "descriptor " + strconv.Itoa(number), Err: errors.ErrUnsupported}
}
