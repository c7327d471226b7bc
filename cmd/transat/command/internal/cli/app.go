package cli

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"transat/balance"
	"transat/balance/foreign"
	"transat/balance/script"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/terminal"
)

// App is the program that a command runs in.
type App struct {
	In       io.Reader
	Out      *output.Checked
	Screen   terminal.Screen // behind out
	Line     *terminal.Line  // on stderr
	Policies balance.Registry
	Trees    []input.Formula // of the program itself, by their names
	Network  *Remote         // nil in a program without one: see Networked

	Args    []string      // of the command line
	Stdout  io.Writer     // behind Out
	Stderr  io.Writer     // behind Line
	Version func() string // what --version prints

	ReleaseSignals func() // no signal is taken any more, and the context of the command has ended if one was
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

// Tell prints a line on stdout, which is broken on a screen that is narrower, unless it is a comment of a solver. Line breaks and
// unprintable characters in its arguments are quoted.
func (a *App) Tell(format string, args ...any) error {
	return a.printed(hang, foreign.Text(fmt.Sprintf(format, args...)))
}

// paragraphWidth is the width of paragraphs where there is no screen.
const paragraphWidth = 90

// Paragraph prints a text for people, broken into lines unless it is Markdown.
func (a *App) Paragraph(style report.Style, text string) error {
	text = foreign.Text(text)
	if style.Format != report.Markdown {
		text = strings.Join(terminal.Wrap(text, min(paragraphWidth, cmp.Or(style.Columns, paragraphWidth))), "\n")
	}
	_, err := io.WriteString(a.Out, text+"\n")
	return err
}

// TellAll prints lines, each as Tell does, of a text in which line breaks are no one else's.
func (a *App) TellAll(text string) error {
	return a.printed(hang, strings.Split(strings.TrimSuffix(foreign.Lines(text), "\n"), "\n")...)
}

// TellCommand prints a command line on stdout, which can be copied from a screen that is narrower, too.
func (a *App) TellCommand(format string, args ...any) error {
	return a.printed(terminal.Shell, foreign.Text(fmt.Sprintf(format, args...)))
}

// printed prints lines, broken as a screen needs it.
func (a *App) printed(broken func(line string, columns int) []string, lines ...string) error {
	if a.Screen.Columns > 0 {
		whole := lines
		lines = nil
		for _, line := range whole {
			lines = append(lines, broken(line, a.Screen.Columns)...)
		}
	}
	_, err := fmt.Fprintln(a.Out, strings.Join(lines, "\n"))
	return err
}

// hang breaks a line for people. Programs read the comments of a solver from terminals, too, a line each.
func hang(line string, columns int) []string {
	if strings.HasPrefix(line, "c ") {
		return []string{line}
	}
	return terminal.Hang(line, columns)
}
