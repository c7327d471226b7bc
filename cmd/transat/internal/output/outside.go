package output

import (
	"fmt"
	"os"
	"path/filepath"
)

// Outside returns an error if an output would lie in a folder that is cleared later, or below it, perhaps through a link: if name,
// which a flag gives, leads there. The folder need not exist yet.
//
//	err := output.Outside("--proof", flags.proof, folder, "which is removed at the end")
func Outside(flag, name, folder, why string) error {
	if name == "" || folder == "" {
		return nil
	}
	forbidden, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	there, statErr := os.Stat(forbidden)
	at, err := filepath.Abs(followed(name))
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(at)); err == nil {
		at = filepath.Join(real, filepath.Base(at))
	}
	for at != filepath.Dir(at) {
		at = filepath.Dir(at)
		info, err := os.Stat(at)
		if at == forbidden || statErr == nil && err == nil && os.SameFile(info, there) {
			return fmt.Errorf("%s=%s would lie in %s, %s: want a name elsewhere", flag, name, folder, why)
		}
	}
	return nil
}

// followed is where a chain of links leads, even if nothing is there yet.
func followed(name string) string {
	const most = 40
	for range most {
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return name
}
