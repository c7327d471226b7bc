package pages

import (
	"os"
	"syscall"
	"unsafe"
)

// discard gives the pages that lie in a slice as a whole back to the system: they are zero afterwards.
func discard[E any](s []E) {
	all := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), bytesOf(s))
	page := uintptr(os.Getpagesize())
	begin := -uintptr(unsafe.Pointer(unsafe.SliceData(all))) % page
	if size := uintptr(len(all)); begin < size {
		if whole := all[begin : begin+(size-begin)/page*page]; len(whole) > 0 {
			_ = syscall.Madvise(whole, syscall.MADV_DONTNEED) // or they stay
		}
	}
}
