package dimacs

import (
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// Projection lists the variables that distinguish models, from comments of a formula in the format of model counters
// and samplers:
//
//	c p show 1 2 0
//	c ind 3 0
//
// All such comments together name the variables. A list may go on in the next one; a 0 ends it.
type Projection struct {
	// Vars are the variables, each once, in ascending order. It is nil without such comments, and empty after "c p show
	// 0".
	Vars []cnf.Var
	// Err is the fault of the comments, or nil; with a fault, Vars is nil. The formula may be right all the same.
	Err *SyntaxError

	open    bool         // a list has begun and not ended
	last    *SyntaxError // the end of the last line of an open list
	largest cnf.Var      // among Vars
	wide    *SyntaxError // the place of largest
}

// readProjection reads a comment that begins at the current place, if it lists variables.
func (t *text) readProjection(p *Projection) {
	if p.Err != nil || !t.projects() {
		return
	}
	if p.Vars == nil {
		p.Vars = []cnf.Var{}
	}
	p.open = true
	begin, line := t.consumed+int64(t.pos), t.errorHere("")
	for t.nextInLine() {
		token := t.token()
		n, ok := number(token)
		switch {
		case !p.open:
			p.Err = t.errorHere("unexpected %s after the 0 that ends the variables of the projection", quote(token))
		case !ok || n < 0:
			p.Err = t.errorHere("unexpected %s: want a variable of the projection, or 0 to end them", quote(token))
		case n > int64(cnf.MaxLitVar):
			p.Err = t.errorHere("variable %s of the projection is out of range: want at most %d", token, cnf.MaxLitVar)
		case n == 0:
			p.open = false
		default:
			if p.Vars = append(p.Vars, cnf.Var(n)); cnf.Var(n) > p.largest {
				at := *line
				at.Col += int(t.consumed + int64(t.pos) - begin) // counting the lines again would be slow
				p.largest, p.wide = cnf.Var(n), &at
			}
		}
		if p.Err != nil {
			return
		}
		t.pos += len(token)
	}
	if p.open {
		p.last = t.errorHere("the variables of the projection have no end: want 0 behind the last of them")
	}
}

// projects reports whether a comment begins with the words of a list of variables, and skips them.
func (t *text) projects() bool {
	if string(t.token()) != "c" {
		return false
	}
	t.pos++
	if !t.nextInLine() {
		return false
	}
	switch string(t.token()) {
	case "ind":
		t.pos += len("ind")
		return true
	case "p":
		t.pos++
		if t.nextInLine() && string(t.token()) == "show" {
			t.pos += len("show")
			return true
		}
	}
	return false
}

// finish compares the variables with the formula's number of variables.
func (p *Projection) finish(vars int) {
	switch {
	case p.Err != nil:
	case p.open:
		p.Err = p.last
	case int64(p.largest) > int64(vars):
		p.Err = p.wide
		p.Err.Msg = fmt.Sprintf("variable %d of the projection is out of range: the formula has %s", p.largest, counted(vars, "variable"))
	}
	if p.Err != nil {
		p.Vars = nil
		return
	}
	slices.Sort(p.Vars)
	p.Vars = slices.Compact(p.Vars)
}

// project reads a comment, if Options.Projection is set.
func (p *parser) project() {
	if projection := p.opt.Projection; projection != nil {
		*projection = Projection{}
		p.comment = func() { p.readProjection(projection) }
	}
}

// projected ends the projection when the formula is complete.
func (p *parser) projected() {
	if p.opt.Projection != nil {
		p.opt.Projection.finish(p.formula.Vars())
	}
}
