package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"transat/cmd/transat/command"
	"transat/cmd/transat/internal/terminal/terminaltest"
)

// folder is where the programs are, once they have been built; TestMain removes it.
var folder = filepath.Join(os.TempDir(), fmt.Sprintf("transat-programs-%d", os.Getpid()))

var programs = sync.OnceValue(func() error {
	to := folder + string(filepath.Separator)
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", to, "transat/cmd/transat", "transat/cmd/transat-net")
	text, err := build.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	return nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// built returns the file of a program, transat or transat-net, in a folder with both.
func built(t *testing.T, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("links two programs")
	}
	if _, err := exec.LookPath("go"); err != nil && os.Getenv("TRANSAT_TEST_NO_SKIP") == "" {
		t.Skip("there is no go command to build the programs with:", err)
	}
	if err := programs(); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(folder, name)
}

// What few commands need is not in the program: it would be compiled and initialised for all of them. A module that is to be among these
// costs something at every start; TestLittleIsInitialised and GODEBUG=inittrace=1 tell how much.
func TestTheProgramIsLean(t *testing.T) {
	built(t, "transat") // or skip
	modules := []string{
		"transat",
		"github.com/spf13/cobra", "github.com/mattn/go-runewidth", "github.com/clipperhouse/uax29/v2",
		"golang.org/x/term", "golang.org/x/sys", "github.com/dustin/go-humanize", "github.com/rogpeppe/go-internal", // files that lock
		"github.com/klauspost/compress", "github.com/ulikunitz/xz", // packed formulas
		"go.starlark.net", "gonum.org/v1/gonum",
	}
	used := []string{"github.com/crillab/gophersat", "github.com/spf13/pflag", "github.com/olekukonko/tablewriter"} // whatever they cost
	modules = append(modules, used...)
	never := []string{
		"net/http", "crypto/tls", "os/user", "expvar", "runtime/pprof", "testing", "encoding/gob", "encoding/xml", "html/template", // standard
		"transat/cmd/transat/internal/web/server", "transat/cmd/transat/internal/cluster/server", "transat/cmd/transat/internal/cluster/network",
	}
	out, err := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{with .Module}}{{.Path}}{{end}}", "transat/cmd/transat").Output()
	if err != nil {
		t.Fatal(err)
	}
	solves, seen := false, map[string]bool{}
	for line := range strings.Lines(string(out)) {
		dep, module, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if module != "" && !slices.Contains(modules, module) {
			t.Errorf("transat imports %s of module %s", dep, module)
		}
		for _, heavy := range never {
			if dep == heavy || strings.HasPrefix(dep, heavy+"/") {
				t.Errorf("transat imports %s", dep)
			}
		}
		seen[module] = true
		solves = solves || dep == "transat/solver"
	}
	for _, module := range used {
		if !seen[module] {
			t.Errorf("transat does not use %s", module)
		}
	}
	if !solves {
		t.Errorf("transat does not solve: %s", out)
	}
}

