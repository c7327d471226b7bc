package program

import (
	"math"

	"transat/balance/search"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
)

// problem is a problem as the cluster sees it. It is used by several goroutines.
type problem[E any] struct {
	of   search.Problem[E]
	mode search.Mode
	name string
	root []byte
}

func newProblem[E any](of search.Problem[E], mode search.Mode) (*problem[E], error) {
	s, err := search.NewPieces(of, mode)
	if err != nil {
		return nil, err
	}
	name, err := s.Name()
	if err != nil {
		return nil, err
	}
	root, err := s.Root()
	return &problem[E]{of: of, mode: mode, name: name, root: root.Node}, err
}

// Name implements cluster.Problem.
func (p *problem[E]) Name() string { return p.name }

// Root implements cluster.Problem.
func (p *problem[E]) Root() []byte { return p.root }

// Searcher implements cluster.Problem.
func (p *problem[E]) Searcher() (cluster.NodeSearch, error) {
	s, err := search.NewPieces(p.of, p.mode)
	return pieces[E]{s}, err
}

// Check implements cluster.Problem.
func (p *problem[E]) Check(node []byte) (int64, error) {
	s, err := search.NewPieces(p.of, p.mode)
	if err != nil {
		return 0, err
	}
	return s.Check(node)
}

// node reads a node.
func (p *problem[E]) node(text []byte) (e E, err error) {
	s, err := search.NewPieces(p.of, p.mode)
	if err != nil {
		return e, err
	}
	return s.Node(text)
}

// pieces is the search of a processor.
type pieces[E any] struct{ *search.Pieces[E] }

// Begin implements cluster.NodeSearch.
func (s pieces[E]) Begin(nodes []ledger.Node) error {
	all := make([]search.Piece, len(nodes))
	for i, n := range nodes {
		all[i] = search.Piece{Node: n.Data, Level: min(n.Depth, math.MaxInt32), Share: n.Share}
	}
	return s.Pieces.Begin(all)
}

// Give implements cluster.NodeSearch.
func (s pieces[E]) Give(branch int) ledger.Node { return node(s.Pieces.Give(branch)) }

// Rest implements cluster.NodeSearch.
func (s pieces[E]) Rest() (nodes []ledger.Node) {
	for _, p := range s.Pieces.Rest() {
		nodes = append(nodes, node(p))
	}
	return nodes
}

func node(p search.Piece) ledger.Node {
	return ledger.Node{Data: p.Node, Depth: p.Level, Share: p.Share}
}
