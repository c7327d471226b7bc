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

	reset()               // a stretch begins
	count(*ledger.Record) // adds to its record what was done since
	full() bool           // the record should be made now
	answer() []byte       // after Found: what the coordinator is told
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

func (e *formulaEngine) reset()                 { e.before = e.worker.Stats() }
func (e *formulaEngine) count(r *ledger.Record) { r.Stats = less(e.worker.Stats(), e.before) }
func (e *formulaEngine) full() bool             { return false }
func (e *formulaEngine) answer() []byte         { return protocol.PackModel(e.worker.Model()) }

// Begin implements engine.
func (e *formulaEngine) Begin(b ledger.Branch) error {
	if b.Nodes != nil {
		return errKind
	}
	return e.worker.Begin(b.Branch)
}

var errKind = errors.New("a piece of another kind of tree")

// nodeEngine searches a tree of nodes.
type nodeEngine struct {
	search cluster.NodeSearch
	best   func() int64 // the value of the best solution in the ledger, as far as is known
	number func() uint64
	marks  func(given []uint64)

	piece                    ledger.Nodes // number, base and whether it has begun
	told                     int64        // of best
	given                    []uint64     // in this stretch
	nodes, solutions, pruned int64        // when the stretch began
	found                    *ledger.Best // in this stretch
}

func newNodeEngine(cfg SearchConfig, number func() uint64, marks func([]uint64)) (*nodeEngine, error) {
	search, err := cfg.Problem.Searcher()
	return &nodeEngine{search: search, best: cfg.Best, number: number, marks: marks}, err
}

// Begin implements engine. What this processor has found before does not count: its record may have got lost.
func (e *nodeEngine) Begin(b ledger.Branch) error {
	if b.Nodes == nil {
		return errKind
	}
	e.found, e.told = nil, math.MinInt64
	e.piece = ledger.Nodes{Number: b.Nodes.Number, Base: b.Nodes.Base, Begun: b.Nodes.Begun}
	e.marks(b.Nodes.Given)
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
	outcome, err := e.search.Search(nodes)
	e.piece.Begun = true
	if value, node, ok := e.search.Best(); ok {
		e.found = &ledger.Best{Value: value, Node: node}
	}
	switch outcome {
	case cores.Closed:
		return dpll.Closed, err
	case cores.Found:
		return dpll.Found, err
	default:
		return dpll.Running, err
	}
}

func (e *nodeEngine) Open(dst []int) []int { return e.search.Open(dst) }
func (e *nodeEngine) Drop() {
	e.given = nil
	e.search.Drop()
}

// Nodes implements engine.
func (e *nodeEngine) Nodes() int64 { return e.search.Nodes() }

// Give implements engine.
func (e *nodeEngine) Give(branch int) ledger.Branch {
	n := e.search.Give(branch)
	number := e.number()
	e.given = append(e.given, number)
	return ledger.Branch{Nodes: &ledger.Nodes{Number: number, Base: n.Depth, List: []ledger.Node{n}}}
}

// Rest implements engine.
func (e *nodeEngine) Rest() ledger.Branch {
	rest := e.piece
	rest.List, rest.Given = e.search.Rest(), e.given
	return ledger.Branch{Nodes: &rest}
}

func (e *nodeEngine) reset() {
	e.marks(e.given)
	e.given, e.found = nil, nil
	e.nodes = e.search.Nodes()
	e.solutions, e.pruned = e.search.Counts()
}

func (e *nodeEngine) count(r *ledger.Record) {
	solutions, pruned := e.search.Counts()
	r.Stats.Nodes = e.search.Nodes() - e.nodes
	r.Tree = &ledger.Counts{Solutions: solutions - e.solutions, Pruned: pruned - e.pruned, Best: e.found}
}

// full implements engine: the others should hear of a better solution soon.
func (e *nodeEngine) full() bool { return e.found != nil }

func (e *nodeEngine) answer() []byte { return e.search.Rest()[0].Data }
