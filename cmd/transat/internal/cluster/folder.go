package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
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
	run, err := ReadRunNote(folder)
	if errors.Is(err, fs.ErrNotExist) {
		if streams, err := os.ReadDir(StreamFolder(folder)); err == nil && len(streams) > 0 {
			const line = "%s is missing, and the folder has the records of a search: put that file back from a copy, or remove the folder"
			return false, fmt.Errorf(line, filepath.Join(folder, RunFile))
		}
		return true, nil
	}
	return err == nil && !run.Begun, err
}

// RunNote is what RunFile says of a run.
type RunNote struct {
	Run    string `json:"run"`
	Listen string `json:"listen"`
	Token  string `json:"token"`
	Begun  bool   `json:"begun"` // the store has all that the run begins with
}

// ReadRunNote reads RunFile in a folder.
func ReadRunNote(folder string) (RunNote, error) {
	run := RunNote{Begun: true} // older versions do not say it
	name := filepath.Join(folder, RunFile)
	data, err := files.ReadFile(name, MostBytes)
	if err != nil {
		return run, err
	}
	if err = json.Unmarshal(data, &run); err == nil && run.Begun && (run.Run == "" || run.Listen == "" || run.Token == "") {
		err = errors.New("it does not say which run it is, where it listens, and for whom")
	}
	if err != nil {
		err = fmt.Errorf("%s is damaged (%w): put it back from a copy, or begin again with another folder", name, err)
	}
	return run, err
}

// StreamFolder is where the server has the streams of a folder.
func StreamFolder(folder string) string {
	return filepath.Join(folder, StoreFolder, "jetstream", "$G", "streams")
}
