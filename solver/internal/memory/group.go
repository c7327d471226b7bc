package memory

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// groupRooms returns the free memory of the program's control groups: of its own, and of the groups above. root is the
// folder / of a Linux.
//
// A container may see its own group as the root of all, whatever /proc/self/cgroup calls it, so the root is always looked at.
func groupRooms(root fs.FS) []Room {
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	var rooms []Room
	for line := range strings.Lines(string(groups)) { // 0::/user.slice, or 4:memory:/docker/1f of version 1
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		h := hierarchy{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"}
		if parts[1] != "" {
			h = hierarchy{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
		}
		for group := path.Join("/", parts[2]); ; group = path.Dir(group) {
			if bytes, ok := h.left(root, group); ok {
				rooms = append(rooms, Room{Bytes: bytes, Bound: "the control group (the container)"})
			}
			if group == "/" {
				break
			}
		}
	}
	return rooms
}

// hierarchy is where a version of control groups has its files.
type hierarchy struct {
	folder, most, used string
	cache              string // line of memory.stat: files in memory that the system drops when it needs the room
}

// left returns the free memory of a group, or false if it has no limit.
func (h hierarchy) left(root fs.FS, group string) (bytes int64, ok bool) {
	const unlimited = 1 << 60 // version 1 has a number as large as can be instead
	folder := path.Join(h.folder, group)
	most, limited := number(root, path.Join(folder, h.most)) // the word max, if there is no limit
	if !limited || most >= unlimited {
		return 0, false
	}
	used, known := number(root, path.Join(folder, h.used))
	if !known {
		return 0, false
	}
	if stat, err := fs.ReadFile(root, path.Join(folder, "memory.stat")); err == nil {
		cache, _ := field(string(stat), h.cache)
		used -= min(used, cache)
	}
	return max(0, most-used), true
}

// number reads a file that holds one number.
func number(root fs.FS, name string) (n int64, ok bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// field finds a number in lines such as "MemAvailable: 8388608 kB".
func field(text, name string) (n int64, ok bool) {
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) >= 2 && fields[0] == name {
			n, err := strconv.ParseInt(fields[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
