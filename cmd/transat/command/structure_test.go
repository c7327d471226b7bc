package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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

// importRule says which packages of this module those in a folder may import.
type importRule struct {
	folder string
	may    []string
	all    bool // everything but what is for tests
}

// importRules are the rules; the first whose folder a package lies in counts.
func importRules() []importRule {
	machine := []string{"transat/balance", "transat/balance/topology"}
	leaf := "transat/solver/cnf"
	engines := []string{leaf, "transat/solver/engine"}
	return []importRule{
		{folder: "transat/solver/cnf"},
		{folder: "transat/solver/engine/packed", may: engines},
		{folder: "transat/solver/engine/general", may: engines},
		{folder: "transat/solver/engine", may: []string{leaf}},
		{folder: "transat/solver/rules", may: slices.Concat(engines, []string{"transat/solver/engine/packed", "transat/solver/engine/general"})},
		{folder: "transat/solver/dpll", may: slices.Concat(engines, []string{"transat/solver/rules", "transat/solver/internal/varint"})},
		{folder: "transat/solver/files/wholefile"},
		{folder: "transat/solver/files/regular"},
		{folder: "transat/balance/foreign"},
		{folder: "transat/instances/fuzztest"},
		{folder: "transat/solver/tree", may: []string{"transat/solver/files/wholefile", "transat/solver/files/regular", leaf, "transat/solver/dpll", "transat/solver/rules", "transat/solver/internal/varint"}},
		{folder: "transat/solver/estimate", may: slices.Concat(engines, []string{"transat/solver/rules"})},
		{folder: "transat/solver/cdcl", may: []string{leaf}},
		{folder: "transat/solver/gophersat", may: []string{leaf}},
		{folder: "transat/solver/simplify", may: []string{leaf}},
		{folder: "transat/solver/internal/families", may: []string{leaf}},
		{folder: "transat/solver/localsearch", may: []string{leaf}},
		{folder: "transat/solver/drat/stream", may: []string{leaf, "transat/solver/drat"}}, // for lemmas with hints
		{folder: "transat/solver/drat", may: []string{leaf}},
		{folder: "transat/solver/internal/varint"},
		{folder: "transat/solver/internal/solvertest", may: engines},
		{folder: "transat/solver/parallel/internal", may: append([]string{ // the front on all cores stands above solver and balance
			"transat/solver", "transat/solver/cnf", "transat/dimacs", "transat/balance/cores",
			"transat/solver/parallel/internal/pool", "transat/solver/parallel/internal/pieces", "transat/solver/parallel/internal/memory",
			"transat/solver/drat/stream", "transat/solver/files/wholefile", "transat/solver/files/regular",
		}, machine...)},
		{folder: "transat/solver/parallel", may: append([]string{
			"transat/solver/drat", "transat/solver/drat/stream", "transat/solver", "transat/solver/cnf", "transat/solver/cdcl", "transat/solver/simplify", "transat/dimacs", "transat/balance/cores",
			"transat/solver/parallel/internal/pool", "transat/solver/parallel/internal/pieces", "transat/solver/parallel/internal/memory",
			"transat/solver/parallel/internal/cube", "transat/solver/parallel/internal/checkpoint",
		}, machine...)},
		{folder: "transat/solver/internal/frozentest", all: true},
		{folder: "transat/solver/internal/tunetest", may: slices.Concat(engines, []string{"transat/solver/internal/solvertest"})},
		{folder: "transat/solver", may: []string{
			leaf, "transat/solver/rules", "transat/solver/dpll", "transat/solver/tree",
			"transat/solver/estimate", "transat/solver/cdcl", "transat/solver/gophersat", "transat/solver/localsearch",
		}},
		{folder: "transat/dimacs", may: []string{leaf}},
		{folder: "transat/instances/instancetest", may: []string{leaf, "transat/instances"}},
		{folder: "transat/instances", may: []string{leaf, "transat/dimacs"}}, // the latter for its .cnf files
		{folder: "transat/balance/topology"},
		{folder: "transat/balance/partition"},
		{folder: "transat/balance/balancetest", may: machine},
		{folder: "transat/balance/rounds", may: machine},
		{folder: "transat/balance/simd", may: machine},
		{folder: "transat/balance/sim", may: machine},
		{folder: "transat/balance/cores", may: machine},
		{folder: "transat/balance/jobs"},
		{folder: "transat/balance/compare", may: append(machine, "transat/balance/jobs", "transat/balance/sim", "transat/balance/simd")},
		{folder: "transat/balance/script", may: append(machine[:1:1], "transat/balance/foreign")},
		{folder: "transat/balance/conformance", may: append(machine, "transat/balance/sim", "transat/balance/foreign")},
		{folder: "transat/balance", may: []string{"transat/balance/partition"}}, // only physical.go does
		{folder: "transat/cmd", all: true},
	}
}

