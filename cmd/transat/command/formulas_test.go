//go:build !wasip1

package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/ulikunitz/xz"

	"transat/balance/foreign"
	"transat/cmd/transat/command/internal/cli"
	"transat/dimacs"
	"transat/instances"
)

// These tests run every command that takes a formula, in all its ways, with a formula that comes as a sample, a file, a pipe and so on.
// Whatever it comes as, the command does the same, or says that it does not take it. The ways stand in formulas_ways_test.go.

// takesFormula reports whether a command takes a formula.
func takesFormula(cmd *cobra.Command) bool { return strings.Contains(cmd.Use, "FILE|SAMPLE") }

// arrival is what a formula comes as.
type arrival struct {
	name  string
	file  string // it lies in, "" for none
	piped bool   // the file is what stdin comes from
	write func(w io.Writer, of instances.Instance) error
	icnf  bool // a command may refuse it
	short bool // is tried with -short
}

// hostile is the name of a file that would print a verdict, codes for a terminal and text that runs backwards.
const hostile = "x\ns FORGED\nc \x1b[31m\u202e\xff.cnf"

func arrivals() []arrival {
	cnf := func(w io.Writer, of instances.Instance) error {
		f, err := of.Formula()
		if err != nil {
			return err
		}
		return dimacs.Write(w, f)
	}
	packed := func(pack func(w io.Writer) (io.WriteCloser, error)) func(io.Writer, instances.Instance) error {
		return func(w io.Writer, of instances.Instance) error {
			p, err := pack(w)
			if err != nil {
				return err
			}
			return errors.Join(cnf(p, of), p.Close())
		}
	}
	zipped := packed(func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
	icnf := func(cubes string) func(io.Writer, instances.Instance) error {
		return func(w io.Writer, of instances.Instance) error {
			var text bytes.Buffer
			if err := cnf(&text, of); err != nil {
				return err
			}
			_, err := io.WriteString(w, regexp.MustCompile(`p cnf .*`).ReplaceAllString(text.String(), "p inccnf")+cubes)
			return err
		}
	}
	return []arrival{
		{name: "sample", short: true},
		{name: "file", file: "f.cnf", write: cnf, short: true},
		{name: "gzip", file: "f.cnf.gz", write: zipped},
		{name: "xz", file: "f.cnf.xz", write: packed(func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) })},
		{name: "zstd", file: "f.cnf.zst", write: packed(func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })},
		{name: "stdin", file: "f.cnf", piped: true, write: cnf, short: true},
		{name: "stdin, gzip", file: "f.cnf.gz", piped: true, write: zipped},
		{name: "a hostile name", file: hostile, write: cnf, short: true},
		{name: "iCNF", file: "f.icnf", write: icnf(""), icnf: true},
		{name: "iCNF with cubes", file: "f.icnf", write: icnf("a 1 0\na -1 0\n"), icnf: true},
	}
}

// way is something that a command does with a formula: command lines, one after the other, in which {} stands for the formula.
type way struct {
	lines    string // with ";" between them
	of       string // the sample; unsatisfiable if it is ""
	code     cli.Code
	process  bool   // the command starts others, which a test cannot be
	worker   bool   // one joins
	measures bool   // what it prints is different each time
	only     string // arrivals that it is tried with, "" for as many as suit
	short    bool   // is tried with -short, and otherwise with all arrivals
}

const (
	unsatisfiable = "30-129-3/06" // random, 17 nodes
	satisfiable   = "30-129-3/01"
	structured    = "php-5-4"
)

func TestEveryCommandTakesEveryFormula(t *testing.T) {
	t.Setenv("TRANSAT_CACHE", "off")
	for _, cmd := range commands() {
		if !takesFormula(cmd) {
			continue
		}
		ways := ways()[cmd.Name()]
		if len(ways) == 0 {
			t.Errorf("%s takes a formula: it wants a list of ways in formulas_ways_test.go", cmd.Name())
		}
		for i, w := range ways {
			want := ""
			for j, a := range arrivals() {
				if !w.wanted(i, j, a) {
					continue
				}
				t.Run(fmt.Sprintf("%s %s/%s", cmd.Name(), w.lines, a.name), func(t *testing.T) {
					got := w.try(t, a)
					if want == "" {
						want = got
					}
					if got != want && !a.icnf && !w.measures && !strings.HasPrefix(w.lines, "solve") { // how cores share a search is chance
						t.Errorf("it prints\n%s\nand of the first arrival\n%s", got, want)
					}
				})
			}
		}
	}
}

