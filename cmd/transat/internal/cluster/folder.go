package cluster

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"transat/solver/files"
)

// The files in the folder of a run with a server of our own.
const (
	RunFile     = "run.json" // says which run it is
	KeyFile     = "key.pem"  // certificate of the server, and its private key
	LockFile    = "lock"     // is locked by the program that leads the run
	StoreFolder = "nats"     // of the server

	MostBytes = 1 << 20 // of the first two
)

// IsRunFile reports whether a run has files of that name in its folder, perhaps when the program dies meanwhile.
func IsRunFile(name string) bool {
	for _, own := range []string{RunFile, KeyFile, LockFile} {
		if name == own || strings.HasPrefix(name, "."+own+".") {
			return true
		}
	}
	return false
}

// Unbegun reports whether a folder is empty, or has only what a program leaves there that is killed before it has begun a run: then nothing
// is lost if another run begins there.
func Unbegun(folder string) (bool, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false, err
	}
	for _, e := range entries {
		if !IsRunFile(e.Name()) && !(e.IsDir() && e.Name() == StoreFolder) {
			return false, nil
		}
	}
	data, err := files.ReadFile(filepath.Join(folder, RunFile), MostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	var run struct{ Begun *bool }                        // older versions do not say it
	if err == nil && json.Unmarshal(data, &run) != nil { // it is damaged: it may have begun
		return false, nil
	}
	return err == nil && run.Begun != nil && !*run.Begun, err
}
