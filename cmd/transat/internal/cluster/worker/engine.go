package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"transat/balance/cores"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/dpll"
)

// engine is what searches for a Searcher: a dpll.Worker, or the search of another tree.
type engine interface {
	Begin(b ledger.Branch) error
	Search(nodes int64) (dpll.Outcome, error)
	Open(dst []int) []int
	Give(branch int) ledger.Branch
	Rest() ledger.Branch
	Drop()
	Nodes() int64

	reset()                     // a stretch begins
	count(*ledger.Record) error // adds to its record what was done since
	full() bool                 // the record should be made now
	answer() []byte             // after Found: what the coordinator is told
}

// formulaEngine searches the tree of a formula.
type formulaEngine struct {
	worker *dpll.Worker
	before dpll.Stats // when the stretch began
}

func newFormulaEngine(ctx context.Context, cfg SearchConfig, opt dpll.WorkerOptions) (*formulaEngine, error) {
	worker, err := dpll.NewWorker(ctx, cfg.Formula, opt)
	return &formulaEngine{worker: worker}, err
}

func (e *formulaEngine) Search(nodes int64) (dpll.Outcome, error) { return e.worker.Search(nodes) }
func (e *formulaEngine) Open(dst []int) []int                     { return e.worker.Open(dst) }
func (e *formulaEngine) Give(i int) ledger.Branch                 { return ledger.Branch{Branch: e.worker.Give(i)} }

func (e *formulaEngine) Rest() ledger.Branch { return ledger.Branch{Branch: e.worker.Rest()} }
func (e *formulaEngine) Drop()               { e.worker.Drop() }
func (e *formulaEngine) Nodes() int64        { return e.worker.Stats().Nodes }

func (e *formulaEngine) reset() { e.before = e.worker.Stats() }
func (e *formulaEngine) count(r *ledger.Record) error {
	r.Stats = less(e.worker.Stats(), e.before)
	return nil
}
func (e *formulaEngine) full() bool     { return false }
func (e *formulaEngine) answer() []byte { return protocol.PackModel(e.worker.Model()) }

// Begin implements engine.
func (e *formulaEngine) Begin(b ledger.Branch) error {
	if b.Nodes != nil {
		return errKind
	}
	return e.worker.Begin(b.Branch)
}

var errKind = errors.New("a piece of another kind of tree")

// nodePiece is the piece of an engine whose pieces are lists of nodes.
type nodePiece struct {
	number func() uint64
	marks  func(given []uint64)

	piece ledger.Nodes // number, base, kind and whether it has begun
	given []uint64     // in this stretch
}

// begin takes up a piece.
func (p *nodePiece) begin(b ledger.Branch) error {
	if b.Nodes == nil {
		return errKind
	}
	p.piece = ledger.Nodes{Number: b.Nodes.Number, Base: b.Nodes.Base, Begun: b.Nodes.Begun, Cubes: b.Nodes.Cubes}
	p.marks(b.Nodes.Given)
	return nil
}

// give makes a piece of a node.
func (p *nodePiece) give(n ledger.Node) ledger.Branch {
	number := p.number()
	p.given = append(p.given, number)
	return ledger.Branch{Nodes: &ledger.Nodes{Number: number, Base: n.Depth, List: []ledger.Node{n}, Cubes: p.piece.Cubes}}
}

// rest is the piece with what is left of it.
func (p *nodePiece) rest(left []ledger.Node) ledger.Branch {
	rest := p.piece
	rest.List, rest.Given = left, p.given
	return ledger.Branch{Nodes: &rest}
}

// reset begins a stretch.
func (p *nodePiece) reset() {
	p.marks(p.given)
	p.given = nil
}

// outcome is that of a search of cores.
func outcome(o cores.Outcome) dpll.Outcome {
	switch o {
	case cores.Closed:
		return dpll.Closed
	case cores.Found:
		return dpll.Found
	default:
		return dpll.Running
	}
}

