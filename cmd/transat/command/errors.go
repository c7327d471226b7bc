package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"transat/balance"
	"transat/balance/script"
	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/suggest"
)

// explain returns the text of an error for people.
func explain(err error) string {
	if err == context.Canceled {
		return "interrupted"
	}
	return err.Error()
}

// unknownName turns a registry's error about a name into wrong usage with a suggestion; other errors
// of choosing by name are wrong usage as they are.
func unknownName(err error) error {
	if inScript := (*script.Error)(nil); errors.As(err, &inScript) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var unknown *balance.UnknownError
	if errors.As(err, &unknown) {
		hint := listHint(unknown.What)
		if hint == "" { // a parameter: no list shows them alone
			hint = "it has " + strings.Join(unknown.Known, ", ")
		}
		if len(unknown.Known) == 0 {
			hint = "it has none"
		}
		err = suggest.Unknown(unknown.What, unknown.Name, unknown.Known, hint)
	}
	return exit.Misuse(err)
}

// listHint says how to see all names of a kind.
func listHint(kind string) string {
	for _, s := range sections() {
		if s.kind == kind {
			return fmt.Sprintf("transat list %s shows all", s.name)
		}
	}
	return ""
}

// flagError makes an error about flags wrong usage, in the words of the other errors.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case !cmd.HasParent() && cmd.Flags().NArg() > 0:
		// A flag that the root does not know belongs to a command that it does not know either.
		err = unknownCommand(cmd, cmd.Flags().Arg(0))
	case errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "":
		err = suggest.Unknown("flag", "--"+missing.GetSpecifiedName(), flagNames(cmd),
			cmd.CommandPath()+" --help shows all")
	case errors.As(err, &invalid):
		err = valueError(invalid)
	}
	return exit.Misuse(err)
}

// valueError says what the value of a flag should be.
func valueError(e *pflag.InvalidValueError) error {
	flag := e.GetFlag()
	switch flag.Value.Type() {
	case "uint64":
		return fmt.Errorf("--%s=%s: want a whole number that is not negative", flag.Name, e.GetValue())
	case "int", "int64", "float64":
		return fmt.Errorf("--%s=%s: want a number that is in range", flag.Name, e.GetValue())
	case "duration":
		return fmt.Errorf("--%s=%s: want a time with its unit, such as 10s or 5m", flag.Name, e.GetValue())
	}
	return fmt.Errorf("--%s: %w", flag.Name, e.Unwrap())
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return names
}

// unknownCommand is the error for a command that parent does not have.
func unknownCommand(parent *cobra.Command, name string) error {
	return suggest.Unknown("command", name, commandNames(parent), "transat --help shows all")
}

func commandNames(parent *cobra.Command) []string {
	var names []string
	for _, c := range parent.Commands() {
		names = append(names, c.Name())
	}
	return names
}

// between accepts commands with at least least and at most most arguments, which what describes.
func between(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if least <= len(args) && len(args) <= most {
			return nil
		}
		return exit.Misuse(fmt.Errorf("%s: want %s, got %s (%s --help shows how)",
			cmd.CommandPath(), what, counted(len(args), "argument"), cmd.CommandPath()))
	}
}