// The linker leaves out methods that nothing calls, unless some may be called by a name that is only known later: package text/template
// does that. A tenth of the program was such methods.
func TestNoMethodIsCalledByName(t *testing.T) {
	program, err := os.ReadFile(built(t, "transat"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(program, []byte("text/template.init")) {
		t.Fatal("the program does not have the names of its functions")
	}
	if bytes.Contains(program, []byte("text/template.(*state).evalField")) {
		t.Error("a template may be executed: go build -ldflags=-dumpdep says by which function (look for ReflectMethod)")
	}
}

// Of the module's own packages, these do something before main, and nothing among it reads a file or makes a table. All packages together
// make few pieces of memory: each piece takes time, and the first in a page of memory takes as long as a hundred.
func TestLittleIsInitialised(t *testing.T) {
	cmd := exec.Command(built(t, "transat"), "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	may := []string{
		"transat/cmd/transat/internal/addresses", "transat/cmd/transat/command", // keep Starlark from its addresses
		"transat/balance/script", "transat/solver/internal/cdcl", "transat/solver", // errors with a name
	}
	const most, mostBytes = 1400, 260_000 // 1,316 and 223,104 with Go 1.26
	pieces, size := 0, 0
	for line := range strings.Lines(said.String()) {
		words := strings.Fields(line) // init PACKAGE @TIME ms, TIME ms clock, BYTES bytes, COUNT allocs
		if len(words) < 11 || words[0] != "init" {
			t.Fatalf("%q", line)
		}
		if strings.HasPrefix(words[1], "transat/") && !slices.Contains(may, words[1]) {
			t.Errorf("something is initialised for every command: %s", line)
		}
		n, err := strconv.Atoi(words[9])
		bytes, err2 := strconv.Atoi(words[7])
		if err := errors.Join(err, err2); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		pieces, size = pieces+n, size+bytes
	}
	if pieces > most || size > mostBytes {
		t.Errorf("%d pieces of memory of %d bytes are made before main, want at most %d of %d:\n%s", pieces, size, most, mostBytes, said.String())
	}
	if !strings.Contains(said.String(), "init runtime @") {
		t.Errorf("no trace: %s", said.String())
	}
}

// What needs a network is done by the program that has one; where that is not, the error says what to type.
func TestTheOtherProgramIsStarted(t *testing.T) {
	lean := built(t, "transat")
	join := []string{"worker", "--join=nats://127.0.0.1:1", "--patience=1ns", "--token=x"}
	transat := func(program, path string, args ...string) (code int, said string) {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Env, cmd.Dir = append(os.Environ(), "PATH="+path), t.TempDir()
		out, err := cmd.CombinedOutput()
		if ended := new(exec.ExitError); err != nil && !errors.As(err, &ended) {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	alone := filepath.Join(t.TempDir(), filepath.Base(lean))
	program, err := os.ReadFile(lean)
	if err == nil {
		err = os.WriteFile(alone, program, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	wantCode, want := transat(built(t, "transat-net"), "", join...)
	if wantCode != 1 || !strings.Contains(want, "\ntransat: no coordinator has been heard of") || strings.Contains(want, "transat-net") {
		t.Fatalf("transat-net: exit code %d, %s", wantCode, want)
	}
	for name, call := range map[string][2]string{"beside": {lean, ""}, "in the PATH": {alone, filepath.Dir(lean)}} {
		if code, said := transat(call[0], call[1], join...); code != wantCode || said != want {
			t.Errorf("%s: exit code %d, %s; want %d, %s", name, code, said, wantCode, want)
		}
	}
	for _, line := range [][]string{
		join,
		{"solve", "--cluster", "php-5-4"},
		{"solve", "--cluster=nats://127.0.0.1:1", "php-5-4"},
		{"cluster", "status", "--join=nats://127.0.0.1:1"},
		{"serve"},
		{"compare", "--machine=workers", "php-5-4"},
	} {
		code, said := transat(alone, "", line...)
		if code != 1 || !strings.HasPrefix(said, "transat: ") || strings.Count(said, "\n") != 1 ||
			!strings.Contains(said, "go install ./cmd/transat ./cmd/transat-net") ||
			!strings.Contains(said, "go run ./cmd/transat-net "+strings.Join(line, " ")) {
			t.Errorf("%q alone: exit code %d, %s", line, code, said)
		}
	}
	if code, said := transat(alone, "", "serve", "--addr"); code != 64 || strings.Contains(said, "transat-net") {
		t.Errorf("wrong use: exit code %d, %s", code, said)
	}
}

// A program from the PATH is asked for its version, and nothing else, if that is another one.
func TestAForeignProgramInThePathIsNotStarted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the foreign program is a script of a shell")
	}
	program, err := os.ReadFile(built(t, "transat"))
	if err != nil {
		t.Fatal(err)
	}
	alone, other, asked := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "asked")
	for says, want := range map[string]string{
		"echo transat v0.0.1": "it is of another version", "exit 3": "exit status 3",
	} {
		script := fmt.Sprintf("#!/bin/sh\necho \"$@\" >>%s\n%s\n", asked, says)
		err := errors.Join(
			os.WriteFile(filepath.Join(alone, "transat"), program, 0o755),
			os.WriteFile(filepath.Join(other, "transat-net"), []byte(script), 0o755),
			os.WriteFile(asked, nil, 0o600))
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(filepath.Join(alone, "transat"), "worker", "--join=nats://127.0.0.1:1")
		cmd.Env = append(os.Environ(), "PATH="+other)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(out), "transat-net --version: "+want+": go install") {
			t.Errorf("%s: exit code %d, %s", says, code, out)
		}
		if got, err := os.ReadFile(asked); err != nil || string(got) != "--version\n" {
			t.Errorf("%s: it was started with %q, %v", says, got, err)
		}
	}
}

// The other program has the terminal to itself: its lines would run over its own bar if they came through this one.
func TestTheOtherProgramIsOnTheTerminal(t *testing.T) {
	terminal := terminaltest.Open(t, 80)
	program, err := os.ReadFile(built(t, "transat"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	const script = "#!/bin/sh\n[ -t 1 ] && echo stdout is a terminal\n[ -t 2 ] && echo stderr is a terminal\necho process $$\n"
	err = errors.Join(
		os.WriteFile(filepath.Join(folder, "transat"), program, 0o755),
		os.WriteFile(filepath.Join(folder, "transat-net"), []byte(script), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(folder, "transat"), "worker", "--join=nats://127.0.0.1:1")
	cmd.Stdout, cmd.Stderr = terminal.File, terminal.File
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	want := []string{"stdout is a terminal", "stderr is a terminal", fmt.Sprint("process ", cmd.Process.Pid)}
	if got := terminal.Lines(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// In a process whose streams are others, and which `go run` or `go test` has built, the other program is built and is a child.
func TestTheOtherProgramAsAChild(t *testing.T) {
	if os.Getenv("TRANSAT_TEST_MORE") == "" {
		t.Skip("links a program once more: with TRANSAT_TEST_MORE=1 it runs")
	}
	built(t, "transat-net") // or skip
	var out, errs bytes.Buffer
	args := []string{"worker", "--join=nats://127.0.0.1:1", "--patience=1ns", "--token=x"}
	code := command.Main(args, strings.NewReader(""), &out, &errs)
	if code != 1 || !strings.HasPrefix(out.String(), "waiting for a server: ") ||
		!strings.HasPrefix(errs.String(), "transat: no coordinator has been heard of") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out.String(), errs.String())
	}
}

// A program of another version is not started: it might search another tree.
func TestTheOtherProgramIsOfTheSameVersion(t *testing.T) {
	cmd := exec.Command(built(t, "transat-net"), "solve", "php-5-4")
	cmd.Env = append(os.Environ(), "TRANSAT_STARTED_BY=v0.0.1")
	out, _ := cmd.CombinedOutput()
	want := "of version v0.0.1: go install ./cmd/transat ./cmd/transat-net makes both"
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(out), want) {
		t.Errorf("exit code %d, %s", code, out)
	}
}
