// Package conquer searches pieces of a cube-and-conquer tree: for a search of one formula that several computers share, or that is
// stopped and goes on later.
//
// # The idea
//
// A splitter, such as the branching rule of Davis-Putnam search, splits a formula near the root. A node that is hard enough to be worth it
// is a cube, which clause learning or another program decides (solver/internal/cube says which node that is: its Course). The cubes may
// also be given: see given.go. A piece is a list of nodes that are to be refuted:
//
//	tree := conquer.Tree{Formula: formula}
//	s, err := conquer.New(ctx, tree, conquer.Options{Splitting: conquer.Splitting{Rule: "weights"}})
//	err = s.Begin([]conquer.Node{tree.Root()})
//	for outcome == cores.Running {
//		outcome, err = s.Search(100)
//		given := s.Give(0) // a branch for another search, if s.Open has one
//	}
//
// While clause learning is at work on a cube, Search returns [cores.Running] every few milliseconds. So a lease can be kept, a branch
// given away and the search left at any time; [Search.Rest] then has the cube under way, too.
//
// # Proofs
//
// A search writes two things. The lemmas of its clause learning go to Options.Proof. Each follows by propagation from the formula and
// from earlier lemmas of the same search, whatever cube it was learned under, so what is learned is kept from cube to cube. They are a
// stream: a lemma must not be used without those before it, and without those that the search has taken from others ([Exchange]). The
// second thing are the nodes that are refuted ([Search.Shown]): cubes, each with its clause at the end of its lemmas, and nodes of the
// tree, each refuted by propagation if its children are. Look-ahead adds literals that hold at a node. So a proof is
//
//	the clauses of the branching rule  ·  the lemmas of every stream, in its order
//	·  the literals that hold, those of the highest nodes first  ·  the nodes of the tree, the deepest first
//
// A [TreeChecker] checks a search that it does not trust, stretch by stretch: a [Stream] the lemmas, and
// [TreeChecker.Check] that what was open before a stretch is refuted if what is open afterwards is.
//
// Start reading at [Search.Search] in search.go; leaf.go is the clause learning beside it. Left out: who has which piece, and where
// proofs are kept.
//
// Source: M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads", 2011.
package conquer
