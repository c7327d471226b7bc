package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A program that is killed leaves its temporary files. Each is locked as long as its program lives, so the next one that makes a file for
// the same target removes those that it can lock itself. It leaves young ones alone: a file is not locked yet when it is new, and no longer
// when it is about to be renamed.

// quiet is how long nothing was written to a file that may be removed.
const quiet = time.Minute

// sweep removes temporary files for target whose programs have died. What cannot be locked or removed stays.
func sweep(target string) {
	folder, _ := filepath.Split(target)
	all, err := os.ReadDir(filepath.Clean(folder + "."))
	if err != nil {
		return
	}
	begin := filepath.Base(temporary(target))
	begin = begin[:len(begin)-randoms]
	for _, entry := range all {
		if name := entry.Name(); entry.Type().IsRegular() && len(name) == len(begin)+randoms && strings.HasPrefix(name, begin) {
			removeAbandoned(folder + name)
		}
	}
}

// removeAbandoned removes a file that nobody has locked.
func removeAbandoned(name string) {
	file, err := os.Open(name)
	if err != nil {
		return // another user's, or gone
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Mode()&fs.ModeType != 0 || time.Since(info.ModTime()) < quiet {
		return
	}
	if held, _ := Lock(file); held {
		_ = os.Remove(name)
	}
}
