package dimacs

import (
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// Projection is what the comments of a formula say about the variables that make models different, in the way of model counters
// and samplers:
//
//	c p show 1 2 0
//	c ind 3 0
//
// All such comments together name the variables. A list may go on in the next one; a 0 ends it.
type Projection struct {
	// Vars are the variables, each once, in ascending order. It is nil if no comment names any, and empty if "c p show 0" does.
	Vars []cnf.Var
	// Err is what is wrong with the comments, or nil: then Vars is nil. The formula may be right for all that.
	Err *SyntaxError

	open    bool         // a list has begun and not ended
	last    *SyntaxError // the end of the line in which the list has come so far
	largest cnf.Var      // among Vars
	wide    *SyntaxError // the place of that
}

// readProjection reads a comment, at the c of which the text is, as far as it names variables.
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
				at.Col += int(t.consumed + int64(t.pos) - begin) // counting the lines again would take long
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

// projects reports whether a comment begins with the words that name variables, and goes behind them.
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

// finish checks the variables against the number that the formula has.
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

// project has the comments read, if that is wanted.
func (p *parser) project() {
	if projection := p.opt.Projection; projection != nil {
		*projection = Projection{}
		p.comment = func() { p.readProjection(projection) }
	}
}

// projected ends that, when the formula is complete.
func (p *parser) projected() {
	if p.opt.Projection != nil {
		p.opt.Projection.finish(p.formula.Vars())
	}
}
