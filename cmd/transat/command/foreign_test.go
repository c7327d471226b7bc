package command

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"transat/cmd/transat/command/internal/cli"
)

// forgery is a text that, printed without escapes, shows a verdict, codes for a terminal and text that runs backwards. Package
// foreign escapes it.
const forgery = "x\ns FORGED\nc \x1b[31m\u202e"

// scripts are policies that say it in all the ways that they can.
func forgedScripts() map[string]string {
	q := `"x\ns FORGED\nc \x1b[31m\u202e"`
	return map[string]string{
		"says.star": "# A thief \x1b[31m\u202e\n# of its own.\n\ntitle = \"a \u202e thief\"\nsource = title\nuses = title\nmessages = {" +
			q + ": []}\n" +
			"params = {\"pause\": seconds(0.001, min = 0, max = 3600, title = " + q + ")}\n" +
			"def idle(p):\n    print(" + q + ")\n    p.send((p.rank + 1) % p.procs, " + q + ")\n\ndef receive(p, sender, message):\n    pass\n",
		"fails.star":   "def idle(p):\n    fail(" + q + ")\n",
		"refuses.star": "def refuses(topology, params):\n    return " + q + "\n\ndef idle(p):\n    pass\n",
	}
}

func TestForeignTextIsQuoted(t *testing.T) {
	t.Setenv("TRANSAT_CACHE", "off")
	t.Chdir(t.TempDir())
	files := map[string]string{
		"f.cnf":                  "c \x1b[31m comment\np cnf 2 2\n1 2 0\n-1 0\n",
		"bad.cnf":                "p cnf 2 2\n1 \x1b[31m\u202e 0\n",
		"header.cnf":             "p \x1b[31m\u202e 2 2\n",
		"verdict.txt":            "s \x1b[31m\u202eFORGED\n",
		"model.txt":              "v 1 \x1b[31m\u202e 0\n",
		"proof.txt":              "1 \x1b[31m\u202e 0\n",
		forgery + ".graph":       "2 1\n2\n1\n",
		forgery + "/policy.star": "def idle(p):\n    pass\n",
	}
	for name, text := range forgedScripts() {
		files[name] = text
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Skip(err) // some systems refuse some names
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Skip(err)
		}
	}
	lines := [][]string{
		{"solve", "bad.cnf"},
		{"solve", "header.cnf"},
		{"check", "f.cnf", "verdict.txt"},
		{"check", "f.cnf", "model.txt"},
		{"check", "f.cnf", "proof.txt"},
		{"partition", forgery + ".graph"},
		{"partition", "--picture=" + forgery + ".svg", "grid:4x4"},
		{"generate", "3-5-3/1", "-o", forgery + ".cnf"},
		{"solve", "--checkpoint=" + forgery, "--max-nodes=1", "30-129-3/06"},
		{"solve", "--proof=" + forgery, "30-129-3/06"},
		{"docs", forgery + "docs"},
		{"cluster", "status", forgery, "--join=nats://127.0.0.1:1"},
	}
	for _, script := range []string{"says.star", "fails.star", "refuses.star", forgery + "/policy.star"} {
		policy := "--policy=./" + script
		lines = append(lines,
			[]string{"policy", "show", "./" + script},
			[]string{"policy", "check", "./" + script},
			[]string{"list", "policies", "./" + script},
			[]string{"compare", "--grid=2x2", policy, "php-5-4"},
			[]string{"compare", "--grid=2x2", "--watch", policy, "php-5-4"},
			[]string{"compare", "--grid=2x2", "--format=markdown", policy, "php-5-4"},
			[]string{"simulate", "--grid=2x2", "--format=csv", policy, "php-5-4"},
			[]string{"explain", "--grid=2x2", "--quick", "--seeds=1", policy + ",steal", "php-5-4"},
			[]string{"sweep", "--grids=2x2", policy, "php-5-4"},
			[]string{"walk", policy, "php-5-4"},
			[]string{"solve", "-j", "2", policy, "30-129-3/06"},
		)
	}
	for _, args := range lines {
		var out, errs bytes.Buffer
		run(t.Context(), args, strings.NewReader(""), &out, &errs)
		sound(t, args, out.String(), errs.String())
		if out.Len()+errs.Len() == 0 && args[0] != "generate" {
			t.Errorf("transat %q says nothing", args)
		}
	}
}

// Every argument and every flag of every command is a door, through which an error brings it to stderr.
func TestForeignArgumentsAreQuoted(t *testing.T) {
	t.Setenv("TRANSAT_CACHE", "off")
	t.Chdir(t.TempDir())
	try := func(args ...string) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var out, errs bytes.Buffer
		if code := run(ctx, args, strings.NewReader(""), &out, &errs); code == cli.OK {
			t.Errorf("transat %q: no error", args)
		}
		sound(t, args, out.String(), errs.String())
	}
	try(forgery)
	try("help", forgery)
	each := func(cmd *cobra.Command) {
		path := strings.Fields(cmd.CommandPath())[1:]
		if cmd.Name() == "page" || cmd.Name() == "docs" || cmd.Name() == "help" {
			return // the argument is a folder that they make
		}
		try(append(path, forgery, forgery)...)
		try(append(path, "--"+forgery)...)
		if testing.Short() {
			return
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" {
				try(append(path, fmt.Sprintf("--%s=%s", f.Name, forgery), forgery)...)
			}
		})
	}
	for _, cmd := range commands()[1:] {
		each(cmd)
		for _, sub := range cmd.Commands() {
			each(sub)
		}
	}
}

// Lines for people are printed by App.Tell, which quotes what is foreign, or by packages that do. What is printed past them stands here.
func TestNoLineIsPrintedPastTheQuoting(t *testing.T) {
	known := map[string]string{
		"internal/cli/app.go":       "Tell itself",
		"internal/solve/stats.go":   "numbers",
		"internal/solve/models.go":  "the verdict",
		"internal/solve/answer.go":  "the verdict",
		"internal/solve/json.go":    "JSON",
		"internal/network/serve.go": "the address that the server has got",
	}
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			function, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !strings.HasPrefix(function.Sel.Name, "Fprint") {
				return true
			}
			to, ok := call.Args[0].(*ast.SelectorExpr)
			if ok && to.Sel.Name == "Out" && known[filepath.ToSlash(path)] == "" {
				t.Errorf("%s prints to stdout by %s: want App.Tell", path, function.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
