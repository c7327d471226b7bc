package evidence_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"transat/cmd/transat/internal/evidence"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// TestProofsOfMultipliers checks proofs that primes have no factors. Learned clauses are long, and
// the largest proof is some buffers long, with most literals of two bytes when it is binary.
func TestProofsOfMultipliers(t *testing.T) {
	for _, tc := range []struct{ prime, bitsA, bitsB int }{
		{13, 4, 4}, {1009, 9, 6}, {16381, 13, 8}, {1048583, 14, 14},
	} {
		t.Run(fmt.Sprint(tc.prime), func(t *testing.T) {
			if testing.Short() && tc.prime > 1<<16 {
				t.Skip("takes a second")
			}
			f := factoring(tc.prime, tc.bitsA, tc.bitsB)
			var first *drat.Proof
			for _, format := range []dimacs.ProofFormat{dimacs.ProofText, dimacs.ProofBinary} {
				var file bytes.Buffer
				result, err := solver.Solve(t.Context(), f, solver.Options{
					Engine: solver.CDCL, LocalSearch: solver.NoFlips, Proof: solver.Proof{W: &file, Format: format},
				})
				if err != nil || result.Verdict != cnf.Unsatisfiable {
					t.Fatal(result.Verdict, err)
				}
				e, err := evidence.Read("-", &file, evidence.Options{Vars: f.Vars()})
				if err != nil {
					t.Fatal(err)
				}
				if e.Proof.Format != format {
					t.Errorf("taken for %s, want %s", e.Proof.Format, format)
				}
				if first == nil {
					first = &e.Proof.Proof
				}
				sameSteps(t, first, &e.Proof.Proof)
				if report, err := drat.Check(context.Background(), f, &e.Proof.Proof, drat.Options{}); err != nil || report.IgnoredMissing > 0 {
					t.Errorf("%s: %v, %+v", format, err, report)
				}
			}
		})
	}
}

func sameSteps(t *testing.T, want, got *drat.Proof) {
	t.Helper()
	if want.Len() != got.Len() {
		t.Fatalf("%d steps, want %d", got.Len(), want.Len())
	}
	for i := range want.Len() {
		clause, deletion := got.Step(i)
		wantClause, wantDeletion := want.Step(i)
		if deletion != wantDeletion || !slices.Equal(clause, wantClause) {
			t.Fatalf("step %d: %t %v, want %t %v", i, deletion, clause, wantDeletion, wantClause)
		}
	}
}

// factoring returns a formula that says: product is a·b, where a and b are numbers of that many bits, and
// neither of them is 0 or 1. It is the circuit of a multiplier that adds up columns of bits.
func factoring(product, bitsA, bitsB int) *cnf.Formula {
	c := &circuit{f: cnf.NewFormula(0)}
	a, b := c.number(bitsA), c.number(bitsB)
	columns := make([][]cnf.Lit, bitsA+bitsB+1)
	for i := range a {
		for j := range b {
			columns[i+j] = append(columns[i+j], c.gate(func(in []bool) bool { return in[0] && in[1] }, a[i], b[j]))
		}
	}
	odd := func(in []bool) bool { return (in[0] != in[1]) != in[len(in)-1] }
	two := func(in []bool) bool { return in[0] && in[1] || in[len(in)-1] && (in[0] || in[1]) }
	for k := range bitsA + bitsB {
		column := columns[k]
		for len(column) > 2 {
			columns[k+1] = append(columns[k+1], c.gate(two, column[:3]...))
			column = append(column[3:], c.gate(odd, column[:3]...))
		}
		if len(column) == 2 { // the third is nothing
			none := func(gate func([]bool) bool) func([]bool) bool {
				return func(in []bool) bool { return gate([]bool{in[0], in[1], false}) }
			}
			columns[k+1] = append(columns[k+1], c.gate(none(two), column...))
			column = []cnf.Lit{c.gate(none(odd), column...)}
		}
		for _, bit := range column {
			if product>>k&1 == 0 {
				bit = bit.Not()
			}
			c.f.Add(bit)
		}
	}
	c.f.Add(a[1:]...)
	c.f.Add(b[1:]...)
	return c.f
}

// circuit gives a variable to every wire.
type circuit struct {
	f     *cnf.Formula
	wires cnf.Var
}

func (c *circuit) number(bits int) []cnf.Lit {
	wires := make([]cnf.Lit, bits)
	for i := range wires {
		c.wires++
		wires[i] = cnf.Pos(c.wires)
	}
	return wires
}

// gate adds a gate: a clause for every row of its truth table.
func (c *circuit) gate(value func(in []bool) bool, in ...cnf.Lit) cnf.Lit {
	out := c.number(1)[0]
	for row := range 1 << len(in) {
		values, clause := make([]bool, len(in)), make([]cnf.Lit, len(in), len(in)+1)
		for i, l := range in {
			values[i] = row>>i&1 == 1
			if clause[i] = l; values[i] {
				clause[i] = l.Not()
			}
		}
		if value(values) {
			clause = append(clause, out)
		} else {
			clause = append(clause, out.Not())
		}
		c.f.Add(clause...)
	}
	return out
}
