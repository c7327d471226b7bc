package addresses

import (
	"math/bits"
	"os"
	"runtime"
	"syscall"
)

// room is how many addresses the rest of the program may take until GiveBack: far more than it needs, and less than Starlark wants.
const room = 2 << 30

// For C, and the least that must be left for it: stacks of threads, 8 MiB each. With more than 64 MiB free it takes that much for each thread.
const (
	spare          = 60 << 20
	sparePerThread = 72 << 20 // above fewThreads
	fewThreads     = 4
)

// enough is a number of addresses that will not be short.
const enough = 8 << 30

// claim lets the heap have the addresses that are left of a limit, before C takes them for its threads: the runtime never gives them back.
// No memory is used for that.
func claim(limit uint64) {
	left := int64(limit) - int64(addressesInUse()) - spare - sparePerThread*int64(max(0, runtime.GOMAXPROCS(0)-fewThreads))
	const arena = 64 << 20 // the unit in which the runtime takes addresses; it may need another one for a moment
	if left < 2*arena || left > enough {
		return
	}
	block := make([]byte, (left-arena)&^(arena-1))
	runtime.KeepAlive(block)
	runtime.GC()
}

// hold sees to it that a region of 4 GiB cannot be reserved, and that no one says so. It returns what takes that back, or nil.
func hold(args []string) (giveBack func()) {
	var limit syscall.Rlimit
	if bits.UintSize < 64 || syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil { // with 32 bits Starlark reserves nothing
		return nil
	}
	if limit.Cur == 1<<64-1 && scripted(args) {
		return nil
	}
	size := addressesInUse()
	if size == 0 {
		return nil
	}
	if limit.Cur < 1<<63 {
		claim(limit.Cur)
		size = addressesInUse()
	}
	lower := limit
	lower.Cur = min(lower.Cur, size+room)
	if syscall.Setrlimit(syscall.RLIMIT_AS, &lower) != nil {
		return nil
	}
	unmute := mute()
	return func() {
		unmute()
		_ = syscall.Setrlimit(syscall.RLIMIT_AS, &limit) // which the limit before cannot be refused to be
	}
}

// mute lets what is written to os.Stderr go nowhere until unmute is called, even by those who have kept that file meanwhile.
func mute() (unmute func()) {
	nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return func() {}
	}
	stderr := os.Stderr
	os.Stderr = nowhere
	return func() {
		*nowhere = *stderr
		os.Stderr = stderr
	}
}

// addressesInUse returns how many bytes of addresses the process has, or 0 if that is not known.
func addressesInUse() uint64 {
	pages, err := os.ReadFile("/proc/self/statm") // which begins with that number
	if err != nil {
		return 0
	}
	n := uint64(0)
	for _, digit := range pages {
		if digit < '0' || digit > '9' {
			break
		}
		n = 10*n + uint64(digit-'0')
	}
	return n * uint64(os.Getpagesize())
}
