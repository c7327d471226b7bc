package coordinator

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/conquer"
	"transat/solver/dpll"
)

// In a tree of cubes, the lemmas of records are streams: see ledger/cubes.go.

// split returns the root of a tree of cubes: that of the formula, the given cubes, or everything, which divide divides.
func (c *coordinator) split(ctx context.Context) (*ledger.Nodes, error) {
	cubes := c.cfg.Head.Cubes
	if err := cubes.Simplify(ctx, c.cfg.Formula, c.cfg.Head.Verify); err != nil {
		return nil, err
	}
	c.given = cubes.Given(c.cfg.Formula)
	tree := c.given.Listed()
	root := ledger.Node{Data: tree.Append(nil, tree.Root()), Share: 1}
	if cubes.List != nil {
		list, err := protocol.PackFormula(listFormula(cubes, c.cfg.Formula.Vars()))
		if err != nil {
			return nil, err
		}
		c.chunks = append(c.chunks, list...)
	}
	if cubes.Rest {
		c.given.Rest() // before verifiers ask for it, each on its goroutine
		root.Data = conquer.Everything()
	}
	return &ledger.Nodes{List: []ledger.Node{root}, Cubes: true}, nil
}

// listed returns how many cubes are given.
func (c *coordinator) listed() int {
	if c.given == nil {
		return 0
	}
	return len(c.given.List)
}

// givenCounts are how many given cubes were refuted after that many records.
type givenCounts struct {
	records int64
	refuted int
}

// refuted returns how many of the given cubes are refuted: nothing below them is open.
func (c *coordinator) refuted() int {
	if t := c.books.Totals(); c.listed() > 0 && c.counts.records != t.Records {
		c.counts = givenCounts{t.Records, c.given.Closed(c.books.OpenNodes())}
	}
	return c.counts.refuted
}

// restPiece is the number of the piece of what the given cubes leave out.
const restPiece = 1

// divide takes the first record of a run in which what the given cubes leave out is open: it makes a piece of that. It need not be stored,
// since it is always the same.
func (c *coordinator) divide() error {
	if c.given == nil || !c.cfg.Head.Cubes.Rest {
		return nil
	}
	share := 1 / float64(len(c.given.List)+1)
	list, rest := c.given.Listed(), c.given.Rest()
	hash, data, err := (&ledger.Record{
		After: ledger.Sum(c.head), Stats: dpll.Stats{Nodes: 1}, Tree: &ledger.Counts{},
		Given: []ledger.Branch{{Nodes: &ledger.Nodes{
			Number: restPiece, Base: rest.Base, Cubes: true,
			List: []ledger.Node{{Data: rest.Append(nil, rest.Root()), Depth: rest.Base, Share: share}},
		}}},
		Rest: &ledger.Branch{Nodes: &ledger.Nodes{
			Begun: true, Given: []uint64{restPiece}, Cubes: true,
			List: []ledger.Node{{Data: list.Append(nil, list.Root()), Share: 1 - share}},
		}},
	}).Encode()
	if err != nil {
		return err
	}
	_, record, err := ledger.Decode(data)
	if err != nil {
		return err
	}
	c.divided = 1
	return c.books.Apply(hash, record)
}

// stream is a stream of lemmas that is checked. Its checker is made when the first record is.
type stream struct {
	worker  string
	proc    int
	rest    bool // they are lemmas of what the given cubes leave out, and no others may rest on them
	checker *conquer.Stream
}

// get returns the checker. Only one verifier has the stream at a time.
func (s *stream) get(g *conquer.Given) *conquer.Stream {
	if s.checker == nil {
		tree := g.Listed()
		if s.rest {
			tree = g.Rest()
		}
		s.checker = conquer.NewStream(tree.Formula)
	}
	return s.checker
}

// streams have each stream under the last record that was checked of it.
type streams map[ledger.Hash]*stream

