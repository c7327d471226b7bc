package worker

import (
	"context"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/conquer"
	"transat/solver/dpll"
)

// cubeEngine splits a formula into cubes, and has clause learning decide them, or another program. Of a formula with given cubes there are
// two trees; it has a search of one of them at a time.
type cubeEngine struct {
	nodePiece
	ctx    context.Context
	cfg    SearchConfig
	proof  *proof // nil without a proof
	trees  *conquer.Given
	tree   conquer.Tree
	left   bool            // it is that of what the given cubes leave out
	cubes  *conquer.Search // of that; nil before the first piece
	sum    conquer.Counts  // of the searches before that
	before conquer.Counts  // when the stretch began

	made, began time.Time // the engine and the stretch
}

func newCubeEngine(ctx context.Context, s *Searcher) (*cubeEngine, error) {
	if s.cfg.Format != "" {
		s.proof = newProof(s.cfg)
	}
	if err := s.cfg.Cubes.Simplify(ctx, s.cfg.Formula, false); err != nil {
		return nil, err
	}
	e := &cubeEngine{
		nodePiece: nodePiece{number: (*marker)(s).New, marks: s.mark},
		made:      time.Now(), ctx: ctx, cfg: s.cfg, proof: s.proof, trees: s.cfg.Cubes.Given(s.cfg.Formula),
	}
	return e, e.load(e.trees.Listed())
}

// load begins with a tree.
func (e *cubeEngine) load(t conquer.Tree) (err error) {
	c := e.cfg.Conqueror
	opt := conquer.Options{
		Splitting: e.cfg.Cubes.Splitting(e.cfg.Rule), Depth: e.cfg.Cubes.Depth, Memory: e.cfg.MaxMemory,
		Conqueror: c.Command, Time: c.Time, Warn: c.Warn,
	}
	if e.proof != nil {
		opt.Proof = e.proof
	}
	if !e.left && c.Command == "" { // what is learned of the other tree holds only there
		opt.Exchange = e.cfg.Exchange
	}
	e.tree = t
	e.cubes, err = conquer.New(e.ctx, t, opt)
	return err
}

// kind reports whether a piece belongs to what the given cubes leave out.
func (e *cubeEngine) kind(b ledger.Branch) (rest bool, err error) {
	if b.Nodes == nil || !b.Nodes.Cubes {
		return false, errKind
	}
	return e.trees.OfRest(b.Nodes.List[0].Data), nil
}

// turn turns to the other tree: nothing that was learned stays.
func (e *cubeEngine) turn() error {
	e.forget()
	e.sum = e.counts()
	if e.left = !e.left; e.left {
		return e.load(e.trees.Rest())
	}
	return e.load(e.trees.Listed())
}

// counts returns what was counted by all searches.
func (e *cubeEngine) counts() conquer.Counts {
	c, d := e.sum, e.cubes.Counts()
	c.Nodes += d.Nodes
	c.Refuted += d.Refuted
	c.Cubes += d.Cubes
	c.Split += d.Split
	c.Conflicts += d.Conflicts
	c.Outside += d.Outside
	c.Trusted += d.Trusted
	c.Taken += d.Taken
	return c
}

// Begin implements engine.
func (e *cubeEngine) Begin(b ledger.Branch) error {
	if err := e.begin(b); err != nil {
		return err
	}
	nodes := make([]conquer.Node, len(b.Nodes.List))
	for i, n := range b.Nodes.List {
		node, err := e.tree.Read(n.Data, n.Depth)
		if err != nil {
			return err
		}
		node.Share = n.Share
		nodes[i] = node
	}
	return e.cubes.Begin(nodes)
}

// node is a node as it travels.
func (e *cubeEngine) node(n conquer.Node) ledger.Node {
	return ledger.Node{Data: e.tree.Append(nil, n), Depth: e.tree.Depth(n), Share: n.Share}
}

// Search implements engine.
func (e *cubeEngine) Search(nodes int64) (dpll.Outcome, error) {
	o, err := e.cubes.Search(nodes)
	e.piece.Begun = true
	return outcome(o), err
}

func (e *cubeEngine) Open(dst []int) []int          { return e.cubes.Open(dst) }
func (e *cubeEngine) Give(branch int) ledger.Branch { return e.give(e.node(e.cubes.Give(branch))) }
func (e *cubeEngine) Nodes() int64                  { return e.counts().Nodes }

// Rest implements engine.
func (e *cubeEngine) Rest() ledger.Branch {
	var left []ledger.Node
	for _, n := range e.cubes.Rest() {
		left = append(left, e.node(n))
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
	e.before, e.began = e.counts(), time.Now()
}

func (e *cubeEngine) count(r *ledger.Record) error {
	x := e.exchange()
	if x != nil { // before Flush, so that their steps belong to the stretch, or to one before
		r.Shared = conquer.AppendLemmas(nil, x.Given(), ledger.MostShared)
	}
	if err := e.cubes.Flush(); err != nil {
		return err
	}
	if x != nil && e.proof != nil { // behind Flush: what was taken till then is told
		for _, source := range x.Rests() {
			r.Rests = append(r.Rests, source)
		}
	}
	c, b := e.counts(), e.before
	r.Stats.Nodes = c.Nodes - b.Nodes
	r.Tree = &ledger.Counts{Shown: conquer.AppendShown(nil, e.cubes.Shown())}
	r.Tree.CubeCounts = ledger.CubeCounts{
		Refuted: c.Refuted - b.Refuted, Cubes: c.Cubes - b.Cubes, Split: c.Split - b.Split, Conflicts: c.Conflicts - b.Conflicts,
		Outside: c.Outside - b.Outside, Trusted: c.Trusted - b.Trusted, Taken: c.Taken - b.Taken,
	}
	return nil
}

// mostShown is how many literals the nodes that a record shows to be refuted should have, so that it fits into a message.
const mostShown = 1 << 16

func (e *cubeEngine) full() bool {
	return e.cubes.Pending() >= mostShown || e.exchange() != nil && e.cfg.Exchange.Gives() && e.due()
}
func (e *cubeEngine) answer() []byte { return protocol.PackModel(e.trees.Model(e.cubes.Model())) }
