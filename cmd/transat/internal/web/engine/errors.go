package engine

import (
	"errors"
	"strings"

	"transat/balance"
	"transat/balance/script"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/suggest"
	"transat/dimacs"
)

// Error is an error as the page gets it. One in a script, a formula or a tree says where it lies.
type Error struct {
	Message string `json:"message"` // for people; it says where as well
	// File, Line and Column are those of a mistake in what the visitor wrote: a script, a formula or a tree. Lines and
	// columns count from 1; 0 if there is no such place.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Bare is the message without the place.
	Bare string `json:"bare,omitempty"`
	err  error
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns the error as Go programs see it.
func (e *Error) Unwrap() error { return e.err }

// explained puts an error in the page's words.
func explained(err error) *Error {
	var done *Error
	if errors.As(err, &done) {
		return done
	}
	err = unknownName(err)
	e := &Error{Message: err.Error(), err: err}
	var inScript *script.Error
	var inFormula *dimacs.SyntaxError
	var inTree *tasktree.Error
	switch {
	case errors.As(err, &inScript):
		e.File, e.Line, e.Column, e.Bare = inScript.File, inScript.Line, inScript.Col, inScript.Msg
		if inScript.Where != "" {
			e.Bare = inScript.Where + ": " + inScript.Msg
		}
	case errors.As(err, &inFormula):
		e.File, e.Line, e.Column, e.Bare = inFormula.Name, inFormula.Line, inFormula.Col, inFormula.Msg
	case errors.As(err, &inTree):
		e.File, e.Line, e.Bare = inTree.Name, int(inTree.Line), inTree.Msg
	}
	return e
}

// unknownName adds the name that was probably meant to an error about one that is not known.
func unknownName(err error) error {
	var unknown *balance.UnknownError
	if !errors.As(err, &unknown) {
		return err
	}
	hint := "there are " + strings.Join(unknown.Known, ", ")
	if len(unknown.Known) == 0 {
		hint = "there are none"
	}
	return suggest.Unknown(unknown.What, unknown.Name, unknown.Known, hint)
}
