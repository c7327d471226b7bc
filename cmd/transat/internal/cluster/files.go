package cluster

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"transat/balance"
	"transat/balance/script"
)

// Suffix is how the name of a file with a policy ends.
const Suffix = ".star"

// open reads a policy from the files of the plan.
func (p *Plan) open(name string) (balance.Spec, error) {
	return script.OpenFS(script.Texts(p.Files), name, nil)
}

// Pack makes the policy one that needs no files of this computer: it reads the script and those that it loads.
func (p *Plan) Pack() error {
	path, params, found := strings.Cut(p.Policy, Suffix)
	if !found || params != "" && !strings.HasPrefix(params, ":") {
		return nil
	}
	folder, file := filepath.Split(path + Suffix)
	root, err := os.OpenRoot(filepath.Clean(folder))
	if err != nil {
		return fmt.Errorf("policy %s: %w", path+Suffix, err)
	}
	defer root.Close()
	r := &recorder{fs: root.FS(), texts: map[string]string{}}
	if _, err := script.OpenFS(r, file, nil); err != nil {
		return err
	}
	p.Policy, p.Files = file+params, r.texts
	return nil
}

// recorder keeps the texts of the files that are read.
type recorder struct {
	fs    fs.FS
	texts map[string]string
}

// Open implements fs.FS.
func (r *recorder) Open(name string) (fs.File, error) { return r.fs.Open(name) }

// ReadFile implements fs.ReadFileFS.
func (r *recorder) ReadFile(name string) ([]byte, error) {
	text, err := fs.ReadFile(r.fs, name)
	if err == nil {
		r.texts[name] = string(text)
	}
	return text, err
}
