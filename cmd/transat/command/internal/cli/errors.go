package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/foreign"
	"transat/balance/script"

	"transat/cmd/transat/internal/suggest"
)

// explain returns the text of an error for people.
func explain(err error) string {
	if err == context.Canceled {
		return "interrupted"
	}
	return err.Error()
}

// UnknownName turns a registry's error about a name into wrong usage with a suggestion; other errors
// of choosing by name are wrong usage as they are.
func UnknownName(err error) error {
	if inScript := (*script.Error)(nil); errors.As(err, &inScript) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if wrong := (*inFile)(nil); errors.As(err, &wrong) {
		return err
	}
	var unknown *balance.UnknownError
	if errors.As(err, &unknown) {
		hint := ListHint(unknown.What)
		if hint == "" { // a parameter: no list shows them alone
			hint = "it has " + strings.Join(unknown.Known, ", ")
		}
		if len(unknown.Known) == 0 {
			hint = "it has none"
		}
		wrong := suggest.Unknown(unknown.What, unknown.Name, unknown.Known, hint)
		if script := unknown.Name + PolicySuffix; unknown.What == "policy" && isScript(script) {
			wrong.Nearest = script
		}
		err = wrong
	}
	return Misuse(err)
}

// ListHint names the command that lists all names of a kind.
func ListHint(kind string) string {
	for _, s := range Sections() {
		if s.Kind == kind {
			return fmt.Sprintf("transat list %s shows all", s.Name)
		}
	}
	return ""
}

// Between accepts commands with at least least and at most most arguments, which what describes.
func Between(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if least <= len(args) && len(args) <= most {
			return nil
		}
		return Misuse(fmt.Errorf("%s: want %s, got %s (%s --help shows how)",
			cmd.CommandPath(), what, Counted(len(args), "argument"), cmd.CommandPath()))
	}
}

// Complain prints an error as one line, unless it is only an exit code. A mistake in a script has a line for each
// function under way.
func Complain(stderr io.Writer, err error) {
	var code Code
	if err == nil || errors.As(err, &code) {
		return
	}
	text := explain(err)
	if inScript := (*script.Error)(nil); !errors.As(err, &inScript) {
		text = strings.ReplaceAll(text, "\n", "; ")
	}
	fmt.Fprintf(stderr, "transat: %s\n", foreign.Lines(text))
}
