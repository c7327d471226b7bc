package resident

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// files are mappings of the program's file and of the libraries that the loader has found for it.
type files []mapping

// program returns the mappings that the process may not write to.
func program() files {
	maps, err := unix.Open("/proc/self/maps", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = unix.Close(maps) }()
	text := make([]byte, 0, 8<<10)
	for {
		if cap(text)-len(text) < 4<<10 { // as much as the system gives at a time
			text = append(make([]byte, 0, 2*cap(text)), text...)
		}
		n, err := unix.Read(maps, text[len(text):cap(text)])
		if n <= 0 || err != nil {
			return readOnly(string(text))
		}
		text = text[:len(text)+n]
	}
}

// giveBack gives back the pages of files, in half a millisecond, and cuts at most so many windows that are in use.
//
// Code with breakpoints of a debugger, and tables that the loader has filled in, are copies that the process has of its own: they stay.
func (f files) giveBack(cuts int) {
	pagemap, err := unix.Open("/proc/self/pagemap", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer func() { _ = unix.Close(pagemap) }()
	page := uint64(unix.Getpagesize())
	var entries []entry
	for _, m := range f {
		if need := int((m.end - m.begin) / page); need > len(entries) {
			entries = make([]entry, need)
		}
		bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(entries))), 8*int((m.end-m.begin)/page))
		if n, err := unix.Pread(pagemap, bytes, int64(m.begin/page*8)); n < len(bytes) || err != nil {
			continue
		}
		var give, cut []mapping
		give, cut, cuts = m.plan(entries, page, cuts)
		for _, g := range give {
			g.advise(unix.MADV_DONTNEED)
		}
		for _, c := range cut { // what differs in anything is a mapping of its own, so the parts differ in whether they are in a core dump
			c.advise(unix.MADV_DONTDUMP)
		}
	}
}

// advise tells the system about a mapping, or nothing changes.
func (m mapping) advise(what uintptr) {
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, uintptr(m.begin), uintptr(m.end-m.begin), what)
}
