package protocol

import (
	"bytes"
	"fmt"

	"github.com/klauspost/compress/s2"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/dimacs"
	"transat/solver/cnf"
)

// PackModel returns a model as it travels: a bit for each variable.
func PackModel(m cnf.Model) []byte {
	data := make([]byte, (len(m)+7)/8)
	for v, value := range m {
		if value {
			data[v/8] |= 1 << (v % 8)
		}
	}
	return data
}

// UnpackModel is the inverse of PackModel for a formula with that many variables.
func UnpackModel(data []byte, vars int) (cnf.Model, error) {
	m := make(cnf.Model, vars+1)
	if want := (len(m) + 7) / 8; len(data) != want {
		return nil, fmt.Errorf("a model of %d bytes, want %d for %d variables", len(data), want, vars)
	}
	for v := 1; v < len(m); v++ {
		m[v] = data[v/8]>>(v%8)&1 == 1
	}
	return m, nil
}

// PackFormula returns a formula as chunks that fit into messages.
func PackFormula(f *cnf.Formula) ([][]byte, error) {
	var text bytes.Buffer
	if err := dimacs.Write(&text, f); err != nil {
		return nil, err
	}
	packed := s2.EncodeBetter(nil, text.Bytes())
	var chunks [][]byte
	for len(packed) > 0 {
		n := min(len(packed), ledger.MostBytes)
		chunks = append(chunks, packed[:n:n])
		packed = packed[n:]
	}
	return chunks, nil
}

// UnpackFormula is the inverse of PackFormula. It makes sure that the formula is the one whose hash is given.
func UnpackFormula(chunks [][]byte, hash ledger.Hash) (*cnf.Formula, error) {
	text, err := s2.Decode(nil, bytes.Join(chunks, nil))
	if err != nil {
		return nil, fmt.Errorf("the formula of the run is damaged: %w", err)
	}
	f, err := dimacs.Read(bytes.NewReader(text), dimacs.Options{Name: "the formula of the run"})
	if err != nil {
		return nil, err
	}
	if f.Hash() != hash {
		return nil, fmt.Errorf("the formula of the run is damaged: its hash is %x, want %v", f.Hash(), hash)
	}
	return f, nil
}

// UnpackCubes unpacks cubes of a formula with that many variables, which were packed as the clauses of another one.
func UnpackCubes(chunks [][]byte, hash ledger.Hash, vars int) ([][]cnf.Lit, error) {
	f, err := UnpackFormula(chunks, hash)
	if err != nil {
		return nil, err
	}
	if f.Vars() != vars || f.Len() == 0 {
		return nil, fmt.Errorf("the cubes of the run are damaged: %d cubes with %d variables, want some with %d", f.Len(), f.Vars(), vars)
	}
	all := make([][]cnf.Lit, f.Len())
	for i := range all {
		all[i] = f.Clause(i)
	}
	return all, nil
}
