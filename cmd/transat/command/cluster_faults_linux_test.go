package command

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// fill lets a process write no more than a little to its files in a folder, as if the disk were full.
func fill(t *testing.T, pid int, folder string) {
	t.Helper()
	most := int64(0)
	err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it has gone meanwhile
		}
		if info, err := d.Info(); err == nil && !d.IsDir() {
			most = max(most, info.Size())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	limit := unix.Rlimit{Cur: uint64(most) + 1<<10, Max: unix.RLIM_INFINITY}
	_ = unix.Prlimit(pid, unix.RLIMIT_FSIZE, &limit, nil) // it may have ended
}

// killChildren kills the processes that a process has started, the last of each line first.
func killChildren(pid int) {
	for _, child := range childrenOf(pid) {
		killChildren(child)
		_ = syscall.Kill(child, syscall.SIGKILL) // it may have ended
	}
}

// childrenOf returns the processes that a process has started.
func childrenOf(pid int) (all []int) {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil
	}
	for _, list := range lists {
		data, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for word := range strings.FieldsSeq(string(data)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(all, child)
			}
		}
	}
	return all
}