// stream returns the stream that a record of a piece in a state goes on with, or a new one; nil if there is none such.
func (c *coordinator) stream(a protocol.Ask, r *ledger.Record, state ledger.Branch) *stream {
	if c.given == nil {
		return nil
	}
	rest := c.given.OfRest(state.Nodes.List[0].Data)
	if r.Stream == (ledger.Hash{}) {
		maps.DeleteFunc(c.streams, func(_ ledger.Hash, s *stream) bool { return s.worker == a.Worker && s.proc == a.Number })
		return &stream{worker: a.Worker, proc: a.Number, rest: rest}
	}
	if s := c.streams[r.Stream]; s != nil && s.worker == a.Worker && s.rest == rest {
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

// cubeProof writes the proof of a tree of cubes: the lemmas of simplifying and of all records, and then the nodes; behind them those of
// what given cubes leave out, since they rest on the cubes being refuted. It returns how many lemmas it has.
func (c *coordinator) cubeProof(open *reader, w io.Writer) (lemmas int64, err error) {
	steps := &countedSteps{DRATWriter: dimacs.NewDRATWriter(w, dimacs.ProofFormat(c.cfg.Head.Proof))}
	if c.given.Simplified() { // it does the same again
		again := &conquer.Given{Formula: c.cfg.Formula, List: c.given.List}
		if err := again.Simplify(open.ctx, steps, nil); err != nil {
			return 0, err
		}
	}
	err = c.treeProof(open, steps, c.given.Listed(), false)
	switch {
	case err != nil:
		return 0, err
	case c.cfg.Head.Cubes.Rest:
		err = c.treeProof(open, steps, c.given.Rest(), true)
	case c.given.List != nil && c.cfg.Covered == nil:
		err = errNotCovered
	case c.given.List != nil:
		err = c.cfg.Covered(open.ctx, steps)
	}
	return steps.lemmas, errors.Join(err, steps.Flush())
}

// countedSteps is a proof whose lemmas are counted.
type countedSteps struct {
	*dimacs.DRATWriter
	lemmas int64
}

// Add implements cnf.ProofWriter.
func (c *countedSteps) Add(lemma []cnf.Lit) error {
	c.lemmas++
	return c.DRATWriter.Add(lemma)
}

var errNotCovered = errors.New("internal error: there is no refutation of what the cubes leave out")

// treeProof writes the proof of one tree.
func (c *coordinator) treeProof(open *reader, steps *countedSteps, tree conquer.Tree, rest bool) error {
	head := c.cfg.Head
	clauses, err := conquer.Derived(open.ctx, tree, head.Cubes.Splitting(head.Rule))
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
	if err := add(clauses); err != nil {
		return err
	}
	var nodes []conquer.Shown
	resting := map[uint64]bool{restPiece: head.Cubes.Rest} // pieces of what the given cubes leave out
	for hash, r := range c.books.Records() {
		for _, g := range r.Given {
			resting[g.Piece()] = resting[r.Piece] || g.Piece() == restPiece && head.Cubes.Rest
		}
		if resting[r.Piece] != rest {
			continue
		}
		if err := open.lemmas(hash, r, dimacs.ProofFormat(head.Proof), steps); err != nil {
			return err
		}
		err := conquer.ReadShown(r.Tree.Shown, c.cfg.Formula.Vars(), func(n conquer.Shown) error {
			if n.By != conquer.Leaf {
				nodes = append(nodes, conquer.Shown{By: n.By, Cube: slices.Clone(n.Cube)})
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return add(conquer.TreeClauses(nodes))
}

// lemmas writes the lemmas of a record.
func (r *reader) lemmas(hash ledger.Hash, record *ledger.Record, format dimacs.ProofFormat, steps *countedSteps) error {
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
		switch step, err = lemmas.Next(); {
		case err != nil:
		case step.Deletion: // of what the same stream has learned
			err = steps.Delete(step.Clause)
		default:
			err = steps.Add(step.Clause)
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
