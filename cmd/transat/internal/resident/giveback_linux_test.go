package resident

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// filePages returns how many pages of files the process has in memory.
func filePages(t *testing.T) (n int) {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, all int
	if _, err := fmt.Sscan(string(statm), &size, &all, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestGiveBack(t *testing.T) {
	before := filePages(t)
	GiveBack()
	if after := filePages(t); after >= before*3/4 {
		t.Errorf("%d pages of files are in memory, %d before", after, before)
	}
}

// A window that is cut comes back in pieces, and pages that the process has written to stay.
func TestCuts(t *testing.T) {
	const windows = 8
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, bytes.Repeat([]byte{7}, (windows+1)*window), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	data, err := unix.Mmap(int(file.Fd()), 0, (windows+1)*window, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(data) }()
	begin := (uint64(uintptr(unsafe.Pointer(&data[0]))) + window - 1) &^ (window - 1)
	m := mapping{begin, begin + windows*window}
	part := data[begin-uint64(uintptr(unsafe.Pointer(&data[0]))):][:windows*window]
	part[3*window] = 9
	if err := unix.Mprotect(data, unix.PROT_READ); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, f := range program() {
		found = found || f.begin <= m.begin && f.end >= m.end
	}
	if !found {
		t.Fatal("the mapping of the file is not found")
	}
	come := func() int { // pages when one of each window is touched
		before := filePages(t)
		sum := 0
		for i := range windows {
			sum += int(part[i*window+window/2])
		}
		if sum != windows*7 {
			t.Fatal("the bytes sum up to", sum)
		}
		return filePages(t) - before
	}
	files{m}.giveBack(0)
	whole := come()
	if whole < 2*windows {
		t.Skip("the file system maps single pages:", whole)
	}
	files{m}.giveBack(windows)
	pieces := come()
	files{m}.giveBack(windows)
	again := come()
	if whole < 2*pieces || again > pieces || part[3*window] != 9 {
		t.Errorf("%d pages came for %d, %d when cut, and then %d; the byte that was written is %d", whole, windows, pieces, again, part[3*window])
	}
}