// reproduced is the folder whose packages are the papers of reproduce.
const reproduced = "transat/cmd/transat/internal/reproduce"

// subcommands is the folder whose packages are the subcommands that need several files.
const subcommands = "transat/cmd/transat/command/internal"

// together reports whether a subcommand may use a package of that folder: what all share, and of each other's only what makes a
// sweep a row of simulations, an explanation several of them, and a forecast of solve an estimate.
func together(importer, imported string) bool {
	switch imported {
	case subcommands + "/app":
		return true
	case subcommands + "/simulate":
		return importer == subcommands+"/sweep" || importer == subcommands+"/explain"
	case subcommands + "/estimate":
		return importer == subcommands+"/solve"
	}
	return false
}

// forbidden says what is wrong with an import, if anything is.
func forbidden(importer, imported string) string {
	switch {
	case !within(imported, modulePath()):
		return ""
	case within(importer, "transat/solver/internal/frozentest"), within(importer, "transat/solver/internal/tunetest"):
	case within(imported, "transat/balance/balancetest"), within(imported, "transat/solver/internal/solvertest"),
		within(imported, "transat/solver/internal/frozentest"), within(imported, "transat/solver/internal/tunetest"), within(imported, "transat/solver/internal/families"), within(imported, "transat/instances/instancetest"),
		within(imported, "transat/instances/fuzztest"):
		return fmt.Sprintf("%s imports %s, which is for tests", importer, imported)
	case imported == reproduced+"/reproducetest":
		return fmt.Sprintf("%s imports %s, which is for tests", importer, imported)
	case within(imported, reproduced) && within(importer, reproduced) && importer != reproduced+"/papers" && imported != reproduced && imported != reproduced+"/lockstep":
		return fmt.Sprintf("%s imports %s: the packages of papers share package reproduce, and do not use each other", importer, imported)
	case within(imported, subcommands) && within(importer, subcommands) && !together(importer, imported):
		return fmt.Sprintf("%s imports %s: subcommands share package app, and do not use each other", importer, imported)
	}
	for _, rule := range importRules() {
		if within(importer, rule.folder) {
			if rule.all || slices.Contains(rule.may, imported) {
				return ""
			}
			return fmt.Sprintf("%s imports %s; of this module, it may import %v", importer, imported, rule.may)
		}
	}
	return fmt.Sprintf("%s is in none of the module's folders", importer)
}

func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

func TestImportsGoOneWay(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			if within(imported, "go.starlark.net") && p.ImportPath != "transat/balance/script" {
				t.Errorf("%s imports %s: only balance/script knows of Starlark", p.ImportPath, imported)
			}
			if wrong := forbidden(p.ImportPath, imported); wrong != "" {
				t.Error(wrong)
			}
		}
	}
}

// A program that reads files does not link a solver, nor the libraries of one.
func TestReadersOfFilesNeedNoSolver(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command to ask:", err)
	}
	list := exec.Command(tool, "list", "-deps", "transat/dimacs", "transat/instances")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v", list, err)
	}
	deps := strings.Fields(string(out))
	for _, dep := range deps {
		solver := within(dep, "transat/solver") && dep != "transat/solver/cnf"
		if solver || within(dep, "github.com/crillab/gophersat") || within(dep, "gonum.org/v1") {
			t.Errorf("reading a formula needs %s", dep)
		}
	}
	if !slices.Contains(deps, "transat/solver/cnf") {
		t.Error("reading a formula does not need the leaf")
	}
}

