package worker

import (
	"context"
	"errors"
	"math"

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
	best   func() int64 // the value of the best solution in the ledger, as far as is known

	told                     int64        // of best
	nodes, solutions, pruned int64        // when the stretch began
	found                    *ledger.Best // in this stretch
}

func newNodeEngine(cfg SearchConfig, number func() uint64, marks func([]uint64)) (*nodeEngine, error) {
	search, err := cfg.Problem.Searcher()
	return &nodeEngine{nodePiece: nodePiece{number: number, marks: marks}, search: search, best: cfg.Best}, err
}

// Begin implements engine. What this processor has found before does not count: its record may have got lost.
func (e *nodeEngine) Begin(b ledger.Branch) error {
	if err := e.begin(b); err != nil {
		return err
	}
	e.found, e.told = nil, math.MinInt64
	err := e.search.Begin(b.Nodes.List)
	e.hear()
	return err
}

// hear tells the search of the best solution in the ledger.
func (e *nodeEngine) hear() {
	if best := e.best(); best > e.told {
		e.told = best
		e.search.Better(best)
	}
}

// Search implements engine.
func (e *nodeEngine) Search(nodes int64) (dpll.Outcome, error) {
	e.hear()
	o, err := e.search.Search(nodes)
	e.piece.Begun = true
	if value, node, ok := e.search.Best(); ok {
		e.found = &ledger.Best{Value: value, Node: node}
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
	e.found = nil
	e.nodes = e.search.Nodes()
	e.solutions, e.pruned = e.search.Counts()
}

func (e *nodeEngine) count(r *ledger.Record) error {
	solutions, pruned := e.search.Counts()
	r.Stats.Nodes = e.search.Nodes() - e.nodes
	r.Tree = &ledger.Counts{Solutions: solutions - e.solutions, Pruned: pruned - e.pruned, Best: e.found}
	return nil
}

// full implements engine: the others should hear of a better solution soon.
func (e *nodeEngine) full() bool { return e.found != nil }

func (e *nodeEngine) answer() []byte { return e.search.Rest()[0].Data }
