package evidence

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"transat/dimacs"
	"transat/solver/cnf"
)

// answer has the fields of solve --format=json that can be checked.
type answer struct {
	Verdict string  `json:"verdict"`
	Model   *[]int  `json:"model"`
	Models  [][]int `json:"models"`
	Count   *int64  `json:"model_count"`
}

// readJSON reads the models of an answer in JSON.
func (e *Evidence) readJSON(r io.Reader, opt Options) error {
	text, err := dimacs.Decompress(r)
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	defer text.Close()
	buffered := bufio.NewReader(text)
	const byteOrderMark = "\xef\xbb\xbf"
	if begin, _ := buffered.Peek(len(byteOrderMark)); string(begin) == byteOrderMark {
		_, _ = buffered.Discard(len(byteOrderMark)) // what was peeked is there
	}
	var a answer
	steps := json.NewDecoder(buffered)
	if err := steps.Decode(&a); err != nil {
		return e.badJSON(err, steps.InputOffset())
	}
	if _, err := steps.Token(); err != io.EOF {
		return fmt.Errorf("%s: byte %d: want the end of the input after the object of the answer", e.Name, steps.InputOffset())
	}
	if a.Verdict != cnf.Satisfiable.String() {
		return &dimacs.VerdictError{Name: e.Name, Line: 1, Verdict: a.Verdict}
	}
	all := a.Models
	if a.Model != nil {
		all = append([][]int{*a.Model}, all...)
	}
	if len(all) == 0 {
		return fmt.Errorf("%s: there is no model: want a key \"model\" or \"models\"", e.Name)
	}
	if a.Count != nil {
		e.Count = *a.Count
	}
	next := 0
	e.Others = func() (dimacs.Assignment, int, error) {
		if next++; next > len(all) {
			return nil, 0, io.EOF
		}
		m, err := assignment(all[next-1], opt.Vars)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: model %d: %w", e.Name, next, err)
		}
		return m, 0, nil
	}
	e.Model, _, err = e.Others()
	return err
}

// badJSON is the error, with its place, for an answer that is not JSON.
func (e *Evidence) badJSON(err error, offset int64) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &dimacs.SyntaxError{Name: e.Name, Byte: offset, Msg: "the answer is cut short: want the end of its JSON object", Cut: true}
	}
	return fmt.Errorf("%s: byte %d: this is no answer of transat solve --format=json: %w", e.Name, offset, err)
}

// assignment makes a model of its literals.
func assignment(literals []int, vars int) (dimacs.Assignment, error) {
	m := make(dimacs.Assignment, vars+1)
	for _, n := range literals {
		if n == 0 || n > vars || n < -vars {
			return nil, fmt.Errorf("literal %d is out of range: the formula has the variables 1 to %d", n, vars)
		}
		l := cnf.FromDIMACS(n)
		if m[l.Var()] == l.Not() {
			return nil, fmt.Errorf("literal %v contradicts literal %v before it", l, l.Not())
		}
		m[l.Var()] = l
	}
	return m, nil
}
