// Package memory says whether a large job fits into the memory that the computer has left.
package memory

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

// Need returns an error if the computer has less memory left than that many bytes, as far as it tells: so
// that a large job can say that it does not fit, instead of being ended by the system half-way.
func Need(bytes int64) error {
	if free, ok := Available(); ok && bytes > free {
		return &ShortError{Need: bytes, Available: free}
	}
	return nil
}

// ShortError says that there is too little memory for something.
type ShortError struct{ Need, Available int64 } // bytes

func (e *ShortError) Error() string {
	return fmt.Sprintf("about %s of memory would be needed, and %s are available",
		humanize.IBytes(uint64(max(0, e.Need))), humanize.IBytes(uint64(max(0, e.Available))))
}

// Available returns how many bytes of memory the program could still be given, and whether that is known:
// Linux tells, for the computer and for the container (control group) that the program runs in, other
// systems do not.
func Available() (bytes int64, ok bool) {
	const group = "/sys/fs/cgroup/memory."
	all, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	bytes, ok = availableIn(string(all))
	limit, limited := readNumber(group + "max") // the word max, if there is none
	used, known := readNumber(group + "current")
	if ok && limited && known {
		bytes = min(bytes, max(0, limit-used))
	}
	return bytes, ok
}

// availableIn finds the line "MemAvailable: 8388608 kB".
func availableIn(meminfo string) (bytes int64, ok bool) {
	for line := range strings.Lines(meminfo) {
		if fields := strings.Fields(line); len(fields) >= 2 && fields[0] == "MemAvailable:" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes << 10, err == nil
		}
	}
	return 0, false
}

// readNumber reads a file that holds one number.
func readNumber(name string) (n int64, ok bool) {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}
