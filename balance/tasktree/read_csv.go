package tasktree

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// CSV: a line that names the columns, in any order, and a task in each line after it. Fields are separated by commas, semicolons or
// tabs, and may be within quotes, of which two stand for one. Columns of other names are skipped (but see misspelt.go). Lines that
// begin with # are comments; before the columns, they may hold what JSON Lines have in their header:
//
//	# unit: seconds
//	# pruned: true
//	id,parent,work,solution
//	a,,0.25,
//	b,a,1.5,true
//
// The last line needs no line end, as many programs write none. Without one, it is taken if it has all its columns, so a file that was cut
// within the last field of a line is not told from a whole one.

// Numbers of the columns.
const (
	idColumn = iota
	parentColumn
	workColumn
	loadColumn
	solutionColumn
	columns
)

// csvHeader is the line with the names of columns.
type csvHeader struct {
	separator byte
	at        [columns]int // where each column is; -1 if it is missing
	fields    int
}

// parseHeader reads the names of columns.
func parseHeader(line string) (csvHeader, error) {
	best := csvHeader{}
	for _, separator := range ",;\t" {
		h := csvHeader{separator: byte(separator)}
		for i := range h.at {
			h.at[i] = -1
		}
		for i, name := range strings.Split(line, string(separator)) {
			name = strings.ToLower(strings.Trim(strings.TrimSpace(name), `"`))
			for c, want := range strings.Split(Columns, ", ") {
				if name != want {
					continue
				}
				if h.at[c] >= 0 {
					return h, fmt.Errorf("column %s is there twice", want)
				}
				h.at[c] = i
			}
			h.fields = i + 1
		}
		if h.at[idColumn] >= 0 && h.at[workColumn] >= 0 {
			return h, nil
		}
		if best.fields < h.fields {
			best = h
		}
	}
	return best, fmt.Errorf("columns %s: want id and work, and any of parent, load and solution", quote(line))
}

// spelling looks for names that are nearly those of columns that are missing.
func (h *csvHeader) spelling(line string) error {
	for _, name := range strings.Split(line, string(h.separator)) {
		name = strings.Trim(strings.TrimSpace(name), `"`)
		for c, column := range strings.Split(Columns, ", ") {
			if h.at[c] < 0 && column == meant(name) {
				return misspelt(name, column)
			}
		}
	}
	return nil
}

// csvReader reads tasks from CSV.
type csvReader struct {
	*lines
	builder *Builder
	csvHeader
	fields [][]byte
	long   []byte // a record of several lines
	buffer []byte // of fields with quotes
	first  int64  // the line in which the record begins
}

func (r *csvReader) run() error {
	if err := r.head(); err != nil {
		return err
	}
	for {
		line, err := r.record()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if err := r.task(line); err != nil {
			return err
		}
	}
}

// head reads the comments before the columns, and the columns.
func (r *csvReader) head() error {
	for {
		line, err := r.next()
		if err == io.EOF {
			return r.cut("the file ends before a line with the names of its columns: want %s", Columns)
		}
		if err != nil {
			return err
		}
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case line[0] == '#':
			if err := r.comment(string(line[1:])); err != nil {
				return err
			}
		default:
			if r.csvHeader, err = parseHeader(string(line)); err == nil {
				err = r.spelling(string(line))
			}
			if err != nil {
				return r.wrong("%v", err)
			}
			return nil
		}
	}
}

// comment takes a comment before the columns.
func (r *csvReader) comment(text string) error {
	key, text, ok := strings.Cut(text, ":")
	key, text = strings.TrimSpace(key), strings.TrimSpace(text)
	if !ok {
		return nil
	}
	var err error
	to := &r.builder.meta
	switch key {
	case "unit":
		if to.Unit, err = unit(text); err != nil {
			return r.wrong("%v", err)
		}
	case "pruned":
		to.Pruned, err = r.flag(key, []byte(text))
	case "first":
		to.First, err = r.flag(key, []byte(text))
	}
	return err
}