// nodeEngine searches a tree of nodes.
type nodeEngine struct {
	nodePiece
	search cluster.NodeSearch
	best   func() *ledger.Best // the best solution in the ledger, as far as is known

	told                     *ledger.Best // of best
	nodes, solutions, pruned int64        // when the stretch began
	found                    *ledger.Best // in this stretch
	weigh                    int64        // nodes of the stretch after which its sum is written, to see how large it is
	large                    bool         // the sum is
}

const (
	firstWeighed = 1 << 10
	largeSum     = 128 << 10 // bytes of a sum with which a stretch ends
	mostSum      = 768 << 10 // that fit into a message
)

func newNodeEngine(cfg SearchConfig, number func() uint64, marks func([]uint64)) (*nodeEngine, error) {
	search, err := cfg.Problem.Searcher(cluster.Order{Ordered: cfg.Ordered, Places: cfg.Verified})
	return &nodeEngine{nodePiece: nodePiece{number: number, marks: marks}, search: search, best: cfg.Best}, err
}

// Begin implements engine. What this processor has found before does not count: its record may have got lost.
func (e *nodeEngine) Begin(b ledger.Branch) error {
	if err := e.begin(b); err != nil {
		return err
	}
	e.found, e.told = nil, nil
	if err := e.search.Begin(b.Nodes.List); err != nil {
		return err
	}
	return e.hear()
}

// hear tells the search of the best solution in the ledger.
func (e *nodeEngine) hear() error {
	if best := e.best(); best != nil && best.Above(e.told) {
		e.told = best
		return e.search.Better(*best)
	}
	return nil
}

// Search implements engine.
func (e *nodeEngine) Search(nodes int64) (dpll.Outcome, error) {
	if err := e.hear(); err != nil {
		return dpll.Running, err
	}
	o, err := e.search.Search(nodes)
	e.piece.Begun = true
	if best, ok := e.search.Best(); ok {
		e.found = &best
	}
	if err == nil && e.search.Nodes()-e.nodes >= e.weigh {
		var sum []byte
		sum, err = e.search.Sum()
		e.large = len(sum) >= largeSum
		e.weigh *= 2
	}
	return outcome(o), err
}

func (e *nodeEngine) Open(dst []int) []int { return e.search.Open(dst) }
func (e *nodeEngine) Drop() {
	e.given = nil
	e.search.Drop()
}

// Nodes implements engine.
func (e *nodeEngine) Nodes() int64 { return e.search.Nodes() }

func (e *nodeEngine) Give(branch int) ledger.Branch { return e.give(e.search.Give(branch)) }
func (e *nodeEngine) Rest() ledger.Branch           { return e.rest(e.search.Rest()) }

func (e *nodeEngine) reset() {
	e.nodePiece.reset()
	e.found, e.weigh, e.large = nil, firstWeighed, false
	e.search.ForgetSum()
	e.nodes = e.search.Nodes()
	e.solutions, e.pruned = e.search.Counts()
}

func (e *nodeEngine) count(r *ledger.Record) error {
	solutions, pruned := e.search.Counts()
	sum, err := e.search.Sum()
	switch {
	case err != nil:
		return err
	case len(sum) > mostSum:
		return fmt.Errorf("what %d nodes add up to takes %d bytes, and must fit into a message: at most %d", e.search.Nodes()-e.nodes,
			len(sum), mostSum)
	}
	r.Stats.Nodes = e.search.Nodes() - e.nodes
	r.Tree = &ledger.Counts{Solutions: solutions - e.solutions, Pruned: pruned - e.pruned, Best: e.found, Sum: sum}
	return nil
}

// full implements engine: the others should hear of a better solution soon.
func (e *nodeEngine) full() bool { return e.found != nil || e.large }

func (e *nodeEngine) answer() []byte {
	data, _ := json.Marshal(e.search.Found()) // bytes and a number
	return data
}
