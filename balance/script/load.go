package script

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// loader reads the files of a program.
type loader struct {
	program *program
	fsys    fs.FS
	folder  string
	words   starlark.StringDict
	modules []*module
	fields  []string
}

// module is one file.
type module struct {
	file    string
	essay   string
	tree    *syntax.File
	globals starlark.StringDict // nil while it is being read
}

// load reads a file, unless that has been done.
func (l *loader) load(file string) (*module, error) {
	for _, m := range l.modules {
		switch {
		case m.file != file:
		case m.globals == nil:
			return nil, fmt.Errorf("%s loads itself", file)
		default:
			return m, nil
		}
	}
	source, err := l.source(file)
	if err != nil {
		return nil, err
	}
	options := syntax.FileOptions{While: true}
	m := &module{file: file, essay: essay(string(source))}
	l.modules = append(l.modules, m)
	if m.tree, err = options.Parse(l.folder+file, disguised(source), 0); err != nil {
		return nil, inProgram(err)
	}
	unmask(m.tree)
	l.fields = append(l.fields, assigned(m.tree)...)
	if err := guarded(m.tree); err != nil {
		return nil, err
	}
	code, err := starlark.FileProgram(m.tree, l.words.Has)
	if err != nil {
		return nil, inProgram(err)
	}
	thread := &starlark.Thread{Name: file, Load: l.sibling, Print: func(_ *starlark.Thread, text string) { l.program.say("", text) }}
	limit(thread)
	globals, err := code.Init(thread, l.words)
	if err != nil {
		return nil, inProgram(err)
	}
	globals.Freeze()
	m.globals = globals
	return m, nil
}

// essay is the comment at the head of a file. What is indented in it, such as pictures, begins with a tab.
func essay(source string) string {
	var text strings.Builder
	for line := range strings.Lines(source) {
		comment, ok := strings.CutPrefix(line, "#")
		if !ok {
			break
		}
		comment = strings.TrimPrefix(comment, " ")
		if strings.HasPrefix(comment, "  ") {
			comment = "\t" + strings.TrimPrefix(comment, "  ")
		}
		text.WriteString(comment)
	}
	return text.String()
}

// source reads the text of a file.
func (l *loader) source(file string) ([]byte, error) {
	info, err := fs.Stat(l.fsys, file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("policy %s: %w", l.folder+file, reason(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("policy %s: not a file", l.folder+file)
	case info.Size() > maxSource:
		return nil, fmt.Errorf("policy %s has %d bytes: at most %d are allowed", l.folder+file, info.Size(), maxSource)
	}
	source, err := fs.ReadFile(l.fsys, file)
	if err != nil {
		return nil, fmt.Errorf("policy %s: %w", l.folder+file, reason(err))
	}
	return bytes.TrimPrefix(source, []byte("\ufeff")), nil // a byte order mark
}

// sibling loads another file for load().
func (l *loader) sibling(_ *starlark.Thread, file string) (starlark.StringDict, error) {
	if !fs.ValidPath(file) || path.Ext(file) != ".star" {
		return nil, errors.New("want the name of a .star file in the folder of this one")
	}
	m, err := l.load(file)
	if err != nil {
		return nil, err
	}
	return m.globals, nil
}

// assigned returns the names of all attributes that a file assigns to. Only p.state has any that one can assign to, so
// these are its fields.
func assigned(file *syntax.File) []string {
	var names []string
	syntax.Walk(file, func(n syntax.Node) bool {
		if a, ok := n.(*syntax.AssignStmt); ok {
			names = append(names, targets(a.LHS)...)
		}
		return true
	})
	return names
}

// targets are the names of the attributes in the left side of an assignment.
func targets(e syntax.Expr) []string {
	switch e := e.(type) {
	case *syntax.DotExpr:
		return []string{e.Name.Name}
	case *syntax.ParenExpr:
		return targets(e.X)
	case *syntax.TupleExpr:
		return targetsOf(e.List)
	case *syntax.ListExpr:
		return targetsOf(e.List)
	}
	return nil
}

func targetsOf(list []syntax.Expr) []string {
	var names []string
	for _, e := range list {
		names = append(names, targets(e)...)
	}
	return names
}
