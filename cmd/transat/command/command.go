// Package command is the program transat as a library: [Main] runs one command line.
//
// A subcommand is one file here, or, if it needs several, one package in the folder internal: solve, estimate, check, simulate
// (with compare), sweep, rounds, partition and page (with serve). Each is one line of root.go. Two packages in internal are shared:
// cli has streams, exit codes and common flags, setup the flags of a run.
//
// A subcommand takes what it needs from the packages of the module, and from those in cmd/transat/internal: report prints
// tables, progress speaks to a terminal, input finds formulas, evidence reads models and proofs, output writes files,
// treecache finds, records and keeps search trees, experiment does simulations side by side, and timeline records what
// simulated processors do. Results go to stdout, everything else to stderr.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/addresses"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/terminal"
	"transat/instances"
)

// All packages that this one needs, Starlark included, have been initialised: the reserved addresses are free again before main.
var _ = addresses.GiveBack()

// Main runs the command line args, without the program's name, and returns the exit code.
//
// After Ctrl-C the command prints its results so far, and then Main ends the program by that signal, where there are signals:
// otherwise a loop of the shell would go on. Elsewhere the exit code is 130.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, options ...Option) int {
	var pressed atomic.Bool
	code := runTold(context.Background(), func() { pressed.Store(true) }, args, stdin, stdout, stderr, options...)
	if pressed.Load() {
		dieOfInterrupt()
		code = cli.Interrupted
	}
	return int(code)
}

// Option is an option of [Main].
type Option struct{ apply func(*cli.App) }

// Policies makes all commands choose from a registry of policies other than [balance.Builtin]:
//
//	command.Policies(balance.Builtin().With(mySpec()))
func Policies(policies balance.Registry) Option {
	return Option{func(a *cli.App) { a.Policies = policies }}
}

// Workload adds a search tree of the program's own. Commands that take a tree know it by its name, as they know samples: compare,
// simulate, sweep, explain, advise and walk; and so does the page. Its work is counted in the units of formulas, unless it is a
// [*tasktree.Tree], which knows its own.
//
//	command.Workload("queens-8", queens{8})
func Workload[E any](name string, tree balance.Tree[E]) Option {
	return Option{func(a *cli.App) { a.Trees = append(a.Trees, experiment.OfProgram(name, tree)) }}
}

// WithNetwork is for package network: its Main runs a program with a network.
func WithNetwork(n *cli.Remote) Option {
	return Option{func(a *cli.App) { a.Network = n }}
}

// runTold is the whole program: it executes one command line and returns the exit code. After Ctrl-C, which it reports to pressed, or
// the end of ctx, the command finishes with its results so far; a second Ctrl-C ends the program at once.
func runTold(
	ctx context.Context, pressed func(), args []string, stdin io.Reader, stdout, stderr io.Writer, options ...Option,
) (code cli.Code) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "transat: internal error: %v; please report it with the command line\n", r)
			code = cli.Failure
		}
	}()
	line := terminal.NewLine(stderr)
	a := &cli.App{
		In: stdin, Out: &output.Checked{W: line.Above(stdout)}, Screen: terminal.Of(stdout), Line: line,
		Policies: balance.Builtin(), Args: args, Stdout: stdout, Stderr: stderr, Version: version,
	}
	for _, option := range options {
		option.apply(a)
	}
	if a.Network != nil {
		if err := cli.CheckStarter(); err != nil {
			cli.Complain(line, err)
			return cli.Failure
		}
	}
	var err error
	if isVersion(args) {
		_, _ = io.WriteString(a.Out, version()) // which keeps its error
	} else {
		err = execute(ctx, pressed, a)
	}
	if lost := a.Out.Err(); errors.Is(lost, syscall.EPIPE) {
		err = cli.Failure // the reader of the output has gone
	} else if lost != nil {
		err = fmt.Errorf("writing the result: %w", lost)
	}
	if impossible := (*instances.NameError)(nil); errors.As(err, &impossible) {
		err = cli.Misuse(err)
	}
	if tree := (*input.TreeError)(nil); errors.As(err, &tree) {
		err = cli.Misuse(tree)
	}
	cli.Complain(line, err)
	return cli.Of(err)
}

// execute runs a command, until a signal.
func execute(ctx context.Context, pressed func(), a *cli.App) error {
	ctx, release, stop := untilSignal(ctx, pressed)
	defer stop()
	a.ReleaseSignals = release
	a.Policies = a.Policies.WithFiles(cli.PolicySuffix, a.OpenScript)
	if isFormula(a.Args) {
		a.Args = append([]string{"solve"}, a.Args...)
	}
	root := commandFor(a, a.Args)
	root.SetArgs(a.Args)
	root.SetOut(a.Out)
	root.SetErr(a.Stderr)
	return root.ExecuteContext(ctx)
}

// untilSignal returns a context that ends with the first signal that asks the program to end. pressed is called before that if the
// signal is Ctrl-C. The next Ctrl-C ends the program at once; another SIGTERM after the first says nothing new, since timeout, for one,
// sends it to the program and then to its group. After release no signal is taken any more, and the context has ended if one was.
func untilSignal(ctx context.Context, pressed func()) (limited context.Context, release, stop func()) {
	limited, cancel := context.WithCancel(ctx)
	signals, more, heard := make(chan os.Signal, 1), make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer close(heard)
		select {
		case s := <-signals:
			switch s {
			case os.Interrupt:
				pressed()
			case syscall.SIGTERM:
				signal.Notify(more, s)
			default: // released
				return
			}
			cancel()
		case <-limited.Done():
		}
		signal.Stop(signals)
	}()
	release = sync.OnceFunc(func() {
		signal.Stop(signals) // after which nothing comes
		close(signals)
		<-heard
	})
	return limited, release, func() {
		cancel()
		signal.Stop(more)
	}
}
