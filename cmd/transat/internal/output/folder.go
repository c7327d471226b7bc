package output

import (
	"os"

	"transat/solver/files"
)

// Folder makes a folder of that name, unless there is one, and fails if no files can be written to it. Of a link that points to
// nothing yet, it makes the target.
func Folder(name string) error {
	f := &File{name: name}
	target, err := files.TargetFolder(name)
	if err != nil {
		return f.named(err)
	}
	if err := os.MkdirAll(target, 0o777); err != nil {
		return f.named(err)
	}
	trial, err := os.CreateTemp(target, ".trial.*")
	if err != nil {
		return f.named(err)
	}
	_ = trial.Close()
	return os.Remove(trial.Name())
}
