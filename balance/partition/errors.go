package partition

import "fmt"

// SyntaxError says what is wrong with an input, and where. Lines and columns count from 1, columns in
// bytes.
type SyntaxError struct {
	Name string // the file, or what the caller called the input
	Line int
	Col  int
	Msg  string
}

// Error returns "name:line:col: msg", a form in which editors find the place.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Col, e.Msg)
}
