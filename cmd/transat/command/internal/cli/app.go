package cli

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"transat/balance"
	"transat/balance/foreign"
	"transat/balance/script"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/terminal"
)

// App is the program that a command runs in.
type App struct {
	In       io.Reader
	Out      *output.Checked
	Screen   terminal.Screen // behind out
	Line     *terminal.Line  // on stderr
	Policies balance.Registry
	Network  *Remote // nil in a program without one: see Networked

	Args    []string      // of the command line
	Stdout  io.Writer     // behind Out
	Stderr  io.Writer     // behind Line
	Version func() string // what --version prints
}

// Piped reports whether another program or a file is behind stdin, not a terminal or nothing.
func (a *App) Piped() bool {
	file, ok := a.In.(*os.File)
	if !ok {
		return a.In != nil
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&(fs.ModeDevice|fs.ModeDir) == 0
}

// PolicySuffix is the end of the names of files that hold a policy.
const PolicySuffix = ".star"

// OpenScript makes a policy of a file.
func (a *App) OpenScript(path string) (balance.Spec, error) {
	return script.Open(path, a.Line.Say)
}

// Tell prints a line on stdout. Line breaks and unprintable characters in its arguments are quoted.
func (a *App) Tell(format string, args ...any) error {
	_, err := fmt.Fprintln(a.Out, foreign.Text(fmt.Sprintf(format, args...)))
	return err
}
