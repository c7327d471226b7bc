package dpll

import (
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// ledger collects what workers tell of pieces.
type ledger struct {
	pieces  []told // by number
	tellers []*teller
}

// told is what was told of a piece.
type told struct {
	entries []entry
	nodes   int64 // visited so far
}

// entry is a step of the proof of a piece, or says that another piece belongs here.
type entry struct {
	step  *solvertest.ProofStep
	piece uint64
	nodes int64 // that had been visited by then
}

// teller is what one worker tells the ledger through.
type teller struct {
	*ledger
	worker *Worker
	piece  uint64
	seen   int64 // nodes of the worker that have been counted
}

func newLedger() *ledger { return &ledger{pieces: make([]told, 1)} }

func (l *ledger) New() uint64 {
	l.pieces = append(l.pieces, told{})
	return uint64(len(l.pieces) - 1)
}

func (t *teller) Begin(piece uint64) error {
	t.count()
	t.piece = piece
	return nil
}

func (t *teller) Include(piece uint64) error { return t.tell(entry{piece: piece}) }

func (t *teller) Add(c []cnf.Lit) error {
	return t.tell(entry{step: &solvertest.ProofStep{Clause: slices.Clone(c)}})
}

func (t *teller) Delete(c []cnf.Lit) error {
	return t.tell(entry{step: &solvertest.ProofStep{Clause: slices.Clone(c), Deletion: true}})
}

func (t *teller) tell(e entry) error {
	for _, worker := range t.tellers { // one that had the piece before has not been counted yet
		worker.count()
	}
	p := &t.pieces[t.piece]
	e.nodes = p.nodes
	p.entries = append(p.entries, e)
	return nil
}

// count adds the nodes that the worker has visited since the last time to the piece under way.
func (t *teller) count() {
	n := t.worker.Stats().Nodes
	t.pieces[t.piece].nodes += n - t.seen
	t.seen = n
}

// proof puts together what belongs to a piece.
func (l *ledger) proof(piece uint64, p *solvertest.ProofList) {
	for _, e := range l.pieces[piece].entries {
		if e.step != nil {
			p.Steps = append(p.Steps, *e.step)
		} else {
			l.proof(e.piece, p)
		}
	}
}

// nodesTo counts the nodes of a piece in depth-first order up to the model, with which the search of another
// piece, or this one, has ended. It reports whether it has come to that.
func (l *ledger) nodesTo(model, piece uint64) (nodes int64, found bool) {
	p, before := l.pieces[piece], int64(0)
	for _, e := range p.entries {
		nodes += e.nodes - before
		before = e.nodes
		if e.step == nil {
			n, found := l.nodesTo(model, e.piece)
			if nodes += n; found {
				return nodes, true
			}
		}
	}
	return nodes + p.nodes - before, piece == model
}
