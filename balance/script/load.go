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

	functions int    // in all files
	steps     uint64 // taken by all files
}

// maxFiles is how many files a program may have.
const maxFiles = 16

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
	if len(l.modules) == maxFiles {
		return nil, fmt.Errorf("%s: a policy has at most %d files", file, maxFiles)
	}
	source, err := l.source(file)
	if err != nil {
		return nil, err
	}
	options := syntax.FileOptions{While: true}
	m := &module{file: file, essay: essay(string(source))}
	l.program.text += string(source)
	l.modules = append(l.modules, m)
	if m.tree, err = options.Parse(l.folder+file, disguised(source), 0); err != nil {
		return nil, inProgram(err)
	}
	unmask(m.tree)
	l.fields = append(l.fields, assigned(m.tree)...)
	functions, err := guarded(m.tree)
	if err != nil {
		return nil, err
	}
	if l.functions += functions; l.functions > maxFunctions {
		return nil, fmt.Errorf("%s: more than %d functions, with those of files loaded before", l.folder+file, maxFunctions)
	}
	code, err := starlark.FileProgram(m.tree, l.words.Has)
	if err != nil {
		return nil, inProgram(err)
	}
	thread := &starlark.Thread{Name: file, Load: l.sibling, Print: func(_ *starlark.Thread, text string) { l.program.say("", text) }}
	limit(thread)
	thread.Steps = l.steps
	globals, err := code.Init(thread, l.words)
	if err != nil {
		return nil, inProgram(err)
	}
	l.steps = thread.Steps
	if err := l.freeze(globals); err != nil {
		return nil, fmt.Errorf("%s: %w", l.folder+file, err)
	}
	m.globals = globals
	return m, nil
}

// freeze makes the global variables of a file constant, and remembers what lies in them.
func (l *loader) freeze(globals starlark.StringDict) error {
	all := make(starlark.Tuple, 0, len(globals))
	for _, name := range globals.Keys() {
		all = append(all, globals[name])
	}
	f := freezer{left: maxSteps, seen: map[any]bool{}}
	if err := f.freeze(all, 0); err != nil {
		return err
	}
	s := newScale()
	s.seen = l.program.shared
	s.add(all)
	s.weigh(nil)
	globals.Freeze()
	return nil
}

// freezer makes values constant. Those of Starlark go as deep as they lie in each other, and tuples and functions go
// into each other again wherever they meet. So the freezer begins with what lies deepest, and bounds the rest.
type freezer struct {
	left int          // values to look at
	seen map[any]bool // lists and dictionaries
}

func (f *freezer) freeze(v starlark.Value, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("lists or functions lie in others more than %d deep", maxDepth)
	}
	if f.left--; f.left < 0 {
		return errSteps
	}
	var err error
	inside := func(x starlark.Value) {
		if err == nil && x != nil {
			err = f.freeze(x, depth+1)
		}
	}
	switch v := v.(type) {
	case starlark.Tuple:
		for _, x := range v {
			inside(x)
		}
	case *starlark.List:
		if f.seen[v] {
			return nil
		}
		f.seen[v] = true
		for i := range v.Len() {
			inside(v.Index(i))
		}
	case *dict:
		if f.seen[v] {
			return nil
		}
		f.seen[v] = true
		for e := range v.each {
			inside(e.value)
			inside(e.name)
		}
	case *starlark.Function:
		for i := range v.NumParams() {
			inside(v.ParamDefault(i))
		}
		for i := range v.NumFreeVars() {
			_, x := v.FreeVar(i)
			inside(x)
		}
	case *starlark.Builtin:
		inside(v.Receiver())
	}
	if err != nil {
		return err
	}
	switch v.(type) {
	case *starlark.List, *dict:
		v.Freeze()
	}
	return nil
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

// source reads the text of a file. One that is loaded, and is not in the folder, may be a shipped one.
func (l *loader) source(file string) ([]byte, error) {
	info, err := fs.Stat(l.fsys, file)
	if errors.Is(err, fs.ErrNotExist) && len(l.modules) > 0 {
		if text, err := shipped.ReadFile("policies/" + file); err == nil {
			return text, nil
		}
	}
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

// sibling loads another file for load(). All files together take as many steps as one callback may.
func (l *loader) sibling(thread *starlark.Thread, file string) (starlark.StringDict, error) {
	if !fs.ValidPath(file) || path.Ext(file) != ".star" {
		return nil, errors.New("want the name of a .star file in the folder of this one")
	}
	l.steps = thread.Steps
	m, err := l.load(file)
	if err != nil {
		return nil, err
	}
	thread.Steps = l.steps
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
