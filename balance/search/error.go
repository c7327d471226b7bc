package search

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"transat/balance/foreign"
)

// Error says that a method of a problem has panicked.
type Error struct {
	Problem string // its type
	Method  string
	Node    string // as %v prints it, shortened
	Reason  string // of the panic
	Place   string // of it, such as "queens.go:41"
}

// Error says all of it in a line.
func (e *Error) Error() string {
	return fmt.Sprintf("search: %s of %s, called with the node %s, has panicked: %s (%s)", e.Method, e.Problem, e.Node, e.Reason, e.Place)
}

// catch turns a panic of a method into an error.
func (w *walk[E]) catch(err *error) {
	if reason := recover(); reason != nil {
		e := &Error{
			Problem: fmt.Sprintf("%T", w.run.problem), Method: w.method.String(), Reason: foreign.Text(fmt.Sprint(reason)), Place: place(),
		}
		if w.at >= 0 {
			e.Node = nodeText(w.buf[w.at])
		}
		*err = e
	}
}

// catchRoot is catch for what is asked of the root before the search.
func (r *run[E]) catchRoot(err *error) {
	if reason := recover(); reason != nil {
		*err = fmt.Errorf("search: the methods of %T have panicked at the root or near it: %s (%s)", r.problem,
			foreign.Text(fmt.Sprint(reason)), place())
	}
}

// place says where the panic that is being recovered came from.
func place() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for panicking := false; ; {
		f, more := frames.Next()
		ofRuntime := strings.HasPrefix(f.Function, "runtime.")
		if panicking && !ofRuntime && f.Function != "" {
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		panicking = panicking || f.Function == "runtime.gopanic"
		if !more {
			return "?"
		}
	}
}

// nodeText returns a node in a line.
func nodeText(e any) string {
	text := []rune(foreign.Text(fmt.Sprintf("%v", e)))
	const most = 200
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
