package output

import (
	"fmt"
	"os"
	"path/filepath"

	"transat/solver/files"
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
	at := files.Real(name)
	if at == "" { // the error comes when it is opened
		return nil
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
