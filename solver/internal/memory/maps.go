package memory

import (
	"fmt"
	"reflect"
	"strings"
)

// arena is the unit in which Go's runtime reserves addresses for the heap, on 64-bit systems. It begins at a multiple of its size,
// and fills from below.
const arena = 64 << 20

// address is one in the heap.
func address() uint64 { return uint64(reflect.ValueOf(&[1 << 10]byte{}).Pointer()) }

// reservedBehind returns how many addresses, to the end of its arena, are reserved but not used behind the used ones that a heap's address
// is in. maps is a file /proc/PID/maps, whose lines begin such as "c000000000-c000800000 rw-p".
func reservedBehind(maps string, heap uint64) int64 {
	end := uint64(0) // of the used ones; 0 before they are found
	for line := range strings.Lines(maps) {
		var from, to uint64
		var access string
		if _, err := fmt.Sscanf(line, "%x-%x %s", &from, &to, &access); err != nil {
			return 0
		}
		switch {
		case end == 0 && from <= heap && heap < to, end == from && access == "rw-p":
			end = to
		case end == from && access == "---p":
			return int64(min(to-from, -end&(arena-1)))
		case end != 0:
			return 0
		}
	}
	return 0
}
