package script

import "go.starlark.net/syntax"

// What can be told of an expression without running it.

// parenthesised is an expression that can be an argument.
func parenthesised(e syntax.Expr) syntax.Expr {
	start, end := e.Span()
	return &syntax.ParenExpr{Lparen: start, X: e, Rparen: end}
}

// literal is the constant that an expression is, or nil.
func literal(e syntax.Expr) *syntax.Literal {
	switch e := e.(type) {
	case *syntax.Literal:
		return e
	case *syntax.ParenExpr:
		return literal(e.X)
	case *syntax.UnaryExpr:
		if e.Op == syntax.MINUS || e.Op == syntax.PLUS {
			return literal(e.X)
		}
	}
	return nil
}

// isNumber reports whether an expression is a number in the program.
func isNumber(e syntax.Expr) bool {
	l := literal(e)
	return l != nil && (l.Token == syntax.INT || l.Token == syntax.FLOAT)
}

// isFraction reports whether an expression is a number with a fraction in the program: no list can be multiplied by that.
func isFraction(e syntax.Expr) bool {
	l := literal(e)
	return l != nil && l.Token == syntax.FLOAT
}

// isAttribute reports whether an expression is an attribute that is always a number, and a small one.
func isAttribute(e syntax.Expr) bool {
	dot, ok := e.(*syntax.DotExpr)
	return ok && always(dot.Name.Name)
}

// constant reports whether an expression is small and holds nothing that the program has made.
func constant(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Ident:
		return e.Name == "None" || e.Name == "True" || e.Name == "False"
	case *syntax.ListExpr:
		return literals(e.List)
	case *syntax.TupleExpr:
		return literals(e.List)
	case *syntax.ParenExpr:
		return constant(e.X)
	case *syntax.DotExpr:
		return always(e.Name.Name)
	}
	return literal(e) != nil
}

// always reports whether an attribute of this name is a number, whatever it belongs to: no field of p.state can be
// named so, and what messages and parameters hold are numbers.
func always(name string) bool {
	switch name {
	case "rank", "procs", "len", "now", "mean", "total", "working":
		return true
	}
	return false
}

func literals(list []syntax.Expr) bool {
	for _, e := range list {
		if !constant(e) {
			return false
		}
	}
	return true
}