func TestForbiddenImports(t *testing.T) {
	for _, c := range []struct {
		importer, imported string
		wrong              bool
	}{
		{"transat/solver", "fmt", false},
		{"transat/solver", "transat/balance", true},
		{"transat/solver", "transat/solver/drat", true},
		{"transat/solver", "transat/solver/internal/solvertest", true},
		{"transat/solver/engine/general", "transat/solver/internal/tunetest", true},
		{"transat/solver/internal/tunetest", "transat/solver/internal/solvertest", false},
		{"transat/solver/internal/tunetest", "transat/solver/dpll", true},
		{"transat/solver/cnf", "transat/solver", true},
		{"transat/solver/engine", "transat/solver/engine/packed", true},
		{"transat/solver/engine/packed", "transat/solver/engine", false},
		{"transat/solver/engine/packed", "transat/solver/engine/general", true},
		{"transat/solver/rules", "transat/solver", true},
		{"transat/solver", "transat/solver/parallel", true},
		{"transat/solver/parallel", "transat/balance/cores", false},
		{"transat/solver/parallel", "transat/balance/sim", true},
		{"transat/solver/parallel/internal/pool", "transat/solver/parallel/internal/cube", true},
		{"transat/cmd/transat/command", "transat/solver/parallel", false},
		{"transat/solver/dpll", "transat/solver/rules", false},
		{"transat/solver/dpll", "transat/solver/engine/packed", true},
		{"transat/solver/dpll", "transat/solver/tree", true},
		{"transat/solver/tree", "transat/solver/engine", true},
		{"transat/solver/estimate", "transat/solver/dpll", true},
		{"transat/solver/cdcl", "transat/solver/dpll", true},
		{"transat/solver/cdcl", "transat/solver/internal/families", true},
		{"transat/solver", "transat/solver/engine/general", true},
		{"transat/solver/drat", "transat/solver", true},
		{"transat/solver/drat", "transat/solver/cnf", false},
		{"transat/solver/drat", "transat/dimacs", true},
		{"transat/dimacs", "transat/solver", true},
		{"transat/dimacs", "transat/solver/cnf", false},
		{"transat/dimacs", "transat/instances", true},
		{"transat/balance", "transat/balance/topology", true},
		{"transat/balance/topology", "transat/balance", true},
		{"transat/balance", "transat/balance/partition", false},
		{"transat/balance/partition", "transat/balance", true},
		{"transat/balance/sim", "transat/balance", false},
		{"transat/balance/sim", "transat/balance/cores", true},
		{"transat/balance/sim", "transat/solver", true},
		{"transat/balance/sim", "transat/balance/balancetest", true},
		{"transat/balance/script", "transat/balance", false},
		{"transat/balance/script", "transat/balance/sim", true},
		{"transat/balance/sim", "transat/balance/script", true},
		{"transat/balance/sim", "transat/cmd/transat/internal/report", true},
		{"transat/cmd/transat", "transat/balance/sim", false},
		{"transat/cmd/transat", "transat/balance/balancetest", true},
		{reproduced + "/plb", reproduced, false},
		{reproduced + "/plb", reproduced + "/lockstep", false},
		{reproduced + "/plb", reproduced + "/liquid", true},
		{reproduced, reproduced + "/plb", true},
		{reproduced + "/papers", reproduced + "/plb", false},
		{reproduced + "/plb", reproduced + "/reproducetest", true},
		{"transat/cmd/transat/command", subcommands + "/solve", false},
		{subcommands + "/solve", subcommands + "/app", false},
		{subcommands + "/solve", subcommands + "/estimate", false},
		{subcommands + "/estimate", subcommands + "/solve", true},
		{subcommands + "/check", subcommands + "/estimate", true},
		{subcommands + "/sweep", subcommands + "/simulate", false},
		{subcommands + "/app", subcommands + "/simulate", true},
		{subcommands + "/app", "transat/cmd/transat/internal/report", false},
		{modulePath() + "/misc", "transat/solver", true},
	} {
		if wrong := forbidden(c.importer, c.imported); (wrong != "") != c.wrong {
			t.Errorf("%s imports %s: %q", c.importer, c.imported, wrong)
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
	others := []string{ // no policies: the registry, and the check of trees
		"policies.go", "registry.go", "essay.go", "param.go", "estimate.go",
		"tree_error.go", "tree_check.go", "tree_check_walk.go", "tree_check_again.go", "tree_check_totals.go", "fingerprint.go",
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
