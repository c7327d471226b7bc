package process

import (
	"fmt"

	"github.com/dustin/go-humanize"
)

// Need returns an error if the computer has less memory left than that many bytes, as far as it tells: so
// that a large job can say that it does not fit, instead of being ended by the system half-way. A small one is let through without
// asking, which takes several files.
func Need(bytes int64) error {
	const small = 1 << 20
	if bytes < small {
		return nil
	}
	if free, bound, ok := there(); ok && bytes > free {
		return &ShortError{Need: bytes, Available: free, Bound: bound}
	}
	return nil
}

// ShortError says that there is too little memory for something.
type ShortError struct {
	Need, Available int64  // bytes
	Bound           string // what bounds the latter, such as "ulimit -v"
}

func (e *ShortError) Error() string {
	return fmt.Sprintf("about %s of memory would be needed, and %s lets the program have %s",
		humanize.IBytes(uint64(max(0, e.Need))), e.Bound, humanize.IBytes(uint64(max(0, e.Available))))
}

// Available returns how many bytes of memory the program could still be given, and whether that is known:
// Linux tells, other systems do not.
func Available() (bytes int64, ok bool) {
	bytes, _, ok = there()
	return bytes, ok
}
