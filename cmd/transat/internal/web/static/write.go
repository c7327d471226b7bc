package static

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"transat/internal/wholefile"
)

// listName is a file that lists the files of the page, so that the next page in the folder knows which are not foreign.
const listName = ".transat-page"

// ForeignError says that a folder holds files that are none of the page's.
type ForeignError struct {
	Folder string
	Names  []string // some of them
}

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s holds other files (%s): want an empty or a new folder, or one with a page in it", e.Folder, strings.Join(e.Names, ", "))
}

// Write writes the page with some trees to a folder, or to that of a link, which it makes if need be, and returns the number of its files.
//
// An older page there is replaced. If there are files that are none of a page's, Write changes nothing and returns a
// *ForeignError; with force it leaves them where they are, unless they have the name of a file of the page.
//
// All files are written into a folder within the folder first, and then get their places, index.html last: if ctx
// ends or the disk is full, nothing has changed.
func (p *Page) Write(ctx context.Context, folder string, trees Trees, chosen []Tree, force bool) (n int, err error) {
	index, err := Index(chosen)
	if err != nil {
		return 0, err
	}
	if folder, err = wholefile.TargetFolder(folder); err != nil {
		return 0, err
	}
	old, err := earlier(folder)
	if err != nil {
		return 0, err
	}
	names := p.names(chosen)
	if foreign, err := foreignFiles(folder, append(old, names...)); err != nil {
		return 0, err
	} else if len(foreign) > 0 && !force {
		return 0, &ForeignError{Folder: folder, Names: foreign}
	}

	if err := os.MkdirAll(folder, 0o777); err != nil {
		return 0, err
	}
	stage, err := os.MkdirTemp(folder, listName+"-*")
	if err != nil {
		return 0, err
	}
	defer func() {
		if gone := os.RemoveAll(stage); err == nil {
			err = gone
		}
	}()
	for _, f := range append(p.Files(), index) {
		if err := put(ctx, stage, f.Name, bytes.NewReader(f.Data)); err != nil {
			return 0, err
		}
	}
	for _, tree := range chosen {
		if err := putTree(ctx, stage, trees, tree.Key); err != nil {
			return 0, err
		}
	}
	list := strings.NewReader(strings.Join(names, "\n") + "\n")
	if err := put(ctx, stage, listName, list); err != nil {
		return 0, err
	}
	return len(names), settle(stage, folder, names, old)
}

// names are the files that the page consists of, index.html last.
func (p *Page) names(trees []Tree) []string {
	names := []string{TreesIndex}
	for _, f := range p.Files() {
		names = append(names, f.Name)
	}
	for _, tree := range trees {
		names = append(names, TreesFolder+tree.Key)
	}
	slices.SortFunc(names, func(a, b string) int {
		if last := cmp.Compare(rank(a), rank(b)); last != 0 {
			return last
		}
		return cmp.Compare(a, b)
	})
	return slices.Compact(names)
}

func rank(name string) int {
	if name == indexName {
		return 1
	}
	return 0
}

// earlier returns the files of the page that the folder holds already, if it does.
func earlier(folder string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(folder, listName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range strings.Lines(string(text)) {
		if name = strings.TrimSpace(name); filepath.IsLocal(filepath.FromSlash(name)) { // anyone can have written it
			names = append(names, name)
		}
	}
	return names, nil
}

// foreignFiles returns the first few files of a folder that are not among those known.
func foreignFiles(folder string, known []string) ([]string, error) {
	const few = 3
	errEnough := errors.New("enough")
	var foreign []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path == folder {
			return fs.SkipAll
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		switch name = filepath.ToSlash(name); {
		case entry.IsDir() && strings.HasPrefix(name, listName+"-"):
			return fs.SkipDir // left by a page that was killed while it was written
		case entry.IsDir() || name == listName || slices.Contains(known, name):
			return nil
		}
		if foreign = append(foreign, name); len(foreign) == few {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return foreign, err
}

// put writes a file below a folder.
func put(ctx context.Context, folder, name string, from io.Reader) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}

func putTree(ctx context.Context, folder string, trees Trees, key string) error {
	tree, err := trees.Open(key)
	if err != nil {
		return err
	}
	err = put(ctx, folder, TreesFolder+key, tree)
	return errors.Join(err, tree.Close())
}

// settle gives the files of stage their places in the folder, and removes what is left of an older page.
func settle(stage, folder string, names, old []string) error {
	for _, name := range append([]string{listName}, names...) {
		place := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(place), 0o777); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(stage, filepath.FromSlash(name)), place); err != nil {
			return err
		}
	}
	for _, name := range old {
		if slices.Contains(names, name) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return removeEmpty(folder, old)
}

// removeEmpty removes the folders that old files have left empty.
func removeEmpty(folder string, old []string) error {
	for _, name := range old {
		for dir := filepath.Dir(filepath.FromSlash(name)); dir != "."; dir = filepath.Dir(dir) {
			entries, err := os.ReadDir(filepath.Join(folder, dir))
			if err != nil || len(entries) > 0 {
				break
			}
			if err := os.Remove(filepath.Join(folder, dir)); err != nil {
				return err
			}
		}
	}
	return nil
}
