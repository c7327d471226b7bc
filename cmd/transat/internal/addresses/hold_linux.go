package addresses

import (
	"math/bits"
	"os"
	"runtime"
	"syscall"
	"time"
)

const (
	// room is how many addresses the rest of the program may take until GiveBack: far more than it needs, and less than Starlark wants.
	room = 2 << 30
	// enough is a limit under which addresses are not short.
	enough = 16 << 30
)

// hold makes the reservation of a region of 4 GiB fail without a message. It returns a function that undoes this, or nil.
func hold(args []string) (giveBack func()) {
	var limit syscall.Rlimit
	if bits.UintSize < 64 || syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil { // with 32 bits Starlark reserves nothing
		return nil
	}
	if limit.Cur == 1<<64-1 && scripted(args) {
		return nil
	}
	if limit.Cur < enough && inUse() > 0 {
		share(limit)
	}
	if !allow(limit, room) {
		return nil
	}
	unmute := mute()
	return func() {
		unmute()
		_ = syscall.Setrlimit(syscall.RLIMIT_AS, &limit) // which the limit before cannot be refused to be
	}
}

// allow lets the program take only that many more addresses, within its limit.
func allow(limit syscall.Rlimit, bytes uint64) bool {
	used := inUse()
	limit.Cur = min(limit.Cur, used+bytes)
	return used > 0 && syscall.Setrlimit(syscall.RLIMIT_AS, &limit) == nil
}

// share settles what the addresses that are left of a limit are for: first stacks for as many threads as will be needed, then the
// heap. Later on the heap would find that C has taken them, 64 MiB for each thread, or a thread would find none, and the program
// would die.
func share(limit syscall.Rlimit) {
	const (
		arena = 64 << 20      // the unit in which Go takes addresses for the heap, and C for a thread
		spare = arena - 4<<20 // left in the end: less than C takes for a thread, beyond its stack of 8 MiB
		least = 32 << 20      // of the heap, which may be near the end of its first arena from the beginning
	)
	left := func() int64 { return int64(limit.Cur) - int64(inUse()) }
	if left() < arena+spare { // too little to share
		return
	}
	claim(least)
	most := 8 + 2*runtime.GOMAXPROCS(0)
	release, ready := make(chan struct{}), make(chan struct{})
	for threads := 0; threads < most && left() > spare && allow(limit, arena/2); threads++ {
		go func() {
			runtime.LockOSThread() // so that the next one needs a thread of its own
			ready <- struct{}{}
			<-release
			runtime.UnlockOSThread()
		}()
		<-ready
	}
	close(release)
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &limit)
	if bytes := (left() - spare - arena) &^ (arena - 1); bytes > 0 { // an arena must begin at a multiple of its size
		claim(bytes)
	}
}

// claim lets the heap have addresses, which the runtime never gives back, and which take no memory as long as nothing writes to them. Go
// writes zeros to a block that begins where another one has been, up to its end: so only the first blocks of many are written to.
func claim(bytes int64) {
	const most = 4 << 20
	var blocks [][]byte
	for bytes > 0 {
		n := min(bytes, most)
		blocks, bytes = append(blocks, make([]byte, n)), bytes-n
	}
	runtime.KeepAlive(blocks)
	runtime.GC()
}

// mute lets what is written to os.Stderr go nowhere until unmute is called, even by those who have kept that file meanwhile. A line of
// package log has the time, in UTC: to know the local one, a file would be read.
func mute() (unmute func()) {
	null, err := syscall.Open(os.DevNull, syscall.O_WRONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return func() {}
	}
	nowhere, stderr, zone := os.NewFile(uintptr(null), os.DevNull), os.Stderr, time.Local
	os.Stderr, time.Local = nowhere, time.UTC
	return func() {
		*nowhere = *stderr
		os.Stderr, time.Local = stderr, zone
	}
}

// inUse returns how many bytes of addresses the process has, or 0 if that is not known. Package os would have the poller watch the file.
func inUse() uint64 {
	statm, err := syscall.Open("/proc/self/statm", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer syscall.Close(statm)
	var pages [32]byte // the file begins with that number
	size, _ := syscall.Read(statm, pages[:])
	n := uint64(0)
	for _, digit := range pages[:max(0, size)] {
		if digit < '0' || digit > '9' {
			break
		}
		n = 10*n + uint64(digit-'0')
	}
	return n * uint64(os.Getpagesize())
}
