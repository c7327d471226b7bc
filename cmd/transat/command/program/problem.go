package program

import (
	"context"
	"errors"

	"transat/balance/search"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
)

// problem is a problem as the cluster sees it. It is used by several goroutines.
type problem[E any] struct {
	of   search.Problem[E]
	mode search.Mode
	fold search.FoldingOf[E]
	name string
	root []byte
}

func newProblem[E any](of search.Problem[E], mode search.Mode, fold search.FoldingOf[E]) (*problem[E], error) {
	p := &problem[E]{of: of, mode: mode, fold: fold}
	s, err := p.pieces(cluster.Order{})
	if err != nil {
		return nil, err
	}
	if p.name, err = s.Name(); err != nil {
		return nil, err
	}
	root, err := s.Root()
	p.root = root.Node
	return p, err
}

// pieces makes a search of pieces.
func (p *problem[E]) pieces(o cluster.Order) (*search.Pieces[E], error) {
	return search.NewPieces(p.of, p.mode, search.PiecesOptions[E]{Fold: p.fold, Ordered: o.Ordered, Places: o.Places})
}

// Name implements cluster.Problem.
func (p *problem[E]) Name() string { return p.name }

// Root implements cluster.Problem.
func (p *problem[E]) Root() []byte { return p.root }

// Ends implements cluster.Problem. In its order, a solution ends nothing: an earlier one may be found later.
func (p *problem[E]) Ends(o cluster.Order) bool { return p.mode == search.ModeFind && !o.Ordered }

// Searcher implements cluster.Problem.
func (p *problem[E]) Searcher(o cluster.Order) (cluster.NodeSearch, error) {
	s, err := p.pieces(o)
	return pieces[E]{s}, err
}

// Check implements cluster.Problem.
func (p *problem[E]) Check(o cluster.Order, told ledger.Best) error {
	s, err := p.pieces(o)
	if err != nil {
		return err
	}
	return s.Check(search.Best(told))
}

// CheckSum implements cluster.Problem.
func (p *problem[E]) CheckSum(sum []byte) error {
	if p.fold == nil {
		return errors.New("a sum, and nothing is added up")
	}
	_, err := p.fold.Total([][]byte{sum}, false)
	return err
}

// node reads a node.
func (p *problem[E]) node(text []byte) (e E, err error) {
	s, err := p.pieces(cluster.Order{})
	if err != nil {
		return e, err
	}
	return s.Node(text)
}

// pieces is the search of a processor.
type pieces[E any] struct{ *search.Pieces[E] }

// Begin implements cluster.NodeSearch.
func (s pieces[E]) Begin(nodes []ledger.Node) error { return s.Pieces.Begin(all(nodes)) }

// all are nodes as a search takes them.
func all(nodes []ledger.Node) []search.Piece {
	all := make([]search.Piece, len(nodes))
	for i, n := range nodes {
		all[i] = search.Piece{Node: n.Data, Level: n.Depth, Share: n.Share, Place: n.Place}
	}
	return all
}

// Better implements cluster.NodeSearch.
func (s pieces[E]) Better(known ledger.Best) error { return s.Pieces.Better(search.Best(known)) }

// Best implements cluster.NodeSearch.
func (s pieces[E]) Best() (ledger.Best, bool) {
	best, ok := s.Pieces.Best()
	return ledger.Best(best), ok
}

// Found implements cluster.NodeSearch.
func (s pieces[E]) Found() ledger.Best { return ledger.Best(s.Pieces.Found()) }

// Give implements cluster.NodeSearch.
func (s pieces[E]) Give(branch int) ledger.Node { return node(s.Pieces.Give(branch)) }

// Rest implements cluster.NodeSearch.
func (s pieces[E]) Rest() (nodes []ledger.Node) {
	for _, p := range s.Pieces.Rest() {
		nodes = append(nodes, node(p))
	}
	return nodes
}

// Recount implements cluster.NodeSearch.
func (s pieces[E]) Recount(ctx context.Context, before, after []ledger.Node, r *ledger.Record, known *ledger.Best) error {
	told := search.Account{
		Before: all(before), After: all(after), Nodes: r.Stats.Nodes, Solutions: r.Tree.Solutions, Sum: r.Tree.Sum,
	}
	if known != nil {
		best := search.Best(*known)
		told.Known = &best
	}
	return s.Pieces.Recount(ctx, told)
}

func node(p search.Piece) ledger.Node {
	return ledger.Node{Data: p.Node, Depth: p.Level, Share: p.Share, Place: p.Place}
}
