package tasktree

import "fmt"

// Error says where a tree is wrong, and how.
type Error struct {
	Name string // the file, or the caller's name for the input; "" of a Builder
	Line int64  // from 1 on; 0 if the whole file is wrong
	Msg  string
	Cut  bool  // the input ends too early
	Err  error // of reading the input, or nil
}

// Unwrap returns the error of reading the input, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Error returns "name:line: msg", which editors understand.
func (e *Error) Error() string {
	switch {
	case e.Name == "":
		return e.Msg
	case e.Line == 0:
		return e.Name + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Msg)
}
