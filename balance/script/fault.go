package script

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"transat/balance"
	"transat/balance/foreign"
)

// Error is a mistake in a program, found when it was read or while it ran.
type Error struct {
	File      string // as it was opened
	Line, Col int    // from 1
	// Where says during which callback, on which processor and when: "wake, processor 3, 0.25 s". It is empty
	// if that was not during a run.
	Where string
	Msg   string
	Trace []Call // the functions under way, the innermost first; none if there is but one
}

// Call is a function under way.
type Call struct {
	Name, File string
	Line, Col  int
}

// Error has a line for the mistake, and one for each function under way.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", foreign.Text(e.File), e.Line, e.Col)
	if e.Where != "" {
		b.WriteString(e.Where + ": ")
	}
	b.WriteString(foreign.Text(e.Msg))
	for _, c := range e.Trace {
		fmt.Fprintf(&b, "\n  %s:%d:%d: in %s", foreign.Text(c.File), c.Line, c.Col, c.Name)
	}
	return b.String()
}

// at is a mistake at a position.
func at(pos syntax.Position, msg string) *Error {
	return &Error{File: pos.Filename(), Line: int(pos.Line), Col: int(max(pos.Col, 1)), Msg: msg}
}

// lacks says that something has no attribute of a name, and what it has.
func lacks(what, name string, names []string) error {
	for _, known := range names {
		if near(name, known) {
			// A NoSuchAttrError would get a second hint by the interpreter.
			return fmt.Errorf("%s has no .%s; did you mean .%s?", what, name, known)
		}
	}
	if len(names) == 0 {
		return starlark.NoSuchAttrError(fmt.Sprintf("%s has no .%s, nor anything else", what, name))
	}
	return starlark.NoSuchAttrError(fmt.Sprintf("%s has no .%s: it has %s", what, name, strings.Join(names, ", ")))
}

// where says which callback is under way, where and when.
func (in *instance) where() string {
	if in.proc == nil {
		return fmt.Sprintf("%v, processor %d", in.at, in.rank)
	}
	return fmt.Sprintf("%v, processor %d, %s s", in.at, in.rank, strconv.FormatFloat(in.proc.Now().Seconds(), 'g', 9, 64))
}

// fault is what went wrong in a callback.
func (in *instance) fault(err error) error {
	err = inProgram(err)
	var e *Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %s: %w", in.run.program.name, in.where(), err)
	}
	e.Where = in.where()
	return e
}

// mistake is an *Error in a callback that is no error of the interpreter: a wrong result.
func (in *instance) mistake(format string, args ...any) balance.Fault {
	e := at(in.run.program.callbacks[in.at].Position(), fmt.Sprintf(format, args...))
	e.Where = in.where()
	return balance.Fault{Err: e}
}

// inProgram turns the errors of package starlark into an *Error.
func inProgram(err error) error {
	var already *Error
	var parse syntax.Error
	var names resolve.ErrorList
	var run *starlark.EvalError
	switch {
	case errors.As(err, &already):
		return already
	case errors.As(err, &parse):
		return at(parse.Pos, parse.Msg)
	case errors.As(err, &names):
		e := at(names[0].Pos, names[0].Msg)
		if more := len(names) - 1; more > 0 {
			e.Msg += fmt.Sprintf(" (and %d more)", more)
		}
		return e
	case errors.As(err, &run):
		return traced(run)
	}
	return err
}

// traced is an error of a program that runs.
func traced(err *starlark.EvalError) error {
	var calls []Call
	for i := range err.CallStack {
		frame := err.CallStack.At(i)
		if pos := frame.Pos; pos.Line > 0 { // others are frames of builtins
			calls = append(calls, Call{frame.Name, pos.Filename(), int(pos.Line), int(pos.Col)})
		}
	}
	msg := strings.TrimPrefix(err.Msg, "Starlark computation cancelled: ")
	if len(calls) == 0 {
		return errors.New(msg)
	}
	e := &Error{File: calls[0].File, Line: calls[0].Line, Col: calls[0].Col, Msg: msg}
	if len(calls) > 1 {
		e.Trace = calls
	}
	return e
}
