package app

import (
	"fmt"
	"os"

	"transat/solver"
)

// DefaultMaxNodes is the size of the largest tree that is recorded, unless the user says otherwise.
const DefaultMaxNodes = 100_000_000

// Cache returns the folder of recorded trees that --cache or the environment names, or nil.
func (a *App) Cache(flag string) *solver.Cache {
	dir := flag
	if dir == "" {
		dir = os.Getenv("TRANSAT_CACHE")
	}
	switch dir {
	case "off":
		return nil
	case "":
		var err error
		if dir, err = solver.DefaultCacheDir(); err != nil {
			a.Line.Warn(fmt.Sprintf("search trees are not kept: %v (--cache=DIR names a folder for them)", err))
			return nil
		}
	}
	return &solver.Cache{Dir: dir}
}
