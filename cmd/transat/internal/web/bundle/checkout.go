package bundle

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
)

// checkouts are the folders in which this process may find a checkout of its sources: the working directory, and the one that
// its binary was built from, unless it was built with -trimpath.
func checkouts() []string {
	var folders []string
	if here, err := os.Getwd(); err == nil {
		folders = append(folders, here)
	}
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		folders = append(folders, filepath.Dir(file))
	}
	return folders
}

// checkout returns the root of the first checkout of the module that one of the folders is, or lies in.
func checkout(module string, folders []string) (root string, ok bool) {
	declaration := regexp.MustCompile(`(?m)^module[ \t]+"?` + regexp.QuoteMeta(module) + `"?[ \t]*(//.*)?\r?$`)
	for _, folder := range folders {
		for {
			text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
			if err == nil && declaration.Match(text) {
				return folder, true
			}
			parent := filepath.Dir(folder)
			if parent == folder {
				break
			}
			folder = parent
		}
	}
	return "", false
}
