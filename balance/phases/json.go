package phases

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Reading JSON an object at a time, with the place of what is wrong.

// places knows the line and the column of a byte that was read lately.
type places struct {
	in     io.Reader
	read   int64
	lines  int64   // that ended before breaks
	start  int64   // of the line after them
	breaks []int64 // ends of later lines, in bytes
}

func (p *places) Read(to []byte) (int, error) {
	n, err := p.in.Read(to)
	for i, c := range to[:n] {
		if c == '\n' {
			p.breaks = append(p.breaks, p.read+int64(i)+1)
		}
	}
	p.read += int64(n)
	return n, err
}

// at returns the place of a byte. Bytes before it cannot be asked for later.
func (p *places) at(offset int64) (line, col int64) {
	done := 0
	for done < len(p.breaks) && p.breaks[done] <= offset {
		p.start = p.breaks[done]
		p.lines++
		done++
	}
	p.breaks = p.breaks[done:]
	return p.lines + 1, offset - p.start + 1
}

// wrong is an error at the place that has been read to.
func (r *reader) wrong(format string, args ...any) error {
	line, col := r.places.at(r.InputOffset())
	return &FileError{r.file.name, line, col, fmt.Sprintf(format, args...)}
}

// explain makes a FileError of an error of the decoder.
func (r *reader) explain(err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind) && kind.Field != "":
		return r.wrong("%s is a %s; want a %s", kind.Field, kind.Value, plainType(kind.Type.String()))
	case errors.As(err, &kind):
		return r.wrong("found a %s; want a %s", kind.Value, plainType(kind.Type.String()))
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return r.wrong("the file ends in the middle of its object")
	case errors.As(err, &syntax):
		return r.wrong("no JSON after here: %v", err)
	}
	return fmt.Errorf("%s: %w", r.file.name, err)
}

// plainType names a Go type as JSON does.
func plainType(name string) string {
	switch name {
	case "json.Number", "float64", "int64", "uint64", "int":
		return "number"
	case "string", "bool":
		return name
	}
	return "structure as vt writes it"
}

func (r *reader) value(to any) error {
	if err := r.Decode(to); err != nil {
		return r.explain(err)
	}
	return nil
}

// open reads a delimiter.
func (r *reader) open(want json.Delim, what string) error {
	token, err := r.Token()
	if err != nil {
		return r.explain(err)
	}
	if token != want {
		return r.wrong("%s begins with %v; want %v", what, token, want)
	}
	return nil
}

// object reads an object, and calls what reads the value of each key.
func (r *reader) object(what string, value func(key string) error) error {
	if err := r.open('{', what); err != nil {
		return err
	}
	for r.More() {
		token, err := r.Token()
		if err != nil {
			return r.explain(err)
		}
		if err := value(token.(string)); err != nil { // a decoder that reads a key returns nothing else
			return err
		}
	}
	_, err := r.Token()
	if err != nil {
		return r.explain(err)
	}
	return nil
}

// array reads an array, and calls what reads an entry.
func (r *reader) array(entry func() error) error {
	if err := r.open('[', "a list"); err != nil {
		return err
	}
	for r.More() {
		if err := entry(); err != nil {
			return err
		}
	}
	_, err := r.Token()
	if err != nil {
		return r.explain(err)
	}
	return nil
}

// skip skips a value, in as little memory as it has depth.
func (r *reader) skip() error {
	for depth := 0; ; {
		token, err := r.Token()
		if err != nil {
			return r.explain(err)
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}
