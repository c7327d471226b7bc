package dimacs

import "fmt"

// SyntaxError says where an input is wrong, and how. Lines and columns count from 1, columns in bytes. A binary proof
// has no lines: Line is 0 there, and Byte counts from 0. In a compressed input all are those of the decompressed bytes.
type SyntaxError struct {
	Name string // the file, or the caller's name for the input
	Line int
	Col  int
	Byte int64
	Msg  string

	// Cut says that the input ends in the middle of a clause, a cube, a step of a proof or a compressed stream.
	Cut bool
	// Miscount says that a formula has more or fewer clauses than its header declares, which Options.Lenient allows.
	Miscount bool
}

func (e *SyntaxError) cut() *SyntaxError {
	e.Cut = true
	return e
}

func (e *SyntaxError) miscount() *SyntaxError {
	e.Miscount = true
	return e
}

// Error returns "name:line:col: msg", which editors understand, or "name: byte 17: msg".
func (e *SyntaxError) Error() string { return e.place() + ": " + e.Msg }

func (e *SyntaxError) place() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: byte %d", e.Name, e.Byte)
	}
	return fmt.Sprintf("%s:%d:%d", e.Name, e.Line, e.Col)
}
