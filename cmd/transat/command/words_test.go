package command

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// These tests hold doc/words.md and the exported names of the code to each other: one word, one thing.

// wordsFile gives each word its meaning, and the name that it has in the code.
const wordsFile = "cmd/transat/doc/words.md"

// mostPackages may have an exported type of one name. With more, words.md says what the name means in all of them.
const mostPackages = 2

// metaphors do not explain themselves: the field has a word for each of these things.
var metaphors = regexp.MustCompile(
	`^(Crew|Hand|Team|Referee|Desk|Lane|Ice|Thaw|Film|Finding|Lesson|Keep|Kept|Moment|Saying|Sink|Fact|Way|Look|Pace)s?$`)

// camelWord is a word of a name such as MostFilms.
var camelWord = regexp.MustCompile(`[A-Z][a-z]*`)

// exportedNames are the exported names of a package, and of its types: "Formula", "Formula.Clause".
type exportedNames struct {
	folder, name string // of the package
	types        []string
	all          map[string]bool
}

// exported parses the packages of the module, without their tests.
func exported(t *testing.T) []exportedNames {
	t.Helper()
	byFolder := map[string]*exportedNames{}
	for _, name := range sourceFiles(t, ".go") {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, ".") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(moduleRoot, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.ToSlash(filepath.Dir(name))
		p := byFolder[folder]
		if p == nil {
			p = &exportedNames{folder: folder, name: file.Name.Name, all: map[string]bool{}}
			byFolder[folder] = p
		}
		for _, d := range file.Decls {
			p.add(d)
		}
	}
	var all []exportedNames
	for _, p := range byFolder {
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b exportedNames) int { return strings.Compare(a.folder, b.folder) })
	return all
}

// add takes up the exported names of a declaration.
func (p *exportedNames) add(d ast.Decl) {
	put := func(prefix string, names ...*ast.Ident) {
		for _, n := range names {
			if n.IsExported() {
				p.all[prefix+n.Name] = true
			}
		}
	}
	if f, ok := d.(*ast.FuncDecl); ok {
		put(receiver(f), f.Name)
		return
	}
	for _, s := range d.(*ast.GenDecl).Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			put("", s.Names...)
		case *ast.TypeSpec:
			put("", s.Name)
			if s.Name.IsExported() && !slices.Contains(p.types, s.Name.Name) {
				p.types = append(p.types, s.Name.Name)
			}
			var fields *ast.FieldList
			switch x := s.Type.(type) {
			case *ast.StructType:
				fields = x.Fields
			case *ast.InterfaceType:
				fields = x.Methods
			default:
				continue
			}
			for _, f := range fields.List {
				put(s.Name.Name+".", f.Names...)
			}
		}
	}
}

// receiver returns the type of a method with a point, and "" for a function.
func receiver(f *ast.FuncDecl) string {
	name := ""
	if f.Recv != nil {
		ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && name == "" {
				name = id.Name + "."
			}
			return name == ""
		})
	}
	return name
}

// The names that words.md gives exist.
func TestWordsNameWhatThereIs(t *testing.T) {
	quoted := regexp.MustCompile("`([a-z]+)\\.([A-Z][A-Za-z]*(\\.[A-Z][A-Za-z]*)?)`")
	packages := exported(t)
	checked := 0
	for i, line := range strings.Split(readSource(t, wordsFile), "\n") {
		for _, m := range quoted.FindAllStringSubmatch(line, -1) {
			checked++
			if !slices.ContainsFunc(packages, func(p exportedNames) bool { return p.name == m[1] && p.all[m[2]] }) {
				t.Errorf("%s:%d: no package has %s.%s", wordsFile, i+1, m[1], m[2])
			}
		}
	}
	if checked < 20 {
		t.Errorf("%s names only %d things of the code", wordsFile, checked)
	}
}

// A name of a type that stands in many packages means the same in each, as words.md says, or is one of the exceptions.
func TestOneWordOneThing(t *testing.T) {
	same := map[string]bool{}
	_, table, found := strings.Cut(readSource(t, wordsFile), "\n## Types of many packages\n")
	if !found {
		t.Fatalf("%s has no section on types of many packages", wordsFile)
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([A-Za-z]+)` \\|").FindAllStringSubmatch(table, -1) {
		same[m[1]] = true
	}
	count := map[string]int{}
	for _, p := range exported(t) {
		for _, name := range p.types {
			count[name]++
		}
	}
	for name := range same {
		if count[name] <= mostPackages {
			t.Errorf("%s: %s stands in %d packages only, and needs no line", wordsFile, name, count[name])
		}
	}
	for name, n := range count {
		if n <= mostPackages || same[name] {
			delete(count, name)
		}
	}
	onlyFewer(t, "types.txt", count)
}

// An exported name, or the name of a package, holds no metaphor but the exceptions.
func TestNamesAreTheFieldsWords(t *testing.T) {
	count := map[string]int{}
	for _, p := range exported(t) {
		if metaphors.MatchString(strings.ToUpper(p.name[:1]) + p.name[1:]) {
			count[p.folder]++
		}
		for name := range p.all {
			if strings.Contains(name, ".") {
				continue // fields and methods: their type counts
			}
			if slices.ContainsFunc(camelWord.FindAllString(name, -1), metaphors.MatchString) {
				count[p.folder+"."+name]++
			}
		}
	}
	onlyFewer(t, "metaphors.txt", count)
}
