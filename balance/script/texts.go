package script

import (
	"io"
	"io/fs"
	"strings"
	"time"
)

// Texts are files by name, a file system without folders: for [OpenFS].
type Texts map[string]string

// Open implements fs.FS.
func (t Texts) Open(name string) (fs.File, error) {
	text, ok := t[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &file{name: name, Reader: strings.NewReader(text)}, nil
}

// file is an open file of Texts.
type file struct {
	name string
	*strings.Reader
}

var _ interface {
	fs.File
	fs.FileInfo
	io.Reader
} = (*file)(nil)

func (f *file) Stat() (fs.FileInfo, error) { return f, nil }
func (f *file) Close() error               { return nil }
func (f *file) Name() string               { return f.name }
func (f *file) Size() int64                { return f.Reader.Size() }
func (f *file) Mode() fs.FileMode          { return 0o444 }
func (f *file) ModTime() time.Time         { return time.Time{} }
func (f *file) IsDir() bool                { return false }
func (f *file) Sys() any                   { return nil }
