package script

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"transat/balance"
	"transat/balance/foreign"
)

// Open makes the entry of a policy of the file at path, whose name it gets. Other files that it loads must lie in the
// same folder or below, or be [Shipped]. Where the program prints something, print gets the line; nil drops it. print may be called
// by several goroutines at once.
//
// An error is an [*Error] if it lies in the program.
func Open(path string, print func(line string)) (balance.Spec, error) {
	folder, file := filepath.Split(path)
	root, err := os.OpenRoot(filepath.Clean(folder))
	if err != nil {
		return balance.Spec{}, fmt.Errorf("policy %s: %w", path, reason(err))
	}
	defer root.Close()
	return open(root.FS(), folder, file, print)
}

// OpenFS is [Open] for a file of a file system, and those beside it: of texts in memory, say.
func OpenFS(fsys fs.FS, file string, print func(line string)) (balance.Spec, error) {
	return open(fsys, "", file, print)
}

func open(fsys fs.FS, folder, file string, print func(string)) (balance.Spec, error) {
	p, err := read(fsys, folder, file, print)
	if err != nil {
		return balance.Spec{}, err
	}
	return p.spec(), nil
}

// reason is an error of the file system without the path.
func reason(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// program is a policy's program, parsed and frozen.
type program struct {
	name      string // as it was opened: "./mine.star"
	about     about
	essay     string                            // the comment at the head of the file
	text      string                            // of all files
	callbacks [callbackCount]*starlark.Function // nil: the program has none
	hearsTags bool                              // arrived wants the tag of the elements, too
	fields    []string                          // of p.state: all that are ever assigned to
	remembers bool                              // its rule may keep something in p.state, or look at the step
	shared    map[any]bool                      // lists and the like that its global variables hold, see scale
	print     func(line string)
}

// callback is a function of a program that has a meaning by its name.
type callback uint8

const (
	onStart callback = iota
	onReceive
	onArrived
	onIdle
	onWake
	onLoadChanged
	ruleSubsteps
	ruleLinks
	ruleFlow
	askRoot
	askRefuses
	callbackCount
)

// signatures are the names of the callbacks and of what they take.
func signatures() [callbackCount]signature {
	return [...]signature{
		onStart:       {"start", []string{"p"}},
		onReceive:     {"receive", []string{"p", "sender", "message"}},
		onArrived:     {"arrived", []string{"p", "sender"}},
		onIdle:        {"idle", []string{"p"}},
		onWake:        {"wake", []string{"p"}},
		onLoadChanged: {"load_changed", []string{"p"}},
		ruleSubsteps:  {"substeps", []string{"p"}},
		ruleLinks:     {"links", []string{"p", "substep"}},
		ruleFlow:      {"flow", []string{"p", "step", "substep", "own", "loads", "whole"}},
		askRoot:       {"root", []string{"topology"}},
		askRefuses:    {"refuses", []string{"topology", "params"}},
	}
}

type signature struct {
	name  string
	takes []string
}

func (s signature) String() string { return s.name + "(" + strings.Join(s.takes, ", ") + ")" }

func (c callback) String() string { return signatures()[c].name }

// maxSource is the largest program. A parser that goes down as deep as the brackets needs a bound.
const maxSource = 64 << 10

// read reads a program and all that it loads, and runs them.
func read(fsys fs.FS, folder, file string, print func(string)) (*program, error) {
	p := &program{name: folder + file, print: print, shared: map[any]bool{}}
	l := &loader{program: p, fsys: fsys, folder: folder, words: words()}
	main, err := l.load(file)
	if err != nil {
		return nil, err
	}
	p.essay = main.essay
	p.fields = slices.Compact(slices.Sorted(slices.Values(l.fields)))
	if len(p.fields) > maxFields {
		return nil, fmt.Errorf("%s: p.state has %d fields: at most %d are allowed", p.name, len(p.fields), maxFields)
	}
	if err := p.describe(main.globals); err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	if err := p.bind(main); err != nil {
		return nil, err
	}
	for _, m := range l.modules {
		if err := p.unanswered(m); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// words are the names that a program finds beside those of Starlark.
func words() starlark.StringDict {
	words := functions()
	maps.Copy(words, operators())
	maps.Copy(words, methodWords())
	words["seconds"] = starlark.NewBuiltin("seconds", makeSeconds)
	words["number"] = starlark.NewBuiltin("number", makeNumber)
	words["link"] = starlark.NewBuiltin("link", makeLink)
	return words
}

// bind finds the callbacks among the globals of the main file.
func (p *program) bind(main *module) error {
	for c, s := range signatures() {
		value, ok := main.globals[s.name]
		if !ok {
			continue
		}
		f, ok := value.(*starlark.Function)
		if !ok {
			return fmt.Errorf("%s: %s is a %s: want a function %v", p.name, s.name, value.Type(), s)
		}
		if c := callback(c); c == onArrived && f.NumParams() == len(s.takes)+1 {
			p.hearsTags = true
			s.takes = append(s.takes, "tag")
		}
		if f.NumParams() != len(s.takes) || f.NumKwonlyParams() > 0 || f.HasVarargs() || f.HasKwargs() {
			return at(f.Position(), fmt.Sprintf("%s has other parameters than it is called with: want %v", s.name, s))
		}
		p.callbacks[c] = f
	}
	if (p.callbacks[ruleFlow] == nil) != (p.callbacks[ruleLinks] == nil) {
		return fmt.Errorf("%s: a rule in steps needs both %v and %v", p.name, signatures()[ruleLinks], signatures()[ruleFlow])
	}
	p.remembers = len(p.fields) > 0 || looksAtStep(main, p.callbacks[ruleFlow])
	return p.misspelt(main)
}

// looksAtStep reports whether a flow may depend on the number of the step. One from another file may.
func looksAtStep(main *module, flow *starlark.Function) bool {
	if flow == nil {
		return false
	}
	step, _ := flow.Param(1)
	for _, stmt := range main.tree.Stmts {
		d, ok := stmt.(*syntax.DefStmt)
		if !ok || d.Def.Line != flow.Position().Line {
			continue
		}
		looks := false
		for _, s := range d.Body {
			syntax.Walk(s, func(n syntax.Node) bool {
				id, ok := n.(*syntax.Ident)
				looks = looks || ok && id.Name == step
				return true
			})
		}
		return looks
	}
	return true
}

// unanswered finds a call whose answer no function waits for.
func (p *program) unanswered(m *module) error {
	var wrong error
	syntax.Walk(m.tree, func(n syntax.Node) bool {
		dot, ok := n.(*syntax.DotExpr)
		if !ok || wrong != nil {
			return true
		}
		for method, c := range map[string]callback{"wake_after": onWake, "send": onReceive} {
			if dot.Name.Name == method && p.callbacks[c] == nil {
				wrong = at(dot.Dot, fmt.Sprintf("p.%s is called, but there is no function %v", method, signatures()[c]))
			}
		}
		return true
	})
	return wrong
}

// misspelt finds a function that nothing calls and whose name is almost that of a callback.
func (p *program) misspelt(main *module) error {
	defined := map[*syntax.Ident]bool{}
	for _, stmt := range main.tree.Stmts {
		if d, ok := stmt.(*syntax.DefStmt); ok {
			defined[d.Name] = true
		}
	}
	used := map[string]bool{}
	syntax.Walk(main.tree, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			used[id.Name] = used[id.Name] || !defined[id]
		}
		return true
	})
	for _, stmt := range main.tree.Stmts {
		d, ok := stmt.(*syntax.DefStmt)
		if !ok || used[d.Name.Name] {
			continue
		}
		for _, s := range signatures() {
			if d.Name.Name != s.name && near(d.Name.Name, s.name) {
				return at(d.Name.NamePos, fmt.Sprintf("nothing calls %s; did you mean %v?", d.Name.Name, s))
			}
		}
	}
	return nil
}

// near reports whether two words differ by one letter, or two that have changed places.
func near(a, b string) bool {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	switch {
	case len(a) == len(b)+1:
		return a[1:] == b
	case len(b) == len(a)+1:
		return a == b[1:]
	case len(a) != len(b) || len(a) == 0:
		return false
	case len(a) > 1 && a[0] == b[1] && a[1] == b[0]:
		return a[2:] == b[2:]
	}
	return a[1:] == b[1:]
}

// say passes on what the program prints.
func (p *program) say(where, text string) {
	if p.print != nil {
		p.print(foreign.Text(p.name + ": " + where + text))
	}
}
