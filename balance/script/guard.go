package script

import (
	"fmt"

	"github.com/dustin/go-humanize"
	"go.starlark.net/starlark"
)

// maxSteps is the number of the interpreter's steps that a callback may take, some 0.1 seconds' worth. A look at
// each of a thousand processors takes ten thousand.
const maxSteps = 3_000_000

// limit limits what a call of a thread may use.
func limit(thread *starlark.Thread) {
	thread.SetMaxExecutionSteps(maxSteps)
	thread.OnMaxSteps = func(thread *starlark.Thread) {
		thread.Cancel(fmt.Sprintf("more than %s steps in one call: does it go on for ever?", humanize.Comma(maxSteps)))
	}
}
