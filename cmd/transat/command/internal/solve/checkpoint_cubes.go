package solve

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/input"
	"transat/solver"
)

// A checkpoint of cubes is a run of --cluster that nobody else joins: the folder FILE has its records. So cubes that are solved stay
// solved, with their lemmas, whenever the program or the computer dies.

// lookForCubes chooses the engine for cubes if a search with a checkpoint is one of a file with cubes.
func (f *solveFlags) lookForCubes(args []string) {
	if f.checkpoint != "" && f.engine == "auto" && len(args) == 1 && input.HasCubes(args[0]) {
		f.engine = string(solver.Cube)
	}
}

// checkKept finds out whether the flags ask for a checkpoint of cubes, and refuses what does not go with one.
func (f *solveFlags) checkKept(given func(flag string) bool) error {
	cubes := f.engine == string(solver.Cube) || slices.ContainsFunc(cubeFlagNames(), given) || f.engine == "auto" && holdsRun(f.checkpoint)
	if f.checkpoint == "" || f.cluster.where != "" || !cubes {
		return nil
	}
	for _, name := range notOnClusters() {
		if name != "checkpoint" && given(name) {
			return cli.Misuse(fmt.Errorf("--%s does not go with cubes and --checkpoint", name))
		}
	}
	if f.cube.depth > mostClusterDepth {
		return cli.Misuse(fmt.Errorf("--cube-depth=%d: with --checkpoint, want at most %d decisions", f.cube.depth, mostClusterDepth))
	}
	f.kept, f.engine = true, string(solver.Cube)
	return f.planCluster(func(flag string) bool {
		return slices.Contains([]string{"policy", "topology", "procs"}, flag) && given(flag)
	})
}

// holdsRun reports whether a folder holds a search of cubes.
func holdsRun(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, cluster.RunFile))
	return err == nil
}

// keep makes the search a run of its own, or one that goes on.
func (f *solveFlags) keep() error {
	f.cluster.where, f.cluster.listen = hereCluster, "127.0.0.1:0"
	info, err := os.Stat(f.checkpoint)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.anew, f.resume = f.resume, false
		return nil
	case err != nil:
		return fmt.Errorf("--checkpoint: %w", err)
	case !info.IsDir():
		return cli.Misuse(fmt.Errorf("--checkpoint=%s is a file: cubes want the name of a folder, which is made", f.checkpoint))
	}
	if unbegun, err := cluster.Unbegun(f.checkpoint); unbegun || err != nil {
		f.anew, f.resume = f.resume, false
		return err
	}
	if !holdsRun(f.checkpoint) {
		const line = "--checkpoint=%s: the folder has files in it, and no search: want an empty folder, or a new name"
		return cli.Misuse(fmt.Errorf(line, f.checkpoint))
	}
	if !f.resume {
		return cli.Misuse(fmt.Errorf("--checkpoint=%s holds a search already: go on with it (--resume), or remove the folder", f.checkpoint))
	}
	f.cluster.run, f.cluster.plan = f.checkpoint, nil
	return nil
}
