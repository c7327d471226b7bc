package command

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/network"
	"transat/cmd/transat/doc"
	"transat/cmd/transat/internal/manual"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/terminal"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata/script, and what the texts show")

// run executes a command line, in a program with a network.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) cli.Code {
	return runTold(ctx, func() {}, args, stdin, stdout, stderr, WithNetwork(network.New()))
}

// transat runs a command line in a folder of its own.
func transat(t *testing.T, ctx context.Context, line string) (code cli.Code, stdout, stderr string) {
	t.Helper()
	t.Chdir(t.TempDir())
	return transatHere(t, ctx, line)
}

// transatHere runs a command line in the current folder.
func transatHere(t *testing.T, ctx context.Context, line string) (code cli.Code, stdout, stderr string) {
	t.Helper()
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	args := strings.Fields(line)
	lendProgram(t, args)
	var out, errs bytes.Buffer
	if serves(args) {
		return serveBriefly(t, args)
	}
	if joins(args) {
		return joinBriefly(t, args)
	}
	code = run(ctx, args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// commands returns the root command and all others.
func commands() []*cobra.Command {
	a := &cli.App{
		In: strings.NewReader(""), Out: &output.Checked{W: io.Discard}, Line: terminal.NewLine(io.Discard), Policies: balance.Builtin(),
	}
	root := rootCommand(a)
	root.InitDefaultHelpCmd()
	return append([]*cobra.Command{root}, root.Commands()...)
}

// The first two examples run in a smaller version, as the commands of the documentation do, and where TRANSAT_TEST_MORE is set, all as they
// are.
func TestHelpHasThreeExamplesThatRun(t *testing.T) {
	exact := regexp.MustCompile("transat (calibrate|generate|rounds)|mine.json") // of such there is no smaller version
	for _, cmd := range commands() {
		path := strings.TrimPrefix(cmd.CommandPath(), "transat")
		code, help, _ := transat(t, t.Context(), path+" --help")
		if code != cli.OK {
			t.Errorf("%s --help: exit code %d", cmd.CommandPath(), code)
		}
		_, rest, found := strings.Cut(help, "\nExamples:\n")
		examples, _, _ := strings.Cut(rest, "\n\n")
		lines := strings.Split(strings.TrimSuffix(examples, "\n"), "\n")
		if !found || len(lines) != 3 {
			t.Errorf("%s --help has the examples %q, want three", cmd.CommandPath(), examples)
			continue
		}
		switch {
		case testing.Short():
			lines = lines[:1]
		case os.Getenv("TRANSAT_TEST_MORE") == "":
			lines = lines[:2]
		}
		t.Chdir(t.TempDir()) // an example may need what the one before writes
		for _, line := range lines {
			t.Run(strings.TrimSpace(line), func(t *testing.T) {
				line := strings.TrimPrefix(line, "  ")
				if os.Getenv("TRANSAT_TEST_MORE") == "" && !exact.MatchString(line) {
					line = smaller(line)
				}
				args, ok := strings.CutPrefix(line, "transat ")
				if !ok {
					t.Fatalf("%q is no command line of transat", line)
				}
				code, stdout, stderr := transatHere(t, t.Context(), args)
				if code != cli.OK && code != cli.Satisfiable && code != cli.Unsatisfiable {
					t.Errorf("exit code %d", code)
				}
				if stderr != "" || stdout == "" && !strings.Contains(args, " -o ") {
					t.Errorf("stdout %q, stderr %q; want something on stdout alone", stdout, stderr)
				}
			})
		}
	}
}

// Commands in examples are not broken: they are there to be copied.
func TestHelpFitsTheTerminal(t *testing.T) {
	for _, columns := range []int{80, 0, 200} {
		want := helpColumns(terminal.Screen{Columns: columns})
		for _, cmd := range commands() {
			var help bytes.Buffer
			printHelp(&help, cmd, terminal.Screen{Columns: columns}, false)
			printHelp(&help, cmd, terminal.Screen{Columns: columns}, true)
			for line := range strings.Lines(help.String()) {
				if width := terminal.Width(strings.TrimSuffix(line, "\n")); width > want && !strings.HasPrefix(line, "  transat ") {
					t.Errorf("%s on %d columns: a line of %d: %s", cmd.CommandPath(), columns, width, line)
				}
			}
		}
		for _, topic := range doc.Topics() {
			for line := range strings.Lines(manual.Text(topic.Text, want, false)) {
				if width := terminal.Width(strings.TrimSuffix(line, "\n")); width > want && !strings.HasPrefix(line, "  ") {
					t.Errorf("help %s on %d columns: a line of %d: %s", topic.Name, columns, width, line)
				}
			}
		}
	}
}

func TestInterrupted(t *testing.T) {
	for _, tc := range []struct {
		name, line, stdout, stderr string
		code                       cli.Code
	}{
		{"solve", "solve php-5-4", "c stopped: interrupted\ns UNKNOWN\n", "", cli.OK},
		{"compare", "compare php-5-4", "", "transat: interrupted\n", cli.Interrupted},
		{"sweep", "sweep php-5-4 --plot=plot.svg", "", "transat: interrupted\n", cli.Interrupted},
		{"score", "score steal", "", "transat: interrupted after 0 of 56 cases\n", cli.Interrupted},
		{"compare a sample", "compare 20-91-3", "", "transat: interrupted\n", cli.Interrupted},
		{"generate", "generate 20-91-3 -o dir", "", "transat: interrupted\n", cli.Interrupted},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			code, stdout, stderr := transat(t, ctx, tc.line)
			if code != tc.code || stdout != tc.stdout || stderr != tc.stderr {
				t.Errorf("exit code %d, stdout %q, stderr %q;\nwant %d, %q, %q",
					code, stdout, stderr, tc.code, tc.stdout, tc.stderr)
			}
		})
	}
}

func TestFormulaFromASilentTerminalCanBeInterrupted(t *testing.T) {
	silent, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	if code := run(ctx, []string{"solve", "-"}, silent, &out, &errs); code != cli.OK {
		t.Errorf("exit code %d, want %d", code, cli.OK)
	}
	if got, want := out.String(), "c stopped: interrupted\ns UNKNOWN\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// impatient is an input at which the user presses Ctrl-C, once, while the program waits.
type impatient struct {
	io.Reader
	pressed bool
}

func (i *impatient) Read(p []byte) (int, error) {
	if !i.pressed {
		i.pressed = true
		self, err := os.FindProcess(os.Getpid())
		if err != nil {
			return 0, err
		}
		if err := self.Signal(os.Interrupt); err != nil {
			return 0, err
		}
	}
	return i.Reader.Read(p)
}

func TestCtrlCEndsACommandCleanly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself")
	}
	silent, writer := io.Pipe()
	defer writer.Close()
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"compare", "-"}, &impatient{Reader: silent}, &out, &errs)
	if code != cli.Interrupted || out.String() != "" || errs.String() != "transat: interrupted after 0 of 6 runs\n" {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out.String(), errs.String())
	}
}

// explosive is a writer in whose code there is a mistake.
type explosive struct{}

func (explosive) Write([]byte) (int, error) { panic("the fuse was lit") }

func TestPanicBecomesAnErrorMessage(t *testing.T) {
	var errs bytes.Buffer
	code := run(t.Context(), []string{"list"}, strings.NewReader(""), explosive{}, &errs)
	want := "transat: internal error: the fuse was lit; please report it with the command line\n"
	if code != cli.Failure || errs.String() != want {
		t.Errorf("exit code %d, stderr %q; want %d, %q", code, errs.String(), cli.Failure, want)
	}
}
