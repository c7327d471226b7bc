package dimacs

import (
	"fmt"
	"io"
	"os"

	"transat/solver/cnf"
)

// A cube is a conjunction of literals, as a list. Solvers that split a formula, and solvers under assumptions, exchange
// cubes as lines "a 1 -2 0": alone, as march_cu writes them, or after the clauses of the formula, in the iCNF format:
//
//	p inccnf
//	1 -2 0
//	2 3 0
//	a 1 0
//	a -1 2 0
//
// Source: M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by
// Lookaheads", 2011.

// incremental is the word in the header of a file with cubes.
const incremental = "inccnf"

// cubeParser reads clauses and cubes:
//
//	input  = "p" "inccnf" { clause } { cube } | { cube }
//	clause = { literal } "0"
//	cube   = "a" { literal } "0"
//
// with blanks and comments as in a formula, and the header on a line of its own.
type cubeParser struct {
	parser
	vars  int    // the largest variable allowed
	why   string // the reason for that limit
	cubes [][]cnf.Lit
	open  bool // a cube has begun
}

// ReadFileCubes is ReadFile for a file that may have cubes: one with the header "p inccnf". With the header "p cnf",
// cubes is nil; with "p inccnf" it is not nil, even if there are none.
//
// A file with cubes does not declare its variables: the largest number in it counts, at most [Options.MaxVars]. Its
// clauses come before its cubes.
func ReadFileCubes(name string, opt Options) (f *cnf.Formula, cubes [][]cnf.Lit, err error) {
	if name == "-" {
		opt = opt.withDefaults("stdin")
		return readCubes(opt.open(os.Stdin), unknownSize, opt)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	size := unknownSize
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	opt = opt.withDefaults(name)
	return readCubes(opt.open(file), size, opt)
}

// ReadCubes is Read for an input that may have cubes, see ReadFileCubes.
func ReadCubes(r io.Reader, opt Options) (f *cnf.Formula, cubes [][]cnf.Lit, err error) {
	opt = opt.withDefaults("input")
	return readCubes(opt.open(r), unknownSize, opt)
}

func readCubes(input text, size int64, opt Options) (*cnf.Formula, [][]cnf.Lit, error) {
	p := newCubeParser(input, size, opt)
	defer p.close()
	p.vars, p.why = opt.MaxVars, fmt.Sprintf("want at most %d", opt.MaxVars)
	p.project()
	if err := p.explain(p.file()); err != nil {
		return nil, nil, err
	}
	p.projected()
	return p.formula, p.cubes, nil
}

// ReadCubeList reads the cubes for a formula with the given number of variables: a list of cubes alone, or the cubes of
// an iCNF file, whose clauses it skips. Errors are those of [Read].
func ReadCubeList(r io.Reader, vars int, opt Options) ([][]cnf.Lit, error) {
	opt = opt.withDefaults("input")
	return readCubeList(open(opt.Name, r), vars, opt)
}

func readCubeList(input text, vars int, opt Options) ([][]cnf.Lit, error) {
	p := newCubeParser(input, unknownSize, opt)
	defer p.close()
	p.vars, p.why = vars, "the formula has "+counted(vars, "variable")
	if err := p.explain(p.list()); err != nil {
		return nil, err
	}
	return p.cubes, nil
}

func newCubeParser(input text, size int64, opt Options) *cubeParser {
	p := &cubeParser{parser: parser{text: input, opt: opt, room: room{size: size}}}
	if p.kind != plain {
		p.room.size = unknownSize // the size of the text, not of the file
	}
	return p
}

// file reads an input with a header, "p inccnf" or "p cnf".
func (p *cubeParser) file() error {
	format, err := p.beginHeader()
	switch {
	case err != nil:
		return err
	case string(format) == incremental:
		return p.incrementalFile()
	}
	return p.formulaFile(format)
}

// incrementalFile reads a file after beginHeader has found the word incremental.
func (p *cubeParser) incrementalFile() error {
	p.pos += len(incremental)
	if p.nextInLine() {
		return p.errorHere("unexpected %s after the header: want the end of the line", quote(p.token()))
	}
	return p.body()
}

// list reads the cubes of an input without a header, or with the header "p inccnf".
func (p *cubeParser) list() error {
	if !p.next() {
		return p.body()
	}
	first := p.token()
	wrong := p.errorHere("unexpected %s: want a line \"a LITERALS 0\" for every cube", quote(first))
	switch string(first) {
	case "a":
		return p.body()
	case "p":
		if format, err := p.beginHeader(); err == nil && string(format) == incremental {
			return p.incrementalFile()
		}
	}
	return wrong
}

// body reads clauses and cubes.
func (p *cubeParser) body() error {
	p.formula, p.cubes = cnf.NewFormula(0), [][]cnf.Lit{}
	for p.next() {
		if err := p.reserve(); err != nil {
			return err
		}
		ended, start := false, p.pos
		if p.open || len(p.cubes) == 0 {
			p.clause, ended = p.literals(p.clause, uint32(p.vars))
		}
		if ended {
			p.endList()
		} else if p.pos == start {
			if err := p.step(); err != nil {
				return err
			}
		}
	}
	if p.open || len(p.clause) > 0 {
		return p.errorHere("the input ends inside %s: want 0 to end it", p.current()).cut()
	}
	p.trim()
	p.addFreeVariables()
	return nil
}

// addFreeVariables adds the variables that occur only in cubes to the formula.
func (p *cubeParser) addFreeVariables() {
	vars := p.formula.Vars()
	for _, cube := range p.cubes {
		for _, l := range cube {
			vars = max(vars, int(l.Var()))
		}
	}
	if vars == p.formula.Vars() {
		return
	}
	f := cnf.NewFormula(vars)
	f.Grow(p.formula.Len(), p.formula.Literals())
	for i := range p.formula.Len() {
		f.Add(p.formula.Clause(i)...)
	}
	p.formula = f
}

// step reads one token, and tells errors.
func (p *cubeParser) step() error {
	token := p.token()
	n, ok := number(token)
	switch {
	case string(token) == "a":
		if p.open || len(p.clause) > 0 {
			return p.errorHere("a cube begins inside %s: want 0 to end it", p.current())
		}
		p.open = true
		p.pos++
		return nil
	case string(token) == "p":
		return p.errorHere("second header: the first is on line %d", p.headerLine)
	case !ok:
		return p.errorHere("unexpected %s: want a literal, 0 to end a list of them, or \"a\" to begin a cube", quote(token))
	case !p.open && len(p.cubes) > 0:
		return p.errorHere("clause after a cube: want the clauses before the cubes")
	case n > int64(p.vars) || n < -int64(p.vars):
		return p.errorHere("literal %s is out of range: %s", token, p.why)
	}
	p.pos += len(token)
	if n == 0 {
		p.endList()
	} else {
		p.clause = append(p.clause, cnf.FromDIMACS(int(n)))
	}
	return nil
}

// endList ends a clause or a cube.
func (p *cubeParser) endList() {
	if p.open {
		p.cubes = append(p.cubes, append([]cnf.Lit{}, p.clause...))
	} else {
		p.formula.Add(p.clause...)
	}
	p.open, p.clause = false, p.clause[:0]
}

// current names the list of literals that step reads.
func (p *cubeParser) current() string {
	if p.open {
		return fmt.Sprintf("cube %d", len(p.cubes)+1)
	}
	return fmt.Sprintf("clause %d", p.formula.Len()+1)
}
