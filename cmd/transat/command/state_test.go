package command

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNoStateOutsideValues(t *testing.T) {
	for _, p := range packages(t) {
		if p.ImportPath == "transat/cmd/transat/internal/addresses" {
			continue // what it is for happens before main
		}
		for _, name := range p.GoFiles {
			path := filepath.Join(p.Dir, name)
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, wrong := range globals(t, path, source) {
				t.Error(wrong)
			}
		}
	}
}

// globals returns the init functions of a file, and the package-level variables that may change.
func globals(t *testing.T, name string, source []byte) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var wrong []string
	add := func(at token.Pos, what string) {
		wrong = append(wrong, fmt.Sprintf("%v: %s", files.Position(at), what))
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == "init" && d.Recv == nil {
				add(d.Pos(), "func init")
			}
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
			for _, spec := range d.Specs {
				v := spec.(*ast.ValueSpec)
				for i, n := range v.Names {
					if !constant(d, v, i) {
						add(n.Pos(), "variable "+n.Name)
					}
				}
			}
		}
	}
	return wrong
}

// constant reports whether variable i of a declaration is one in name only: an error to compare
// with, or another package's under the same name, an assertion that a type implements an interface, or embedded files.
func constant(d *ast.GenDecl, v *ast.ValueSpec, i int) bool {
	if v.Names[i].Name == "_" {
		return true
	}
	if d.Doc != nil && strings.HasPrefix(d.Doc.List[len(d.Doc.List)-1].Text, "//go:embed ") {
		return true
	}
	if i >= len(v.Values) {
		return false
	}
	if other, ok := v.Values[i].(*ast.SelectorExpr); ok {
		return other.Sel.Name == v.Names[i].Name && strings.HasPrefix(other.Sel.Name, "Err")
	}
	call, ok := v.Values[i].(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := f.X.(*ast.Ident)
	return ok && from.Name == "errors" && f.Sel.Name == "New"
}

func TestGlobals(t *testing.T) {
	const source = `package p

import ("embed"; "errors"; "io"; "os")

//go:embed a.txt
var files embed.FS

var errA = errors.New("a")

var (
	errB, count = errors.New("b"), 1
	table map[string]int
	ErrEnd = io.ErrEnd
	errEnd = io.ErrEnd
)

var _ io.Writer = (*os.File)(nil)

type s struct{}

func (s) init() {}

func init() {}
`
	want := []string{"p.go:11:8: variable count", "p.go:12:2: variable table", "p.go:14:2: variable errEnd", "p.go:23:1: func init"}
	if diff := cmp.Diff(want, globals(t, "p.go", []byte(source))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
