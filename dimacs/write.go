package dimacs

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"transat/solver"
)

// Write writes f as a CNF file: the comments, a line for each of their lines, then the header, then
// a line for each clause. Read gives the same formula back. It returns the first error of w.
func Write(w io.Writer, f *solver.Formula, comments ...string) error {
	out := bufio.NewWriterSize(w, bufferSize)
	for _, comment := range comments {
		for line := range strings.Lines(comment) {
			out.WriteString(strings.TrimRight("c "+strings.TrimRight(line, "\r\n"), " ") + "\n")
		}
	}
	out.WriteString("p cnf " + strconv.Itoa(f.Vars()) + " " + strconv.Itoa(f.Len()) + "\n")
	var line []byte
	for i := range f.Len() {
		line = line[:0]
		for _, l := range f.Clause(i) {
			line = strconv.AppendInt(line, int64(l.DIMACS()), 10)
			line = append(line, ' ')
		}
		line = append(line, "0\n"...)
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// modelColumns keeps models readable in a terminal and within what old checkers buffer.
const modelColumns = 78

// WriteModel writes m as "v" lines of at most 78 columns, one literal for each variable in
// ascending order, ended by 0:
//
//	v 1 -2 3 0
//
// The line "s SATISFIABLE" before them is the caller's. It returns the first error of w.
func WriteModel(w io.Writer, m solver.Model) error {
	out := bufio.NewWriterSize(w, bufferSize)
	column := 0
	put := func(n int) {
		text := strconv.Itoa(n)
		if column > 0 && column+1+len(text) > modelColumns {
			out.WriteByte('\n')
			column = 0
		}
		if column == 0 {
			out.WriteByte('v')
			column = 1
		}
		out.WriteByte(' ')
		out.WriteString(text)
		column += 1 + len(text)
	}
	for v := 1; v < len(m); v++ {
		if m[v] {
			put(v)
		} else {
			put(-v)
		}
	}
	put(0)
	out.WriteByte('\n')
	return out.Flush()
}
