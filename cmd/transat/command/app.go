package command

import (
	"io"

	"transat/balance"
	"transat/balance/script"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/progress"
	"transat/cmd/transat/internal/terminal"
)

// app is what all commands share: the streams they speak through, and the policies they know.
type app struct {
	in       io.Reader
	out      *output.Checked
	screen   terminal.Screen // behind out
	line     *progress.Line  // on stderr
	policies balance.Registry
}

// policySuffix is the end of the names of files that hold a policy.
const policySuffix = ".star"

// openScript makes a policy of a file.
func (a *app) openScript(path string) (balance.Spec, error) {
	return script.Open(path, a.line.Say)
}
