package dimacs

import (
	"io"

	"transat/solver/cnf"
)

// ProofOptions sets how a proof is read. The zero value recognises the format.
type ProofOptions struct {
	// Format is the format of the proof; "" lets its first bytes decide.
	Format ProofFormat
	// MaxVars bounds the variables; a proof may use more than its formula has. 0 or less means cnf.MaxLitVar.
	MaxVars int
}

// ProofReader reads a DRAT or LRAT proof step by step, and holds one step in memory. It recognises text and binary
// proofs by their first bytes, up to 64 KiB, and decompresses proofs as other readers do formulas.
type ProofReader struct {
	text
	format  ProofFormat
	vars    uint32 // the largest variable allowed
	clause  []cnf.Lit
	hints   []int64
	formula string // its hash
	err     error  // that ended the proof, or io.EOF
	counted int64  // bytes of the input whose line ends are counted, in a text proof
	lines   int    // line ends in them
}

// NewProofReader begins to read the proof r; error messages name it. It returns an error of r, or of its compression,
// if it cannot read the first bytes.
func NewProofReader(name string, r io.Reader, opt ProofOptions) (*ProofReader, error) {
	return newProofReader(open(name, r), opt)
}

func newProofReader(input text, opt ProofOptions) (*ProofReader, error) {
	p := &ProofReader{text: input, format: opt.Format, vars: uint32(cnf.MaxLitVar)}
	if opt.MaxVars > 0 {
		p.vars = min(p.vars, uint32(min(opt.MaxVars, int(cnf.MaxLitVar))))
	}
	if recognised := p.recogniseProof(); p.format == "" {
		p.format = recognised
	}
	if p.binary = p.format.Binary(); !p.binary {
		p.formula = namedFormula(p.buf[:p.end])
	}
	if p.end == 0 {
		if err := p.explain(nil); err != nil {
			p.close()
			return nil, err
		}
	}
	return p, nil
}

// Format returns the format of the proof.
func (r *ProofReader) Format() ProofFormat { return r.format }

// Next returns the next step, or io.EOF at the end of the proof; an empty input is a proof without
// steps. An error in the proof or in its compression is a *SyntaxError; an error of the underlying
// reader is wrapped. After an error, Next returns it again.
func (r *ProofReader) Next() (ProofStep, error) {
	if r.err != nil {
		return ProofStep{}, r.err
	}
	r.clause, r.hints = r.clause[:0], r.hints[:0]
	var step ProofStep
	var err error
	switch r.format {
	case ProofBinary:
		step, err = r.nextBinary()
	case ProofLRAT:
		step, err = r.nextLRAT()
	case ProofLRATBinary:
		step, err = r.nextLRATBinary()
	default:
		step, err = r.nextText()
	}
	if err != nil {
		r.err = r.explain(err)
		r.close()
		return ProofStep{}, r.err
	}
	step.Clause, step.Hints = r.clause, r.hints
	return step, nil
}

// Formula returns the SHA-256 of the formula that the proof names, in hexadecimal digits, or "": see [FormulaComment].
func (r *ProofReader) Formula() string { return r.formula }

// cutShort returns the error of a proof that ends in the middle of a step.
func (r *ProofReader) cutShort(step ProofStep) error {
	what := "lemma"
	if step.Deletion {
		what = "deletion"
	}
	return r.errorHere("the proof is cut short: the %s that begins at %s has no 0 at its end", what, step.Pos).cut()
}
