package dimacs

import (
	"bufio"
	"io"
	"strconv"

	"transat/solver/cnf"
)

// CubeWriter writes a formula, and after it one cube after another, as an iCNF file. It is buffered: call Flush at the
// end, which also returns errors of the writer.
type CubeWriter struct {
	out  *bufio.Writer
	line []byte
}

// NewCubeWriter writes the comments, the header and the clauses of f to w. A variable in no clause and no cube is lost,
// because the format does not hold the number of variables.
func NewCubeWriter(w io.Writer, f *cnf.Formula, comments ...string) (*CubeWriter, error) {
	if err := f.Err(); err != nil {
		return nil, err
	}
	c := &CubeWriter{out: bufio.NewWriterSize(w, bufferSize)}
	writeComments(c.out, comments)
	c.out.WriteString("p " + incremental + "\n")
	for i := range f.Len() {
		if err := c.list(f.Clause(i)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// WriteCubeList writes cubes alone, as [ReadCubeList] reads them. The error is that of w, or a *cnf.LiteralError.
func WriteCubeList(w io.Writer, cubes [][]cnf.Lit) error {
	c := &CubeWriter{out: bufio.NewWriterSize(w, bufferSize)}
	for _, cube := range cubes {
		if err := c.Write(cube); err != nil {
			return err
		}
	}
	return c.Flush()
}

// Write appends a cube. The error is that of the writer, or a *cnf.LiteralError for a literal of no variable; then
// nothing is appended.
func (c *CubeWriter) Write(cube []cnf.Lit) error {
	if err := cnf.CheckLiterals("cube", cube); err != nil {
		return err
	}
	c.out.WriteString("a ")
	return c.list(cube)
}

// Flush writes the contents of the buffer.
func (c *CubeWriter) Flush() error { return c.out.Flush() }

// list writes literals and a 0.
func (c *CubeWriter) list(lits []cnf.Lit) error {
	c.line = appendList(c.line[:0], lits)
	_, err := c.out.Write(c.line)
	return err
}

// appendList appends a line of literals and a 0.
func appendList(line []byte, lits []cnf.Lit) []byte {
	for _, l := range lits {
		line = strconv.AppendInt(line, int64(l.DIMACS()), 10)
		line = append(line, ' ')
	}
	return append(line, "0\n"...)
}
