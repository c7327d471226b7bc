package dimacs

import (
	"fmt"
	"io"

	"transat/solver/cnf"
)

// VerdictError says that an input that should hold a model is the answer of a solver that found none.
type VerdictError struct {
	Name    string // the input
	Line    int
	Verdict string // the word: "UNSATISFIABLE", "UNKNOWN", "UNSAT", …
}

// Error returns "name:line: the verdict is UNSATISFIABLE: there is no model".
func (e *VerdictError) Error() string {
	return fmt.Sprintf("%s:%d: the verdict is %s: there is no model", e.Name, e.Line, e.Verdict)
}

// modelReader reads the answer of a solver, or a bare model:
//
//	answer  = { verdict | "v" | literal } [ "0" ]
//	verdict = "s SATISFIABLE" | "SATISFIABLE" | "SAT"
//	literal = [ "-" ] number, between 1 and the number of variables
//
// with blanks and comments ("c" to the end of the line) between any two tokens. A verdict may also
// follow the 0, and in an answer with several models a "v" with the next one.
type modelReader struct {
	text
	model Assignment
	found bool // a literal or the 0
	ended bool // by the 0
	words bool // anything but literals

	several bool // a "v" after the 0 begins the next model
	again   bool // it has done so
}

// ReadModel reads a model of a formula with the given number of variables from r; error messages name it. The input is
// the output of a solver in the format of the SAT competitions, the result file of minisat, or literals alone.
//
//	s SATISFIABLE      SAT            1 -2 3
//	v 1 -2             1 -2 3 0
//	v 3 0
//
// The input is plain or compressed. Variables may be missing, as in the answers of some solvers; Assignment.Check tells
// whether that matters. An answer without a model is a *VerdictError, any other fault in the text or in the compression
// a *SyntaxError; an error of r itself is wrapped.
func ReadModel(name string, r io.Reader, vars int) (Assignment, error) {
	return readModel(open(name, r), vars)
}

// readModel reads a model and closes the input.
func readModel(input text, vars int) (Assignment, error) {
	m := &modelReader{text: input, model: make(Assignment, vars+1)}
	defer m.close()
	if err := m.explain(m.read()); err != nil {
		return nil, err
	}
	return m.model, nil
}

// read reads the whole input.
func (m *modelReader) read() error {
	for m.next() {
		token := m.token()
		_, isNumber := number(token)
		m.words = m.words || !isNumber
		var err error
		switch string(token) {
		case "v":
			if m.several && m.ended {
				m.again = true
				return nil
			}
			m.pos++
		case "SAT", "SATISFIABLE":
			m.pos += len(token)
		case "s":
			err = m.verdict()
		case "UNSAT", "UNSATISFIABLE", "INDET", "INDETERMINATE", "UNKNOWN":
			err = m.noModel(token)
		case "p":
			err = m.errorHere("a header \"p\": this is a formula, not a model")
		case "d":
			err = m.errorHere("a step \"d\": this is a proof, not a model")
		default:
			err = m.literal(token)
		}
		if err != nil {
			return err
		}
	}
	if vars := len(m.model) - 1; !m.found && vars > 0 {
		return m.errorHere("the input ends without a literal: want a model of %s", counted(vars, "variable"))
	}
	return nil
}

// verdict reads a line that begins with "s".
func (m *modelReader) verdict() error {
	m.pos++
	if !m.nextInLine() {
		return m.errorHere("the verdict is missing: want \"s SATISFIABLE\"")
	}
	token := m.token()
	if string(token) != "SATISFIABLE" {
		return m.noModel(token)
	}
	m.pos += len(token)
	return nil
}

func (m *modelReader) noModel(verdict []byte) error {
	lines, _ := m.position(m.pos)
	return &VerdictError{Name: m.name, Line: lines + 1, Verdict: string(verdict)}
}

// literal reads a literal or the 0.
func (m *modelReader) literal(token []byte) error {
	n, ok := number(token)
	vars := int64(len(m.model) - 1)
	switch {
	case !ok:
		return m.errorHere("unexpected %s: want a literal, or 0 to end the model", quote(token))
	case m.ended:
		return m.errorHere("unexpected %s after the 0 that ends the model", quote(token))
	case n > vars || n < -vars:
		return m.errorHere("literal %s is out of range: the formula has %s", token, counted(int(vars), "variable"))
	}
	m.found, m.ended = true, n == 0
	if n != 0 {
		l := cnf.FromDIMACS(int(n))
		if m.model[l.Var()] == l.Not() {
			return m.errorHere("literal %s contradicts literal %s before it", l, l.Not())
		}
		m.model[l.Var()] = l
	}
	m.pos += len(token)
	return nil
}
