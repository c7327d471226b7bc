package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"

	"transat/cmd/transat/internal/web/bundle"
)

// File is a file of the page. Data is shared and must not be written to.
type File struct {
	Name string // "rooms/race.js", below the page's folder
	Type string // "text/javascript; charset=utf-8"
	Data []byte
}

// Page is the page without its trees.
type Page struct {
	files  map[string]File
	policy policy
}

// indexName is the file that a browser asks for by the name of the folder.
const indexName = "index.html"

// New makes a page of the files of a site, of which one is index.html, the program, and more files by name, such as those of package
// lessons.
func New(site fs.FS, p bundle.Program, more ...map[string][]byte) (*Page, error) {
	page := &Page{files: map[string]File{}}
	page.add(bundle.WasmName, p.Wasm)
	page.add(bundle.BridgeName, p.Bridge)
	err := fs.WalkDir(site, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if _, ok := contentType(name); !ok {
			return fmt.Errorf("%s: no content type is known for such files", name)
		}
		data, err := fs.ReadFile(site, name)
		page.add(name, data)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the page's files: %w", err)
	}
	for _, files := range more {
		for name, data := range files {
			page.add(name, data)
		}
	}
	index, ok := page.files[indexName]
	if !ok {
		return nil, fmt.Errorf("the page's files: no %s is among them", indexName)
	}
	page.policy = policyFor(index.Data)
	if index.Data, err = page.policy.inside(index.Data); err != nil {
		return nil, fmt.Errorf("the page's files: %s: %w", indexName, err)
	}
	page.files[indexName] = index
	return page, nil
}

func (p *Page) add(name string, data []byte) {
	kind, _ := contentType(name)
	p.files[name] = File{Name: name, Type: kind, Data: data}
}

// contentType is that of a file by its name. It does not depend on the computer, as package mime does.
func contentType(name string) (kind string, ok bool) {
	kind, ok = map[string]string{
		".css":   "text/css; charset=utf-8",
		".gz":    "application/gzip",
		".html":  "text/html; charset=utf-8",
		".js":    "text/javascript; charset=utf-8",
		".json":  "application/json",
		".md":    "text/markdown; charset=utf-8",
		".png":   "image/png",
		".star":  "text/plain; charset=utf-8",
		".svg":   "image/svg+xml",
		".txt":   "text/plain; charset=utf-8",
		".woff2": "font/woff2",
	}[path.Ext(name)]
	return kind, ok
}

// File returns the file of that name; "" is index.html.
func (p *Page) File(name string) (File, bool) {
	if name == "" {
		name = indexName
	}
	f, ok := p.files[name]
	return f, ok
}

// Files returns all files, sorted by name.
func (p *Page) Files() []File {
	var all []File
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		all = append(all, p.files[name])
	}
	return all
}

// Size is the number of bytes that a browser loads at most, without trees.
func (p *Page) Size() int64 {
	var n int64
	for _, f := range p.files {
		n += int64(len(f.Data))
	}
	return n
}

// Policy is the content security policy of the page, for a header.
func (p *Page) Policy() string { return p.policy.header() }

// Trees are recorded trees that go with the page, so that a visitor's browser need not record them.
type Trees interface {
	// List returns the trees that there are at the moment.
	List() ([]Tree, error)
	// Open opens one of them. The error is fs.ErrNotExist if no tree has that key.
	Open(key string) (io.ReadSeekCloser, error)
}

// Tree is a recorded tree of the page's list.
type Tree struct {
	Name  string `json:"name"`  // of its formula: "350-1505-3/03"
	Key   string `json:"key"`   // the name of its file in the folder trees
	Rule  string `json:"rule"`  // the branching rule
	Nodes int64  `json:"nodes"` // elements of the tree
	Bytes int64  `json:"bytes"` // of its file
}

// The names of the trees' folder and of the list in it.
const (
	TreesFolder = "trees/"
	TreesIndex  = TreesFolder + "index.json"
	// TreeType is the content type of a recorded tree.
	TreeType = "application/octet-stream"
)

// Index is the list of trees as the page reads it.
func Index(trees []Tree) (File, error) {
	var b bytes.Buffer
	if trees == nil {
		trees = []Tree{}
	}
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	err := e.Encode(trees)
	kind, _ := contentType(TreesIndex)
	return File{Name: TreesIndex, Type: kind, Data: b.Bytes()}, err
}