// wanted reports whether a way, which has a number, is tried with an arrival. Ways that matter are tried with all, the others with the
// first arrival and a few of the rest, in turn.
func (w way) wanted(way, number int, a arrival) bool {
	switch {
	case testing.Short():
		return w.short && a.short
	case w.only != "":
		return slices.Contains(strings.Split(w.only, ","), a.name)
	}
	apart := 32
	if os.Getenv("TRANSAT_TEST_MORE") != "" {
		apart = 4
	}
	return w.short || number == 0 || (way+number)%apart == 0
}

// try runs the lines of a way, and returns what they print, whatever the formula is called.
func (w way) try(t *testing.T, a arrival) (printed string) {
	t.Helper()
	t.Chdir(t.TempDir())
	of := w.of
	if of == "" {
		of = unsatisfiable
	}
	arg, label, stdin := of, of, []byte(nil)
	if a.file != "" {
		set, err := instances.Open(of)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := a.write(&text, set.Instances[0]); err != nil {
			t.Fatal(err)
		}
		if arg, label, stdin = "-", "stdin", text.Bytes(); !a.piped {
			arg, label, stdin = a.file, foreign.Text(a.file), nil
			if err := os.WriteFile(a.file, text.Bytes(), 0o666); err != nil {
				t.Skip(err) // some systems refuse some names
			}
		}
	}
	lines := strings.Split(w.lines, ";")
	for i, line := range lines {
		args := strings.Fields(line)
		for j := range args {
			args[j] = strings.ReplaceAll(args[j], "{}", arg)
		}
		code, stdout, stderr := w.run(t, args, stdin)
		sound(t, args, stdout, stderr)
		if a.icnf && code != w.code && !strings.HasPrefix(stdout, "s ") && !strings.Contains(stdout, "\ns ") &&
			regexp.MustCompile(`^transat: .*(inccnf|iCNF|cubes|cnf VARIABLES).*\n$`).MatchString(stderr) {
			return ""
		}
		want := cli.OK
		switch {
		case i == len(lines)-1:
			want = w.code
		case args[0] == "solve" && !strings.Contains(line, "--max-nodes") && !strings.Contains(line, "--cubes"):
			want = map[string]cli.Code{satisfiable: cli.Satisfiable}[of]
			if want == cli.OK {
				want = cli.Unsatisfiable
			}
		}
		if code != want {
			t.Fatalf("transat %q: exit code %d, want %d\n%s%s", args, code, want, stdout, stderr)
		}
		if strings.Contains(stdout+stderr, "was made for another file") && !a.icnf {
			t.Errorf("transat %q: the proof names another formula:\n%s", args, stdout)
		}
		if strings.Contains(line, "--format=json") && !json.Valid([]byte(stdout)) {
			t.Errorf("transat %q: this is no JSON: %s", args, stdout)
		}
		if err := os.WriteFile("printed", []byte(stdout), 0o666); err != nil {
			t.Fatal(err)
		}
		printed += stdout
	}
	return anonymous(printed, label)
}

