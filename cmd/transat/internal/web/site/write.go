package site

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"transat/solver/files"
)

// listName is a file that lists the files of the page, so that the next page in the folder knows which are not foreign.
const listName = ".transat-page"

// ForeignError says that a folder holds files that are none of the page's.
type ForeignError struct {
	Folder string
	Names  []string // some of them
}

func (e *ForeignError) Error() string {
	return fmt.Sprintf(
		"%s holds other files (%s): want an empty or a new folder, or one with a page in it", e.Folder, strings.Join(e.Names, ", "))
}

// Write writes the page with some trees to a folder, or to that of a link, which it makes if need be, and returns the number of its files.
//
// An older page there is replaced. If there are files that are none of a page's, Write changes nothing and returns a
// *ForeignError; with force it leaves them where they are, unless they have the name of a file of the page. Links in the folder are not
// followed: one that stands for a file is replaced, and one that stands for a folder of the page is an error.
//
// All files are written into a folder within the folder first, and then get their places, index.html last: if ctx
// ends or the disk is full, nothing has changed.
func (p *Page) Write(ctx context.Context, folder string, trees Trees, chosen []Tree, force bool) (n int, err error) {
	index, err := Index(chosen)
	if err != nil {
		return 0, err
	}
	if folder, err = files.TargetFolder(folder); err != nil {
		return 0, err
	}
	root, err := openFolder(folder)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	names := p.names(chosen)
	old, err := earlier(root)
	if err != nil {
		return 0, err
	}
	foreign, err := foreignFiles(root, append(old, names...))
	if err == nil && len(foreign) > 0 && !force {
		err = &ForeignError{Folder: folder, Names: foreign}
	}
	if err == nil {
		err = noLinks(root, append(old, names...))
	}
	if err != nil {
		return 0, err
	}

	stage := listName + "-" + rand.Text()
	if err := root.Mkdir(stage, 0o700); err != nil {
		return 0, err
	}
	defer func() {
		if gone := root.RemoveAll(stage); err == nil {
			err = gone
		}
	}()
	for _, f := range append(p.Files(), index) {
		if err := put(ctx, root, path.Join(stage, f.Name), bytes.NewReader(f.Data)); err != nil {
			return 0, err
		}
	}
	for _, tree := range chosen {
		if err := putTree(ctx, root, stage, trees, tree.Key); err != nil {
			return 0, err
		}
	}
	list := strings.NewReader(strings.Join(names, "\n") + "\n")
	if err := put(ctx, root, path.Join(stage, listName), list); err != nil {
		return 0, err
	}
	return len(names), settle(root, stage, names, old)
}

// openFolder opens a folder, which it makes if need be.
func openFolder(name string) (*os.Root, error) {
	root, err := os.OpenRoot(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return root, err
	}
	if err := os.MkdirAll(name, 0o777); err != nil {
		return nil, err
	}
	return os.OpenRoot(name)
}

// noLinks refuses links where folders of the page are: what is written through one, or removed, lies elsewhere.
func noLinks(root *os.Root, names []string) error {
	for _, name := range names {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if info, err := root.Lstat(filepath.FromSlash(dir)); err == nil && !info.IsDir() {
				return fmt.Errorf("%s is no folder, or a link to one: remove it, since files of the page belong there",
					filepath.Join(root.Name(), filepath.FromSlash(dir)))
			}
		}
	}
	return nil
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

// mostList is the largest list of files that is read.
const mostList = 1 << 20

// earlier returns the files of the page that the folder holds already, if it does.
func earlier(root *os.Root) ([]string, error) {
	file, err := files.OpenIn(root, listName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := files.Read(file, mostList)
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range strings.Lines(string(text)) {
		if name = strings.TrimSpace(name); filepath.IsLocal(filepath.FromSlash(name)) { // anyone can have written it
			names = append(names, path.Clean(name))
		}
	}
	return names, nil
}

// foreignFiles returns the first few files of a folder that are not among those known.
func foreignFiles(root *os.Root, known []string) ([]string, error) {
	const few = 3
	var foreign []string
	err := fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(name, listName+"-"):
			return fs.SkipDir // left by a page that was killed while it was written
		case entry.IsDir() || name == listName || slices.Contains(known, name):
			return nil
		}
		if foreign = append(foreign, name); len(foreign) == few {
			return fs.SkipAll
		}
		return nil
	})
	return foreign, err
}

// put writes a file below a folder.
func put(ctx context.Context, root *os.Root, name string, from io.Reader) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	place := filepath.FromSlash(name)
	if err := root.MkdirAll(filepath.Dir(place), 0o777); err != nil {
		return err
	}
	file, err := root.Create(place)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}

func putTree(ctx context.Context, root *os.Root, stage string, trees Trees, key string) error {
	tree, err := trees.Open(key)
	if err != nil {
		return err
	}
	err = put(ctx, root, path.Join(stage, TreesFolder+key), tree)
	return errors.Join(err, tree.Close())
}

// settle gives the files of stage their places in the folder, and removes what is left of an older page.
func settle(root *os.Root, stage string, names, old []string) error {
	for _, name := range append([]string{listName}, names...) {
		place := filepath.FromSlash(name)
		if err := root.MkdirAll(filepath.Dir(place), 0o777); err != nil {
			return err
		}
		if err := root.Rename(filepath.Join(stage, place), place); err != nil {
			return err
		}
	}
	for _, name := range old {
		if slices.Contains(names, name) {
			continue
		}
		if err := root.Remove(filepath.FromSlash(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	removeEmpty(root, old)
	return nil
}

// removeEmpty removes the folders that old files have left empty.
func removeEmpty(root *os.Root, old []string) {
	for _, name := range old {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if root.Remove(filepath.FromSlash(dir)) != nil {
				break // there is something in it
			}
		}
	}
}
