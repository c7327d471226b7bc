package dimacs

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"transat/solver/cnf"
)

// Write writes f as a CNF file: the comments, a line for each of their lines, then the header, then a line for each
// clause. Read returns the same formula. The error is the first of w, or a *cnf.LiteralError if f has a literal of no
// variable, and then Write writes nothing.
func Write(w io.Writer, f *cnf.Formula, comments ...string) error {
	if err := f.Err(); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, bufferSize)
	writeComments(out, comments)
	out.WriteString("p cnf " + strconv.Itoa(f.Vars()) + " " + strconv.Itoa(f.Len()) + "\n")
	var line []byte
	for i := range f.Len() {
		line = appendList(line[:0], f.Clause(i))
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// writeComments writes comments, a line for each of their lines.
func writeComments(out *bufio.Writer, comments []string) {
	for _, comment := range comments {
		for line := range strings.Lines(comment) {
			out.WriteString(strings.TrimRight("c "+strings.TrimRight(line, "\r\n"), " ") + "\n")
		}
	}
}

// modelColumns keeps models readable in a terminal and short enough for old checkers.
const modelColumns = 78

// WriteModel writes m as "v" lines of at most 78 columns, one literal for each variable in
// ascending order, ended by 0:
//
//	v 1 -2 3 0
//
// The caller writes the line "s SATISFIABLE". The error is the first of w.
func WriteModel(w io.Writer, m cnf.Model) error { return WriteValues(w, m, nil) }

// WriteValues is WriteModel for the variables vars, in their order, or for all if vars is nil.
func WriteValues(w io.Writer, m cnf.Model, vars []cnf.Var) error {
	out := bufio.NewWriterSize(w, bufferSize)
	column := 0
	var text []byte
	put := func(n int) {
		text = strconv.AppendInt(text[:0], int64(n), 10)
		if column > 0 && column+1+len(text) > modelColumns {
			out.WriteByte('\n')
			column = 0
		}
		if column == 0 {
			out.WriteByte('v')
			column = 1
		}
		out.WriteByte(' ')
		out.Write(text)
		column += 1 + len(text)
	}
	value := func(v int) {
		if m[v] {
			put(v)
		} else {
			put(-v)
		}
	}
	if vars == nil {
		for v := 1; v < len(m); v++ {
			value(v)
		}
	}
	for _, v := range vars {
		value(int(v))
	}
	put(0)
	out.WriteByte('\n')
	return out.Flush()
}
