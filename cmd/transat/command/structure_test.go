package command

import (
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// These tests hold the whole module to its structure: who may import whom (and, in state_test.go, no state that is not
// in a value).

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath, Name, Dir string
	Imports, GoFiles      []string
}

// packages returns all packages of the module, without their tests.
func packages(t *testing.T) []goPackage {
	t.Helper()
	tool, err := exec.LookPath("go")
	if err != nil {
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal(err)
		}
		t.Skip("the structure can only be checked with the go command, which is not to be found:", err)
	}
	list := exec.Command(tool, "list", "-json=ImportPath,Name,Dir,Imports,GoFiles", modulePath()+"/...")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v", list, err)
	}
	var all []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// floors draws the module, from the ground up: a package imports of this module what stands behind its name, and nothing else.
// Packages below cmd may import all that is not for tests, but for the rules of forbidden.
const floors = `
solver/cnf
solver/files
solver/internal/varint
solver/internal/wire
balance/foreign
balance/partition
balance/topology

dimacs                       solver/cnf
instances                    solver/cnf dimacs
instances/families           solver/cnf
instances/families/write     dimacs instances/families
solver/internal/engine       solver/cnf
solver/internal/engine/general  solver/cnf solver/internal/engine
solver/internal/engine/packed   solver/cnf solver/internal/engine
solver/internal/pages
solver/internal/cdcl         solver/cnf solver/internal/pages
solver/internal/gophersat    solver/cnf
solver/internal/localsearch  solver/cnf
solver/internal/simplify     solver/cnf solver/internal/cdcl solver/internal/pages
solver/drat                  solver/cnf
solver/drat/stream           solver/cnf solver/drat solver/internal/hintqueue
solver/internal/rules        solver/cnf solver/internal/engine solver/internal/engine/general solver/internal/engine/packed
solver/dpll                  solver/cnf solver/internal/engine solver/internal/rules solver/internal/varint
solver/estimate              solver/cnf solver/internal/engine solver/internal/rules
solver/tree                  solver/cnf solver/dpll solver/files solver/internal/rules solver/internal/varint

balance                      balance/partition
balance/sim                  balance balance/topology
balance/simd                 balance balance/topology
balance/phases               balance balance/partition balance/sim balance/topology
balance/rounds               balance balance/topology
balance/cores                balance balance/topology
balance/compare              balance balance/topology balance/sim balance/simd
balance/script               balance balance/foreign
balance/tasktree              balance balance/foreign
balance/conformance          balance balance/topology balance/foreign balance/sim
balance/search               balance balance/compare balance/cores balance/foreign balance/tasktree balance/topology solver/files

balance/search/apps          dimacs instances
balance/search/apps/run      balance balance/search balance/search/apps balance/simd balance/topology instances

solver/internal/memory
solver/internal/pieces       dimacs solver/cnf solver/dpll solver/files
solver/internal/hintqueue    solver/cnf
solver/internal/pool         balance balance/cores balance/topology solver/cnf solver/dpll solver/drat/stream solver/internal/pieces
solver/internal/lookahead    solver/cnf
solver/internal/conqueror    dimacs solver/cnf solver/drat solver/files
solver/internal/cube         balance balance/cores solver/cnf solver/dpll solver/drat/stream solver/internal/cdcl solver/internal/pool
                             solver/internal/conqueror solver/internal/lookahead
                             solver/internal/simplify solver/internal/varint
solver/conquer               balance/cores solver/cnf solver/drat/stream solver/internal/cdcl solver/internal/cube solver/internal/varint
solver/internal/checkpoint   solver/dpll solver/drat/stream solver/files solver/internal/pieces solver/internal/wire
solver                       balance balance/topology dimacs solver/cnf solver/conquer solver/dpll solver/drat
                             solver/drat/stream solver/files
                             solver/internal/cdcl solver/internal/checkpoint solver/internal/pool solver/internal/cube
                             solver/internal/conqueror
                             solver/internal/gophersat solver/internal/hintqueue solver/internal/localsearch
                             solver/internal/memory solver/internal/pieces solver/internal/rules solver/internal/simplify
`

// forTests are the folders whose packages only tests import, and what these may import.
const forTests = `
balance/balancetest           balance balance/topology
instances/fuzztest
instances/instancetest        instances solver/cnf
solver/internal/frozentest    instances/families solver/cnf solver/internal/engine solver/internal/engine/general
                              solver/internal/engine/packed solver/internal/rules solver/internal/solvertest
solver/internal/solvertest    solver/cnf solver/internal/engine
cmd/transat/internal/reproduce/reproducetest
cmd/transat/internal/web/browsertest
cmd/transat/internal/recording/recordingtest
cmd/transat/internal/terminal/terminaltest
cmd/transat/internal/web/bundle/bundletest
`

// imports reads a drawing: the packages of each line, without the module's path. A line that begins with a blank continues the line
// before it.
func imports(drawing string) map[string][]string {
	may := map[string][]string{}
	importer := ""
	for line := range strings.Lines(drawing) {
		words := strings.Fields(line)
		if len(words) > 0 && line[0] != ' ' {
			importer, words = words[0], words[1:]
		}
		may[importer] = append(may[importer], words...)
	}
	delete(may, "")
	return may
}

// reproduced is the folder whose packages are the papers of reproduce, and subcommands that of the subcommands that need several files.
const (
	reproduced  = "cmd/transat/internal/reproduce"
	subcommands = "cmd/transat/command/internal"
)

