package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"transat/solver/tree"
)

// DefaultMaxNodes is the size of the largest tree that is recorded, by default.
const DefaultMaxNodes = 100_000_000

// Cache returns the folder of recorded trees that --cache or the environment names, or nil.
func (a *App) Cache(flag string) *tree.Cache {
	dir := flag
	if dir == "" {
		dir = os.Getenv("TRANSAT_CACHE")
	}
	var err error
	switch {
	case strings.EqualFold(dir, "off"):
		return nil
	case dir == "":
		dir, err = tree.DefaultCacheDir()
	default:
		dir, err = atHome(dir)
	}
	if err != nil {
		a.Line.Warn(fmt.Sprintf("search trees are not kept: %v (--cache=DIR names a folder for them)", err))
		return nil
	}
	return &tree.Cache{Dir: dir}
}

// atHome replaces a ~ at the beginning of a path by the user's home folder, as a shell does, but not in every place.
func atHome(path string) (string, error) {
	if path != "~" && !strings.HasPrefix(path, "~/") {
		return path, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, path[1:]), err
}
