package worker

import (
	"context"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/conquer"
	"transat/solver/dpll"
)

// cubeEngine splits a formula into cubes, and has clause learning decide them.
type cubeEngine struct {
	nodePiece
	vars   int
	cubes  *conquer.Search
	before conquer.Counts // when the stretch began
}

func newCubeEngine(ctx context.Context, s *Searcher) (*cubeEngine, error) {
	cfg := s.cfg
	opt := conquer.Options{Rule: cfg.Rule, Depth: cfg.Cubes.Depth, Memory: cfg.MaxMemory}
	if cfg.Format != "" {
		s.proof = newProof(cfg)
		opt.Proof = s.proof
	}
	e := &cubeEngine{nodePiece: nodePiece{number: (*marker)(s).New, marks: s.mark}, vars: cfg.Formula.Vars()}
	var err error
	e.cubes, err = conquer.New(ctx, cfg.Formula, opt)
	return e, err
}

// Begin implements engine.
func (e *cubeEngine) Begin(b ledger.Branch) error {
	if err := e.begin(b); err != nil {
		return err
	}
	if !b.Nodes.Cubes {
		return errKind
	}
	nodes := make([]conquer.Node, len(b.Nodes.List))
	for i, n := range b.Nodes.List {
		cube, err := conquer.ReadCube(n.Data, e.vars)
		if err != nil {
			return err
		}
		nodes[i] = conquer.Node{Cube: cube, Share: n.Share}
	}
	return e.cubes.Begin(nodes)
}

// cubeNode is a node as it travels.
func cubeNode(n conquer.Node) ledger.Node {
	return ledger.Node{Data: conquer.AppendCube(nil, n.Cube), Depth: len(n.Cube), Share: n.Share}
}

// Search implements engine.
func (e *cubeEngine) Search(nodes int64) (dpll.Outcome, error) {
	o, err := e.cubes.Search(nodes)
	e.piece.Begun = true
	return outcome(o), err
}

func (e *cubeEngine) Open(dst []int) []int          { return e.cubes.Open(dst) }
func (e *cubeEngine) Give(branch int) ledger.Branch { return e.give(cubeNode(e.cubes.Give(branch))) }
func (e *cubeEngine) Nodes() int64                  { return e.cubes.Counts().Nodes }

// Rest implements engine.
func (e *cubeEngine) Rest() ledger.Branch {
	var left []ledger.Node
	for _, n := range e.cubes.Rest() {
		left = append(left, cubeNode(n))
	}
	return e.rest(left)
}

// Drop implements engine.
func (e *cubeEngine) Drop() {
	e.given = nil
	e.cubes.Drop()
}

// forget is Drop, and forgets what was learned.
func (e *cubeEngine) forget() {
	e.given = nil
	e.cubes.Forget()
}

func (e *cubeEngine) reset() {
	e.nodePiece.reset()
	e.before = e.cubes.Counts()
}

func (e *cubeEngine) count(r *ledger.Record) error {
	if err := e.cubes.Flush(); err != nil {
		return err
	}
	c, b := e.cubes.Counts(), e.before
	r.Stats.Nodes = c.Nodes - b.Nodes
	r.Tree = &ledger.Counts{Shown: conquer.AppendShown(nil, e.cubes.Shown())}
	r.Tree.CubeCounts = ledger.CubeCounts{
		Refuted: c.Refuted - b.Refuted, Cubes: c.Cubes - b.Cubes, Split: c.Split - b.Split, Conflicts: c.Conflicts - b.Conflicts,
	}
	return nil
}

// mostShown is how many literals the nodes that a record shows to be refuted should have, so that it fits into a message.
const mostShown = 1 << 16

func (e *cubeEngine) full() bool     { return e.cubes.Pending() >= mostShown }
func (e *cubeEngine) answer() []byte { return protocol.PackModel(e.cubes.Model()) }
