package resident

import "syscall"

// GiveBack gives back the pages of the program's file that nobody writes to. It takes half a millisecond.
//
// Code with breakpoints of a debugger, and tables that the loader has filled in, are copies that the process has of its own: they stay.
func GiveBack() {
	smaps, err := syscall.Open("/proc/self/smaps", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	text := make([]byte, 4<<10) // as much as the system gives at a time; the program's file is the first of all mappings
	n, _ := syscall.Read(smaps, text)
	_ = syscall.Close(smaps)
	for _, m := range unwritten(string(text[:max(0, n)])) {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, uintptr(m.begin), uintptr(m.end-m.begin), syscall.MADV_DONTNEED) // or they stay
	}
}
