package dimacs

import "io"

// ModelReader reads an answer with any number of models, one after the other:
//
//	s SATISFIABLE
//	v 1 -2 3 0
//	v 1 2
//	v -3 0
//
// Each model ends with its 0, and the next one begins with a "v". An answer with one model may have any form that
// [ReadModel] accepts.
type ModelReader struct {
	modelReader
	vars int
	line int
	done bool
}

// NewModelReader returns a reader of the models of a formula with the given number of variables. It must be closed.
func NewModelReader(name string, r io.Reader, vars int) *ModelReader {
	return &ModelReader{modelReader: modelReader{text: open(name, r), several: true}, vars: vars}
}

// Next returns the next model, which belongs to the caller, or io.EOF after the last one. Other errors are those of
// ReadModel, and final.
func (r *ModelReader) Next() (Assignment, error) {
	if r.done {
		return nil, io.EOF
	}
	r.model, r.found, r.ended, r.again = make(Assignment, r.vars+1), false, false, false
	r.next()
	lines, _ := r.position(r.pos)
	r.line = lines + 1
	err := r.explain(r.read())
	r.done = err != nil || !r.again
	if err != nil {
		return nil, err
	}
	return r.model, nil
}

// Line returns the line, counted from 1, on which the last model of Next begins.
func (r *ModelReader) Line() int { return r.line }

// List reports whether the input had only literals so far: then it may be a proof.
func (r *ModelReader) List() bool { return !r.words }

// Close frees the memory for a compressed input; the input itself stays open.
func (r *ModelReader) Close() { r.close() }
