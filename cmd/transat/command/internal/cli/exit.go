package cli

import (
	"context"
	"errors"
	"fmt"
)

// Code is a process exit code. As an error it ends a command whose output already says everything:
// nothing more is printed.
type Code int

// The codes of all commands.
const (
	OK            Code = 0 // done; for solve: the answer is unknown
	Failure       Code = 1
	Fault         Code = 3 // an answer that is wrong: --verify has found a fault in the program
	Satisfiable   Code = 10
	Unsatisfiable Code = 20
	Usage         Code = 64  // EX_USAGE of BSD's sysexits.h
	Interrupted   Code = 130 // Ctrl-C, as a shell reports it
)

func (c Code) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// With gives an error an exit code; nil stays nil.
func With(code Code, err error) error {
	if err == nil {
		return nil
	}
	return &coded{err, code}
}

// Misuse marks err as wrong usage; nil stays nil.
func Misuse(err error) error { return With(Usage, err) }

type coded struct {
	error
	code Code
}

func (c *coded) Unwrap() error { return c.error }

// Of returns the exit code for the error a command returned, nil included.
func Of(err error) Code {
	var code Code
	var with *coded
	switch {
	case err == nil:
		return OK
	case errors.As(err, &code):
		return code
	case errors.As(err, &with):
		return with.code
	case errors.Is(err, context.Canceled):
		return Interrupted
	default:
		return Failure
	}
}
