package command

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/suggest"
)

// flagError makes an error about flags wrong usage, in the words of the other errors.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var bare *pflag.ValueRequiredError
	switch {
	case !cmd.HasParent() && cmd.Flags().NArg() > 0:
		// A flag that the root does not know belongs to a command that it does not know either.
		err = unknownCommand(cmd, cmd.Flags().Arg(0))
	case errors.As(err, &missing) && missing.GetSpecifiedShortnames() != "":
		err = suggest.Unknown("flag", "-"+missing.GetSpecifiedName(), nil, cmd.CommandPath()+" --help=all shows all")
	case errors.As(err, &missing):
		unknown := suggest.Unknown("flag", "--"+missing.GetSpecifiedName(), flagNames(cmd),
			cmd.CommandPath()+" --help=all shows all")
		if isFormat(cmd, missing.GetSpecifiedName()) {
			unknown.Nearest = "--format=" + missing.GetSpecifiedName()
		}
		err = unknown
	case errors.As(err, &invalid):
		err = valueError(invalid)
	case errors.As(err, &bare):
		kind, about := pflag.UnquoteUsage(bare.GetFlag())
		err = fmt.Errorf("--%s wants a value, --%[1]s=%s: %s", bare.GetFlag().Name, strings.ToUpper(kind), about)
	}
	return cli.Misuse(err)
}

// valueError says what the value of a flag should be.
func valueError(e *pflag.InvalidValueError) error {
	flag, text := e.GetFlag(), e.GetValue()
	outOfRange := errors.Is(e.Unwrap(), strconv.ErrRange)
	switch kind := flag.Value.Type(); {
	case kind == "bool" && errors.Is(e.Unwrap(), strconv.ErrSyntax):
		return fmt.Errorf("--%s=%s: want true or false", flag.Name, text)
	case kind == "uint64" && !outOfRange:
		return fmt.Errorf("--%s=%s: want a whole number that is not negative", flag.Name, text)
	case kind == "uint64":
		return fmt.Errorf("--%s=%s is out of range: want at most %d", flag.Name, text, uint64(math.MaxUint64))
	case (kind == "int" || kind == "int64") && outOfRange && !strings.HasPrefix(text, "-"):
		return fmt.Errorf("--%s=%s is out of range: want at most %d", flag.Name, text, int64(math.MaxInt64))
	case (kind == "int" || kind == "int64") && outOfRange:
		return fmt.Errorf("--%s=%s is out of range: want at least %d", flag.Name, text, int64(math.MinInt64))
	case kind == "int", kind == "int64":
		return fmt.Errorf("--%s=%s: want a whole number, such as 2", flag.Name, text)
	case kind == "float64" && outOfRange:
		return fmt.Errorf("--%s=%s is out of range: want a number between -1.8e308 and 1.8e308", flag.Name, text)
	case kind == "float64":
		return fmt.Errorf("--%s=%s: want a number, such as 0.5", flag.Name, text)
	case kind == "duration" && isDuration(text), kind == cli.SecondsType && (isDuration(text) || isDuration(text+"s")):
		hours := int64(time.Duration(math.MaxInt64) / time.Hour)
		return fmt.Errorf("--%s=%s is out of range: want at most %dh, which is 292 years", flag.Name, text, hours)
	case kind == cli.SecondsType:
		return fmt.Errorf("--%s=%s: want a time, such as 10s or 5m, or a number of seconds", flag.Name, text)
	case kind == "duration":
		return fmt.Errorf("--%s=%s: want a time with its unit, such as 10s or 5m", flag.Name, text)
	}
	return fmt.Errorf("--%s: %w", flag.Name, e.Unwrap())
}

// isDuration reports whether a text that package time refuses is a time for all that, but one too long.
func isDuration(text string) bool {
	const part = `(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)`
	return regexp.MustCompile(`^[+-]?(` + part + `)+$`).MatchString(text)
}

// isFormat reports whether a name is one that --format of the command takes.
func isFormat(cmd *cobra.Command, name string) bool {
	values, found := cmd.GetFlagCompletionFunc("format")
	if !found {
		return false
	}
	formats, _ := values(cmd, nil, "")
	return slices.Contains(formats, name)
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return names
}

// unknownCommand is the error for a command that parent does not have.
func unknownCommand(parent *cobra.Command, name string) error {
	unknown := suggest.Unknown("command", name, commandNames(parent), "transat --help shows all")
	if !parent.HasParent() {
		unknown.Nearest = cmp.Or(calledHere(name), unknown.Nearest)
	}
	return unknown
}

// calledHere names what does here what is a command of other programs, or "".
func calledHere(name string) string {
	switch name {
	case "count", "enumerate", "models", "allsat":
		return "solve --models=all"
	case "version":
		return "--version"
	case "verify", "validate":
		return "check"
	case "prove", "proof":
		return "solve --proof=FILE"
	case "benchmark", "bench", "race":
		return "compare"
	case "cubes", "cube", "split":
		return "solve --engine=cube"
	}
	for _, section := range cli.Sections() {
		if section.Name == name {
			return "list " + name
		}
	}
	return ""
}

func commandNames(parent *cobra.Command) []string {
	var names []string
	for _, c := range parent.Commands() {
		names = append(names, c.Name())
	}
	return names
}