// together lists the subcommands that use a package of another one.
var together = [][2]string{
	{"solve", "estimate"}, // the forecast
}

// forbidden says what is wrong with an import of a package below cmd, if anything is.
func forbidden(importer, imported string) string {
	switch {
	case within(imported, reproduced) && within(importer, reproduced) && importer != reproduced+"/papers" && imported != reproduced:
		return "the packages of papers share package reproduce, and do not use each other"
	case !within(imported, subcommands) || !within(importer, subcommands) ||
		imported == subcommands+"/cli" || imported == subcommands+"/setup":
		return ""
	case slices.Contains(together, [2]string{path.Base(importer), path.Base(imported)}):
		return ""
	}
	return "subcommands share the packages cli and setup, and do not use each other"
}

func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

// Every package imports what the drawing of the floors says, and the drawing says nothing that is not so.
func TestImportsAreAsDrawn(t *testing.T) {
	drawn, tests := imports(floors), imports(forTests)
	seen := map[string]bool{}
	for _, p := range packages(t) {
		name, _ := strings.CutPrefix(p.ImportPath, modulePath()+"/")
		seen[name] = true
		var got []string
		for _, imported := range p.Imports {
			if within(imported, "go.starlark.net") && name != "balance/script" {
				t.Errorf("%s imports %s: only balance/script knows of Starlark", name, imported)
			}
			if imported, own := strings.CutPrefix(imported, modulePath()+"/"); own {
				got = append(got, imported)
				if _, ok := tests[imported]; ok && tests[name] == nil {
					t.Errorf("%s imports %s, which is for tests", name, imported)
				}
				if why := forbidden(name, imported); why != "" {
					t.Errorf("%s imports %s: %s", name, imported, why)
				}
			}
		}
		want, ok := drawn[name]
		if !ok {
			want, ok = tests[name]
		}
		if within(name, "cmd") {
			continue
		}
		if !ok {
			t.Errorf("%s is not drawn", name)
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s imports (-drawn +in truth):\n%s", name, diff)
		}
	}
	for _, drawing := range []map[string][]string{drawn, tests} {
		for name := range drawing {
			if !seen[name] {
				t.Errorf("%s is drawn, and is no package", name)
			}
		}
	}
}

// These hold whatever the drawing says: what a package links, directly or not.
func TestWhatPackagesLink(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command to ask:", err)
	}
	const heavy = "gonum.org/v1/plot net/http github.com/nats-io go.starlark.net github.com/spf13/cobra"
	for _, c := range []struct{ packages, not string }{
		{"dimacs instances", "transat/balance transat/solver/dpll transat/solver/internal github.com/crillab/gophersat gonum.org/v1 " + heavy},
		{"solver/dpll solver/tree solver/drat/stream", "transat/balance transat/dimacs github.com/crillab/gophersat gonum.org/v1 " + heavy},
		{"solver", "transat/balance/sim transat/balance/rounds transat/balance/script transat/cmd transat/instances " + heavy},
		{"balance", "transat/solver transat/dimacs transat/balance/topology transat/balance/sim transat/cmd " + heavy},
		{"balance/sim", "transat/solver transat/balance/cores transat/balance/rounds transat/balance/simd transat/cmd " + heavy},
		{"balance/cores", "transat/solver transat/balance/sim transat/balance/rounds transat/balance/simd transat/cmd " + heavy},
		{"balance/simd", "transat/solver transat/balance/cores transat/balance/sim transat/balance/rounds transat/cmd " + heavy},
		{"balance/compare", "transat/solver transat/balance/cores transat/cmd " + heavy},
	} {
		args := []string{"list", "-deps"}
		for _, p := range strings.Fields(c.packages) {
			args = append(args, modulePath()+"/"+p)
		}
		out, err := exec.Command(tool, args...).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, dep := range strings.Fields(string(out)) {
			for _, not := range strings.Fields(c.not) {
				if within(dep, not) && dep != "transat/solver/cnf" && !strings.HasPrefix(dep, "transat/solver/files") {
					t.Errorf("%s: links %s", c.packages, dep)
				}
			}
		}
	}
}

func TestPackagesAreNamedAfterTheirSubject(t *testing.T) {
	for _, p := range packages(t) {
		if slices.Contains([]string{"util", "utils", "common", "helpers", "types"}, p.Name) {
			t.Errorf("%s: the name says nothing", p.ImportPath)
		}
		if want := filepath.Base(p.Dir); p.Name != want && p.Name != "main" {
			t.Errorf("%s is named %s", p.ImportPath, p.Name)
		}
	}
}

// A policy sees the world through its Proc alone.
func TestPoliciesImportNothingThatTicks(t *testing.T) {
	others := []string{ // no policies: the registry, the books of a run, and the check of trees
		"policies.go", "families.go", "registry.go", "param.go", "estimate.go", "result.go",
		"tree_error.go", "tree_check.go", "tree_check_walk.go", "tree_check_again.go", "tree_check_totals.go", "tree_check_bounded.go",
		"bounded.go", "fingerprint.go",
	}
	for _, p := range packages(t) {
		if p.ImportPath != "transat/balance" {
			continue
		}
		for _, name := range p.GoFiles {
			if slices.Contains(others, name) {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range file.Imports {
				static := name == "physical.go" && i.Path.Value == `"transat/balance/partition"`
				if !static && !slices.Contains([]string{`"math"`, `"slices"`, `"math/rand/v2"`}, i.Path.Value) {
					t.Errorf("balance/%s imports %s", name, i.Path.Value)
				}
			}
		}
	}
}
