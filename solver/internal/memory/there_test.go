package memory

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestGroupRooms(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string // below /
		want  []int64
	}{
		{"no groups", map[string]string{}, nil},
		{"no limit", map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n", "sys/fs/cgroup/memory.current": "100\n",
		}, nil},
		{"a container", map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "400\n",
		}, []int64{600}},
		{"a container that knows its name outside", map[string]string{
			"proc/self/cgroup": "0::/docker/1f\n", "sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "400\n",
		}, []int64{600}},
		{"files that are cached", map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "900\n",
			"sys/fs/cgroup/memory.stat": "anon 100\nfile 790\ninactive_file 700\n",
		}, []int64{800}},
		{"a group and the one above", map[string]string{
			"proc/self/cgroup": "0::/user.slice/a.scope\n",
			"sys/fs/cgroup/user.slice/a.scope/memory.max": "2000\n", "sys/fs/cgroup/user.slice/a.scope/memory.current": "100\n",
			"sys/fs/cgroup/user.slice/memory.max": "1000\n", "sys/fs/cgroup/user.slice/memory.current": "950\n",
		}, []int64{1900, 50}},
		{"more used than allowed", map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "1400\n",
		}, []int64{0}},
		{"version 1", map[string]string{
			"proc/self/cgroup": "8:pids:/\n4:cpu,memory:/docker/1f\n1:name=systemd:/\n",
			"sys/fs/cgroup/memory/docker/1f/memory.limit_in_bytes": "1000\n", "sys/fs/cgroup/memory/docker/1f/memory.usage_in_bytes": "700\n",
			"sys/fs/cgroup/memory/docker/1f/memory.stat": "inactive_file 1\ntotal_inactive_file 200\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n", "sys/fs/cgroup/memory/memory.usage_in_bytes": "5000\n",
		}, []int64{500}},
		{"not a number", map[string]string{
			"proc/self/cgroup": "0::/\nnonsense\n", "sys/fs/cgroup/memory.max": "much\n", "sys/fs/cgroup/memory.current": "400\n",
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := fstest.MapFS{}
			for name, text := range c.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			var got []int64
			for _, r := range groupRooms(root) {
				got = append(got, r.Bytes)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestField(t *testing.T) {
	for _, c := range []struct {
		name, meminfo string
		want          int64
		ok            bool
	}{
		{"a line of Linux", "MemTotal:  100 kB\nMemFree:  10 kB\nMemAvailable:     48 kB\n", 48, true},
		{"no such line", "MemTotal:  100 kB\n", 0, false},
		{"no number", "MemAvailable: much kB\n", 0, false},
		{"cut off", "MemAvailable:", 0, false},
	} {
		if got, ok := field(c.meminfo, "MemAvailable:"); got != c.want || ok != c.ok {
			t.Errorf("%s: %d, %v; want %d, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestReservedBehind(t *testing.T) {
	const heap = 0xc000100000
	for _, c := range []struct {
		name, maps string
		want       int64
	}{
		{"half an arena", "00400000-016e3000 r-xp 0 0\nc000000000-c002000000 rw-p 0 0\nc002000000-c004000000 ---p 0 0\n", 32 << 20},
		{"in two pieces", "c000000000-c001000000 rw-p 0 0\nc001000000-c003000000 rw-p 0 0\nc003000000-c004000000 ---p 0 0\n", 16 << 20},
		{"what comes next is another's", "c000000000-c002000000 rw-p 0 0\nc002000000-c008000000 ---p 0 0\n", 32 << 20},
		{"a full arena", "c000000000-c004000000 rw-p 0 0\n7f0000000000-7f0004000000 ---p 0 0\n", 0},
		{"not reserved", "c000000000-c002000000 rw-p 0 0\nc003000000-c004000000 ---p 0 0\n", 0},
		{"no heap", "c004000000-c006000000 rw-p 0 0\nc006000000-c008000000 ---p 0 0\n", 0},
		{"not such a file", "nonsense\n", 0},
	} {
		if got := reservedBehind(c.maps, heap); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// What there is becomes less when some of it is used, and the ceiling is above what is used.
func TestCeiling(t *testing.T) {
	room, known := There()
	bytes, bound, ok := Ceiling()
	if ok != known {
		t.Fatalf("the ceiling is known: %v, what there is: %v", ok, known)
	}
	if ok && (bytes <= Used() || bytes > Used()+room.Bytes+room.Bytes/2 || bound != room.Bound) {
		t.Errorf("the ceiling is %d of %s; %d are used, and there are %d of %s", bytes, bound, Used(), room.Bytes, room.Bound)
	}
}
