package script

import "go.starlark.net/syntax"

// Frames. A call makes room for the names of the function and for what its longest expression has at hand, whether or
// not it comes to that: a list of ten thousand constants in a branch that is never taken costs each call 160 kB. So a
// function with a large frame pays for it when it begins.

// freeSlots is the size of the largest frame that costs nothing.
const freeSlots = 64

// slots is about the number of values in the frame of a function, and not less: a statement has at most one value at
// hand for each node of its tree, and a few more.
func slots(params []syntax.Expr, body []syntax.Stmt) int {
	names, most := largest(body)
	return len(params) + names + most + 8
}

// largest counts the names in statements, and the nodes of the largest one.
func largest(body []syntax.Stmt) (names, most int) {
	take := func(n, m int) { names, most = names+n, max(most, m) }
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.IfStmt:
			take(size(s.Cond))
			take(largest(s.True))
			take(largest(s.False))
		case *syntax.WhileStmt:
			take(size(s.Cond))
			take(largest(s.Body))
		case *syntax.ForStmt:
			n, m := size(s.X)
			_, targets := size(s.Vars)
			take(n+targets, m+targets)
			take(largest(s.Body))
		default:
			take(size(s))
		}
	}
	return names, most
}

// size counts the names that a tree may give a value, and its nodes.
func size(tree syntax.Node) (names, nodes int) {
	syntax.Walk(tree, func(n syntax.Node) bool {
		if n != nil {
			nodes++
		}
		switch n := n.(type) {
		case *syntax.AssignStmt:
			names += identifiers(n.LHS)
		case *syntax.ForClause:
			names += identifiers(n.Vars)
		case *syntax.DefStmt:
			names++
		}
		return true
	})
	return names, nodes
}

// identifiers counts those in the left side of an assignment that may be names of variables.
func identifiers(e syntax.Expr) int {
	switch e := e.(type) {
	case *syntax.Ident:
		return 1
	case *syntax.ParenExpr:
		return identifiers(e.X)
	case *syntax.TupleExpr:
		return identifiersOf(e.List)
	case *syntax.ListExpr:
		return identifiersOf(e.List)
	}
	return 0
}

func identifiersOf(list []syntax.Expr) int {
	n := 0
	for _, e := range list {
		n += identifiers(e)
	}
	return n
}
