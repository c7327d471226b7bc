package coordinator

import (
	"bytes"
	"errors"
	"io"
	"maps"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/conquer"
)

// In a tree of cubes, the lemmas of records are streams: see ledger/cubes.go.

// stream is a stream of lemmas that is checked. Its checker is made when the first record is.
type stream struct {
	worker  string
	proc    int
	checker *conquer.Stream
}

// get returns the checker. Only one verifier has the stream at a time.
func (s *stream) get(f *cnf.Formula) *conquer.Stream {
	if s.checker == nil {
		s.checker = conquer.NewStream(f)
	}
	return s.checker
}

// streams have each stream under the last record that was checked of it.
type streams map[ledger.Hash]*stream

// stream returns the stream that a record goes on with, or a new one; nil if there is none such.
func (c *coordinator) stream(a protocol.Ask, r *ledger.Record) *stream {
	if r.Stream == (ledger.Hash{}) {
		maps.DeleteFunc(c.streams, func(_ ledger.Hash, s *stream) bool { return s.worker == a.Worker && s.proc == a.Number })
		return &stream{worker: a.Worker, proc: a.Number}
	}
	if s := c.streams[r.Stream]; s != nil && s.worker == a.Worker {
		return s
	}
	return nil
}

// move notes that a record of a stream is being checked: no other record can go on with it before.
func (s streams) move(after ledger.Hash, j *job) {
	if j.stream != nil {
		delete(s, after)
	}
}

// settle notes that a record was checked and is right.
func (s streams) settle(j *job) {
	if j.stream != nil {
		s[j.hash] = j.stream
	}
}

// gone forgets the streams of a worker.
func (s streams) gone(worker string) {
	maps.DeleteFunc(s, func(_ ledger.Hash, one *stream) bool { return one.worker == worker })
}

// cubeProof writes the proof of a tree of cubes: the lemmas of all records, and then the nodes, the deepest first.
func (c *coordinator) cubeProof(open *reader, w io.Writer) error {
	format := dimacs.ProofFormat(c.cfg.Head.Proof)
	steps := dimacs.NewDRATWriter(w, format)
	derived, err := conquer.Derived(open.ctx, c.cfg.Formula, c.cfg.Head.Rule)
	if err != nil {
		return err
	}
	add := func(clauses [][]cnf.Lit) error {
		for _, clause := range clauses {
			if err := steps.Add(clause); err != nil {
				return err
			}
		}
		return nil
	}
	if err := add(derived); err != nil {
		return err
	}
	var nodes [][]cnf.Lit
	for hash, r := range c.books.Records() {
		if err := open.lemmas(hash, r, format, steps); err != nil {
			return err
		}
		err := conquer.ReadShown(r.Tree.Shown, c.cfg.Formula.Vars(), func(n conquer.Shown) error {
			if n.Split {
				nodes = append(nodes, conquer.Clause(n.Cube))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	conquer.Deepest(nodes)
	return errors.Join(add(nodes), steps.Flush())
}

// lemmas writes the lemmas of a record.
func (r *reader) lemmas(hash ledger.Hash, record *ledger.Record, format dimacs.ProofFormat, steps *dimacs.DRATWriter) error {
	var text bytes.Buffer
	whole := ledger.Step{Hash: hash, Record: record}
	for _, p := range record.Parts {
		whole.To += p.Bytes
	}
	if err := r.copy(whole, &text); err != nil {
		return err
	}
	lemmas, err := dimacs.NewProofReader("a part of the proof", &text, dimacs.ProofOptions{Format: format})
	for err == nil {
		var step dimacs.ProofStep
		if step, err = lemmas.Next(); err == nil && !step.Deletion {
			err = steps.Add(step.Clause)
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