// anonymous is an output without the name of the formula, and without what is different each time or depends on the width of that name.
func anonymous(text, label string) string {
	inJSON := strings.ReplaceAll(label, `\`, `\\`)
	for _, form := range []string{"'" + inJSON + "'", "'" + label + "'", inJSON, label} { // as it is, and quoted for a shell
		text = strings.ReplaceAll(text, form, "")
	}
	for _, remove := range []string{
		`(?m)^c .*(transat-run-|has joined|worker|record).*\n`, // of clusters
		`[0-9.,e-]+ (ns|µs|ms|s)\b`,
		`"[a-z_]*(time|seconds|_s)[a-z_]*": ?[^,}]*`,
		`[─━═┄-]+`, // lines, and a formula that comes from stdin
	} {
		text = regexp.MustCompile(remove).ReplaceAllString(text, "")
	}
	return strings.Join(strings.Fields(text), " ")
}

// sound refuses what no command may print.
func sound(t *testing.T, args []string, stdout, stderr string) {
	t.Helper()
	all := stdout + stderr
	for _, word := range []string{"internal error", "goroutine ", "runtime error", "panic"} {
		if strings.Contains(all, word) {
			t.Errorf("transat %q: %q in\n%s", args, word, all)
		}
	}
	if strings.Contains("\n"+all, "\ns FORGED") {
		t.Errorf("transat %q: the name of the file has printed a line:\n%s", args, all)
	}
	if i := strings.IndexFunc(all, func(r rune) bool { return r != '\n' && (r == unicode.ReplacementChar || !unicode.IsGraphic(r)) }); i >= 0 {
		t.Errorf("transat %q: %q is printed raw:\n%q", args, all[i:min(i+4, len(all))], all)
	}
}

// run runs a command line.
func (w way) run(t *testing.T, args []string, stdin []byte) (code cli.Code, stdout, stderr string) {
	t.Helper()
	if w.process {
		cmd := exec.CommandContext(t.Context(), "transat", args...)
		var out, errs bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &out, &errs
		if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		return cli.Code(cmd.ProcessState.ExitCode()), out.String(), errs.String()
	}
	if w.worker && slices.Contains(args, "--cluster") {
		return withWorker(t, args, stdin)
	}
	var out, errs bytes.Buffer
	code = run(t.Context(), args, bytes.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// withWorker leads a run that a worker joins, if it is quick enough: what is printed does not depend on that.
func withWorker(t *testing.T, args []string, stdin []byte) (code cli.Code, stdout, stderr string) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	out, errs := newAwaited(joinLine+`\n`), newAwaited(joinLine+`\n`)
	var work sync.WaitGroup
	join := sync.OnceFunc(func() {
		line := joinLineIn(out.text.String() + errs.text.String()) // whoever writes has the lock
		work.Go(func() {
			var said bytes.Buffer
			run(ctx, append([]string{"worker", "-j", "1"}, line...), strings.NewReader(""), &said, &said)
			sound(t, line, said.String(), "")
		})
	})
	out.then, errs.then = join, join
	code = run(ctx, args, bytes.NewReader(stdin), out, errs)
	leave()
	work.Wait()
	if left, err := filepath.Glob("transat-run-*"); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
	return code, out.String(), regexp.MustCompile(`(?m)^run transat-run-.*\n`).ReplaceAllString(errs.String(), "")
}

func joinLineIn(text string) []string {
	return strings.Fields(regexp.MustCompile(joinLine).FindString(text))
}

// Every flag is tried with formulas of all kinds, or is listed as one that does not depend on where the formula comes from.
func TestEveryFlagOfAFormulaHasItsWay(t *testing.T) {
	for _, cmd := range commands() {
		if !takesFormula(cmd) {
			continue
		}
		tried := map[string]bool{}
		for _, w := range ways()[cmd.Name()] {
			for line := range strings.SplitSeq(w.lines, ";") {
				args := strings.Fields(line)
				for _, arg := range args {
					if flag, found := strings.CutPrefix(arg, "--"); found && args[0] == cmd.Name() {
						flag, _, _ = strings.Cut(flag, "=")
						tried[flag] = true
					}
				}
			}
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !tried[f.Name] && !slices.Contains(elsewhere(), f.Name) {
				t.Errorf("%s --%s is tried with no formula: it wants a way in formulas_ways_test.go", cmd.Name(), f.Name)
			}
		})
	}
	for name := range maps.Keys(ways()) {
		if !slices.ContainsFunc(commands(), func(cmd *cobra.Command) bool { return cmd.Name() == name && takesFormula(cmd) }) {
			t.Errorf("there are ways of %s, which takes no formula", name)
		}
	}
}
