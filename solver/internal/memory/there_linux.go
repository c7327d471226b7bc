package memory

import (
	"io/fs"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
)

// rooms returns the limits of the program, one by one.
func rooms() []Room {
	rooms := groupRooms(system{})
	if info, err := fs.ReadFile(system{}, "proc/meminfo"); err == nil {
		available, ok := field(string(info), "MemAvailable:")
		swap, _ := field(string(info), "SwapFree:")
		if ok {
			rooms = append(rooms, Room{Bytes: available<<10 + swap<<10, Bound: Computer})
		}
	}
	if left, ok := unused(syscall.RLIMIT_AS, "VmSize:"); ok {
		own, ahead, left := ownFree(), ahead(), max(0, left-spare)
		// a large slice must find its addresses in one piece: behind the heap, in new arenas, or, it is hoped, in half of what is free
		piece := max(ahead+left&^(arena-1), own/2)
		rooms = append(rooms, Room{Bytes: min(usable(own+ahead+left), piece), Bound: "ulimit -v", hard: true})
	}
	if left, ok := unused(syscall.RLIMIT_DATA, "VmData:"); ok {
		rooms = append(rooms, Room{Bytes: usable(ownFree() + max(0, left-spare)), Bound: "ulimit -d", hard: true})
	}
	return rooms
}

// spare is what the runtime may need besides the heap: tables, stacks of threads, and for a moment an arena more than it uses.
const spare = 128 << 20

// usable is the part of addresses that the heap surely finds: gaps between allocations are too small for large ones.
func usable(bytes int64) int64 { return bytes / 4 * 3 }

// unused returns how many bytes are left of a limit of the process, of which a line of /proc/self/status says how much is used; or false if
// there is no limit.
func unused(resource int, line string) (bytes int64, ok bool) {
	var limit syscall.Rlimit
	if syscall.Getrlimit(resource, &limit) != nil || limit.Cur > math.MaxInt64 {
		return 0, false
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	used, ok := field(string(status), line)
	return max(0, int64(limit.Cur)-used<<10), ok
}

// ownFree returns how much of the heap's memory from the system is free. The garbage is collected first.
func ownFree() int64 {
	debug.FreeOSMemory()
	samples := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() + samples[1].Value.Uint64())
}

// ahead returns how many addresses the heap has reserved but not yet taken.
func ahead() int64 {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return 0
	}
	return reservedBehind(string(maps), address())
}

// system are the files of the computer. The short ones that tell about memory are read with a third of the calls that package os needs,
// which lets the poller watch them.
type system struct{}

func (system) Open(name string) (fs.File, error) { return os.Open("/" + name) }

// ReadFile implements fs.ReadFileFS.
func (system) ReadFile(name string) ([]byte, error) {
	file, err := syscall.Open("/"+name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: "/" + name, Err: err}
	}
	defer syscall.Close(file)
	text, size := make([]byte, 4<<10), 0
	for {
		n, err := syscall.Read(file, text[size:])
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return nil, &fs.PathError{Op: "read", Path: "/" + name, Err: err}
		case n == 0:
			return text[:size], nil
		}
		size += max(0, n)
		if size == len(text) {
			text = append(text, make([]byte, size)...)
		}
	}
}
