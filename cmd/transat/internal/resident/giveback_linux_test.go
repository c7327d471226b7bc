package resident

import (
	"fmt"
	"os"
	"testing"
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
