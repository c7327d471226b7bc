package cube

import (
	"context"
	"errors"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
	"transat/solver/internal/simplify"
)

// Simple is a formula that was simplified once for all of its cubes. Each clause of it is one of the original, or follows from lemmas that
// only add to that: so splitting and clause learning, which rest on it, rest on the original and these lemmas.
//
// Nothing is deleted in the proof, and the variables of given cubes keep their meaning:
//
//	original  ──▶ lemmas of simplifying ──▶ Formula ──▶ cubes, in any order and on any computers
//	                                        model   ──▶ Extend ──▶ model of the original
//
// The same formula and cubes always give the same result, so computers that share a search need not send it.
type Simple struct {
	Formula    *cnf.Formula // with a unit clause for each literal that was found to be true, and an empty one if it was refuted
	Checked    int64        // lemmas
	simplified *simplify.Simplified
}

// Simplifies reports whether it is worth simplifying a formula whose cubes are given, or found by a splitter: the branching rule knows the
// formulas of the papers, and wants them as they are.
func Simplifies(splitter string, given bool) bool {
	return given || splitter != RuleSplitter && splitter != ""
}

// Simplify simplifies a formula for cubes, which are nil if none are given. If proof is not nil, it gets the lemmas. If verify is not nil,
// they must follow from that formula, and the result from them; else the error is a *stream.WrongError. Other errors are the context's, and
// those of simplify.Run.
func Simplify(ctx context.Context, f *cnf.Formula, cubes [][]cnf.Lit, proof cnf.ProofWriter, verify *cnf.Formula) (*Simple, error) {
	w := &simplifying{proof: proof}
	var opt simplify.Options
	if proof != nil || verify != nil {
		opt.Proof = w
	}
	if verify != nil {
		w.check = stream.NewChecker(verify)
		if err := w.check.Begin(nil, nil); err != nil {
			return nil, err
		}
	}
	kept := make([]bool, f.Vars()+1)
	for _, cube := range cubes {
		for _, l := range cube {
			if v := l.Var(); !kept[v] {
				kept[v] = true
				opt.Keep = append(opt.Keep, v)
			}
		}
	}
	if cubes == nil && mostlyBinary(f) {
		for v := range f.Vars() {
			opt.Keep = append(opt.Keep, cnf.Var(v+1))
		}
	}
	simplified, err := simplify.Run(ctx, f, opt)
	if wrong := new(stream.WrongError); errors.As(err, &wrong) {
		return nil, wrong
	}
	if err != nil {
		return nil, err
	}
	s := &Simple{Formula: searched(f.Vars(), simplified), Checked: w.checked, simplified: simplified}
	simplified.Release()
	for i := range s.Formula.Len() {
		if w.check == nil {
			break
		}
		if err := w.check.Add(s.Formula.Clause(i)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// mostly is what share of clauses have two literals, at least, where variables are taken to be colours of nodes, or the like.
const mostly = 0.8

// mostlyBinary reports whether a formula is mostly about pairs of literals that exclude each other, such as the colours of neighbours in a
// graph. There, eliminating variables may take one colour from some nodes and not from others, and look-ahead then splits on what is left
// of clauses. On 12 graphs of unit distances, cubes took 6 to 17 times the conflicts in four, 1.0 to 1.4 times in four, and 0.7 to 0.9
// times in four. Circuits need it: a multiplier and a sum took 1.2 to 1.3 times the conflicts and twice the time without.
func mostlyBinary(f *cnf.Formula) bool {
	n := 0
	for i := range f.Len() {
		if len(f.Clause(i)) == 2 {
			n++
		}
	}
	return float64(n) >= mostly*float64(f.Len())
}

// searched is the formula that is left.
func searched(vars int, s *simplify.Simplified) *cnf.Formula {
	f := cnf.NewFormula(vars)
	if s.Refuted() {
		f.Add()
		return f
	}
	f.Grow(s.Formula.Len()+len(s.Fixed()), s.Formula.Literals()+len(s.Fixed()))
	for i := range s.Formula.Len() {
		f.Add(s.Formula.Clause(i)...)
	}
	for _, l := range s.Fixed() {
		f.Add(l)
	}
	return f
}

// Refuted reports whether simplifying has refuted the formula.
func (s *Simple) Refuted() bool { return s.simplified.Refuted() }

// Extend turns a model of Formula into one of the original formula.
func (s *Simple) Extend(m cnf.Model) cnf.Model { return s.simplified.Extend(m) }

// simplifying takes the steps of simplifying. It deletes nothing: given cubes, and what they leave out, may rest on any clause.
type simplifying struct {
	proof   cnf.ProofWriter // or nil
	check   *stream.Checker // or nil
	checked int64           // lemmas
}

// Add implements cnf.ProofWriter.
func (w *simplifying) Add(lemma []cnf.Lit) error {
	if w.check != nil {
		if err := w.check.Add(lemma); err != nil {
			return err
		}
		w.checked++
	}
	if w.proof == nil {
		return nil
	}
	return w.proof.Add(lemma)
}

// Delete implements cnf.ProofWriter.
func (w *simplifying) Delete([]cnf.Lit) error { return nil }
