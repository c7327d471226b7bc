package dimacs

import (
	"errors"
	"strconv"

	"transat/solver/cnf"
)

// headerShape is the header in error messages.
const headerShape = `"p cnf VARIABLES CLAUSES"`

// parser builds a formula from the tokens of a text:
//
//	input   = header { literal | "0" } [ "%" anything ]
//	header  = "p" "cnf" number number, on a line of its own
//	literal = [ "-" ] number, between 1 and the declared number of variables
//
// with blanks and comments ("c" to the end of the line) between any two tokens, but no comments in the header.
type parser struct {
	text
	opt        Options
	formula    *cnf.Formula
	clause     []cnf.Lit // the literals so far of the clause that is not in formula yet
	room       room
	headerLine int
	clauses    int // as declared
}

// parse reads the whole input.
func (p *parser) parse() error {
	format, err := p.beginHeader()
	if err != nil {
		return err
	}
	return p.formulaFile(format)
}

// formulaFile reads an input after beginHeader has found its format.
func (p *parser) formulaFile(format []byte) error {
	if err := p.endHeader(format); err != nil {
		return err
	}
	for p.next() {
		if p.buf[p.pos] == '%' {
			err := p.finish()
			p.skipAll() // a compressed text may be corrupt further on
			return err
		}
		if err := p.reserve(); err != nil {
			return err
		}
		start := p.pos
		if p.manyClauses(); p.pos == start {
			if err := p.literal(); err != nil {
				return err
			}
		}
	}
	return p.finish()
}

// beginHeader reads the "p" of the header, goes to the next word, and returns it.
func (p *parser) beginHeader() (format []byte, err error) {
	if !p.begun {
		const archives = 512 // bytes in which an archive shows
		p.fill(min(p.size, archives))
		if what := container(p.buf[:p.end]); what != "" {
			return nil, p.errorHere("%s", what)
		}
	}
	if !p.next() {
		return nil, p.errorHere("missing header: the input ends without a line %s", headerShape)
	}
	if string(p.token()) != "p" {
		if what := language(p.token()); what != "" {
			return nil, p.errorHere("%s", what)
		}
		return nil, p.errorHere("missing header: want a line %s before the first clause", headerShape)
	}
	line, _ := p.position(p.pos)
	p.headerLine = line + 1
	p.pos++
	if !p.nextInLine() {
		return nil, p.errorHere("the header ends early: want %s", headerShape)
	}
	return p.token(), nil
}

// endHeader reads the rest of a header after beginHeader has found its format.
func (p *parser) endHeader(format []byte) error {
	if string(format) != "cnf" {
		if what := problem(format); what != "" {
			return p.errorHere("%s", what)
		}
		return p.errorHere("unexpected %s in the header: want %s", quote(format), headerShape)
	}
	p.pos += len("cnf")
	vars, err := p.headerNumber("variables", p.opt.MaxVars)
	if err != nil {
		return err
	}
	if p.clauses, err = p.headerNumber("clauses", p.opt.MaxClauses); err != nil {
		return err
	}
	if p.nextInLine() {
		return p.errorHere("unexpected %s after the header: want the end of the line", quote(p.token()))
	}
	p.formula = cnf.NewFormula(vars)
	return nil
}

// headerNumber reads a number of the header, at most limit.
func (p *parser) headerNumber(what string, limit int) (int, error) {
	if !p.nextInLine() {
		return 0, p.errorHere("the header ends early: want %s", headerShape)
	}
	token := p.token()
	n, err := strconv.ParseUint(string(token), 10, 63)
	switch {
	case errors.Is(err, strconv.ErrSyntax) || len(token) == maxToken:
		return 0, p.errorHere("unexpected %s in the header: want the number of %s", quote(token), what)
	case err != nil || n > uint64(limit):
		return 0, p.errorHere("the header declares %s %s: want at most %d", token, what, limit)
	}
	p.pos += len(token)
	return int(n), nil
}

// literal reads one token of a clause, and tells errors.
func (p *parser) literal() error {
	token := p.token()
	n, ok := number(token)
	switch {
	case string(token) == "p":
		return p.errorHere("second header: the first is on line %d", p.headerLine)
	case !ok && len(p.clause) == 0 && foreignClause(token) != "":
		return p.errorHere("%s", foreignClause(token))
	case !ok:
		return p.errorHere("unexpected %s: want a literal, or 0 to end a clause", quote(token))
	case n > int64(p.formula.Vars()) || n < -int64(p.formula.Vars()):
		return p.errorHere("literal %s is out of range: the header (line %d) declares %s",
			token, p.headerLine, counted(p.formula.Vars(), "variable"))
	case p.full():
		return p.errorHere("clause %d is one too many: the header (line %d) declares %s",
			p.formula.Len()+1, p.headerLine, counted(p.clauses, "clause")).miscount()
	}
	p.pos += len(token)
	if n == 0 {
		p.endClause()
	} else {
		p.clause = append(p.clause, cnf.FromDIMACS(int(n)))
	}
	return nil
}

// manyClauses reads the clauses in the buffer, up to the first unusual token.
func (p *parser) manyClauses() {
	vars := uint32(p.formula.Vars())
	for ended := true; ended && !p.full(); {
		if p.clause, ended = p.literals(p.clause, vars); ended {
			p.endClause()
		}
	}
}

func (p *parser) endClause() {
	p.formula.Add(p.clause...)
	p.clause = p.clause[:0]
}

// full reports whether no further clause may begin.
func (p *parser) full() bool { return p.formula.Len() == p.clauses && !p.opt.Lenient }

// finish checks, at the end of the input, that the formula is complete.
func (p *parser) finish() error {
	if len(p.clause) > 0 {
		return p.errorHere("the input ends inside clause %d: want 0 to end it", p.formula.Len()+1).cut()
	}
	p.trim()
	if p.formula.Len() == p.clauses {
		return nil
	}
	wrong := p.errorHere("the formula ends after %s: the header (line %d) declares %d",
		counted(p.formula.Len(), "clause"), p.headerLine, p.clauses).miscount()
	if !p.opt.Lenient {
		return wrong
	}
	if p.opt.Warn != nil {
		p.opt.Warn(wrong)
	}
	return nil
}

// quote returns a token, or the beginning of a long one, for error messages.
func quote(token []byte) string {
	const enough = 20
	if len(token) > enough {
		return strconv.Quote(string(token[:enough])) + "…"
	}
	return strconv.Quote(string(token))
}

// counted returns "1 clause" or "2 clauses".
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