// flag reads true or false.
func (r *csvReader) flag(name string, text []byte) (bool, error) {
	switch string(text) {
	case "", "0", "false", "False", "FALSE":
		return false, nil
	case "1", "true", "True", "TRUE":
		return true, nil
	}
	return false, r.wrong("%s %s: want true or false", name, quote(string(text)))
}

// record returns the next line, with the lines after it as long as a quote is open.
func (r *csvReader) record() ([]byte, error) {
	line, err := r.next()
	r.first = r.n
	if err != nil || quotes(line)%2 == 0 || len(line) > 0 && line[0] == '#' {
		return line, err
	}
	r.long = append(r.long[:0], line...)
	for {
		line, err := r.next()
		if err == io.EOF || err == nil && len(r.long)+len(line) >= maxLine {
			return nil, &Error{Name: r.name, Line: r.first, Msg: "the quote that begins here has no end", Cut: err == io.EOF}
		}
		if err != nil {
			return nil, err
		}
		r.long = append(append(r.long, '\n'), line...)
		if quotes(line)%2 == 1 {
			return r.long, nil
		}
	}
}

// quotes counts the quotation marks of a line.
func quotes(line []byte) int { return bytes.Count(line, []byte{'"'}) }

// task takes a record.
func (r *csvReader) task(line []byte) error {
	if err := r.split(line); err != nil {
		return err
	}
	if len(r.fields) != r.csvHeader.fields {
		if r.ended && len(r.fields) < r.csvHeader.fields {
			return r.cut("the file ends within %s: the line is cut short", quote(string(line)))
		}
		return r.wrong("%s has %d columns: want %d, as the header has", quote(string(line)), len(r.fields), r.csvHeader.fields)
	}
	id, work := r.field(idColumn), r.field(workColumn)
	switch {
	case len(id) == 0:
		return r.wrong("a task without an id: want any text")
	case len(work) == 0 && r.ended:
		return r.cut("task %s without a work: the file is cut short", quote(string(id)))
	case len(work) == 0:
		return r.wrong("task %s without a work: want a number", quote(string(id)))
	}
	solution, err := r.flag("solution", r.field(solutionColumn))
	if err != nil {
		return err
	}
	return r.builder.addText(id, r.field(parentColumn), work, r.field(loadColumn), solution, r.first)
}

// field returns a column of the record, or nothing if there is no such column.
func (r *csvReader) field(column int) []byte {
	if at := r.at[column]; at >= 0 {
		return r.fields[at]
	}
	return nil
}

// split splits a record into its fields.
func (r *csvReader) split(line []byte) error {
	r.fields, r.buffer = r.fields[:0], r.buffer[:0]
	for {
		line = bytes.TrimLeft(line, " ")
		if len(line) == 0 || line[0] != '"' {
			end := bytes.IndexByte(line, r.separator)
			if end < 0 {
				r.fields = append(r.fields, bytes.TrimRight(line, " "))
				return nil
			}
			r.fields = append(r.fields, bytes.TrimRight(line[:end], " "))
			line = line[end+1:]
			continue
		}
		field, rest, ok := r.quoted(line[1:])
		if !ok {
			return r.wrong("%s: want a quote at the end of a field that begins with one", quote(string(line)))
		}
		r.fields = append(r.fields, field)
		if len(rest) == 0 {
			return nil
		}
		line = rest[1:]
	}
}

// quoted reads a field behind its first quote, and returns what comes behind it, from the separator on.
func (r *csvReader) quoted(line []byte) (field, rest []byte, ok bool) {
	from := len(r.buffer)
	for {
		end := bytes.IndexByte(line, '"')
		if end < 0 {
			return nil, nil, false
		}
		r.buffer = append(r.buffer, line[:end]...)
		line = line[end+1:]
		if len(line) > 0 && line[0] == '"' {
			r.buffer = append(r.buffer, '"')
			line = line[1:]
			continue
		}
		line = bytes.TrimLeft(line, " ")
		if len(line) > 0 && line[0] != r.separator {
			return nil, nil, false
		}
		return r.buffer[from:len(r.buffer):len(r.buffer)], line, true
	}
}
