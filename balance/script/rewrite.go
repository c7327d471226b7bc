package script

import (
	"go.starlark.net/syntax"
)

// Puts the words of guard.go around the operands of operations whose work grows with them:
//
//	x + y            $plus(x, y), unless one of the two is a number in the program
//	x[a:b]           $copied(x)[a:b]
//	x == y           $weighed(x) == y, unless one of the two is a constant
//	d.items()        $copied(d).items()
//
// Positions stay as they are, so that mistakes are found where they were made.

// rewriter rewrites a file.
type rewriter struct{ wrong *Error }

// guarded rewrites a file. The error is about something that a policy may not use.
func guarded(file *syntax.File) error {
	r := &rewriter{}
	r.stmts(file.Stmts)
	if r.wrong != nil {
		return r.wrong
	}
	return nil
}

func (r *rewriter) refuse(pos syntax.Position, msg string) {
	if r.wrong == nil {
		r.wrong = at(pos, msg)
	}
}

func (r *rewriter) stmts(list []syntax.Stmt) {
	for _, s := range list {
		r.stmt(s)
	}
}

func (r *rewriter) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		r.assign(s)
	case *syntax.DefStmt:
		r.params(s.Params)
		r.stmts(s.Body)
	case *syntax.ExprStmt:
		s.X = r.expr(s.X)
	case *syntax.ForStmt:
		s.Vars, s.X = r.target(s.Vars), r.expr(s.X)
		r.stmts(s.Body)
	case *syntax.WhileStmt:
		s.Cond = r.expr(s.Cond)
		r.stmts(s.Body)
	case *syntax.IfStmt:
		s.Cond = r.expr(s.Cond)
		r.stmts(s.True)
		r.stmts(s.False)
	case *syntax.ReturnStmt:
		if s.Result != nil {
			s.Result = r.expr(s.Result)
		}
	}
}

func (r *rewriter) assign(s *syntax.AssignStmt) {
	left, tuple := s.LHS.(*syntax.TupleExpr)
	right, both := s.RHS.(*syntax.TupleExpr)
	s.LHS = r.target(s.LHS)
	if tuple && both && len(left.List) == len(right.List) { // the tuple on the right does not last
		r.each(right.List)
		return
	}
	s.RHS = r.expr(s.RHS)
	switch s.Op {
	case syntax.PLUS_EQ, syntax.PIPE_EQ:
		if !isNumber(s.RHS) {
			s.RHS = call(wordCopied, s.OpPos, s.RHS)
		}
	case syntax.STAR_EQ, syntax.PERCENT_EQ, syntax.LTLT_EQ:
		if isFraction(s.RHS) {
			return
		}
		old := again(s.LHS)
		if old == nil {
			r.refuse(s.OpPos, "the left side is too long for this operator: write x = x * y instead of x *= y")
			return
		}
		word := map[syntax.Token]string{syntax.STAR_EQ: wordTimes, syntax.PERCENT_EQ: wordPercent, syntax.LTLT_EQ: wordShift}[s.Op]
		s.RHS = call(word, s.OpPos, old, s.RHS)
		s.Op = syntax.EQ
	}
}

// again is a copy of an expression that may be evaluated twice, since that has no effect; nil for others.
func again(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Ident:
		return &syntax.Ident{NamePos: e.NamePos, Name: e.Name}
	case *syntax.Literal:
		return e
	case *syntax.DotExpr:
		if x := again(e.X); x != nil {
			return &syntax.DotExpr{X: x, Dot: e.Dot, NamePos: e.NamePos, Name: e.Name}
		}
	case *syntax.IndexExpr:
		if x, y := again(e.X), again(e.Y); x != nil && y != nil {
			return &syntax.IndexExpr{X: x, Lbrack: e.Lbrack, Y: y, Rbrack: e.Rbrack}
		}
	}
	return nil
}

// target rewrites what is assigned to: only what is evaluated in it.
func (r *rewriter) target(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.IndexExpr:
		e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	case *syntax.DotExpr:
		e.X = r.expr(e.X)
		if always(e.Name.Name) {
			r.refuse(e.Dot, "p.state."+e.Name.Name+" would be taken for p."+e.Name.Name+": choose another name")
		}
	case *syntax.ParenExpr:
		e.X = r.target(e.X)
	case *syntax.TupleExpr:
		for i := range e.List {
			e.List[i] = r.target(e.List[i])
		}
	case *syntax.ListExpr:
		for i := range e.List {
			e.List[i] = r.target(e.List[i])
		}
	}
	return e
}

// params rewrites the defaults of parameters.
func (r *rewriter) params(list []syntax.Expr) {
	for _, e := range list {
		if b, ok := e.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
			b.Y = r.expr(b.Y)
		}
	}
}

func (r *rewriter) each(list []syntax.Expr) {
	for i := range list {
		list[i] = r.expr(list[i])
	}
}

func (r *rewriter) optional(e syntax.Expr) syntax.Expr {
	if e == nil {
		return nil
	}
	return r.expr(e)
}

// expr rewrites an expression.
func (r *rewriter) expr(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.BinaryExpr:
		return r.binary(e)
	case *syntax.CallExpr:
		return r.call(e)
	case *syntax.Comprehension:
		r.comprehension(e)
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = r.expr(e.Cond), r.expr(e.True), r.expr(e.False)
	case *syntax.DictEntry:
		e.Key, e.Value = r.expr(e.Key), r.expr(e.Value)
	case *syntax.DictExpr:
		r.each(e.List)
	case *syntax.DotExpr:
		e.X = r.expr(e.X)
	case *syntax.IndexExpr:
		e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	case *syntax.LambdaExpr:
		r.params(e.Params)
		e.Body = r.expr(e.Body)
	case *syntax.ListExpr:
		r.each(e.List)
	case *syntax.ParenExpr:
		e.X = r.expr(e.X)
	case *syntax.SliceExpr:
		e.X = call(wordCopied, e.Lbrack, r.expr(e.X))
		e.Lo, e.Hi, e.Step = r.optional(e.Lo), r.optional(e.Hi), r.optional(e.Step)
	case *syntax.TupleExpr:
		r.each(e.List)
		if !literals(e.List) {
			start, _ := e.Span()
			return call(wordKey, start, parenthesised(e))
		}
	case *syntax.UnaryExpr:
		if e.X != nil {
			e.X = r.expr(e.X)
		}
	}
	return e
}

func (r *rewriter) comprehension(e *syntax.Comprehension) {
	for _, clause := range e.Clauses {
		switch c := clause.(type) {
		case *syntax.ForClause:
			c.Vars, c.X = r.target(c.Vars), r.expr(c.X)
		case *syntax.IfClause:
			c.Cond = r.expr(c.Cond)
		}
	}
	e.Body = r.expr(e.Body)
}

func (r *rewriter) binary(e *syntax.BinaryExpr) syntax.Expr {
	e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	word := ""
	switch e.Op {
	case syntax.PLUS:
		word = wordPlus
	case syntax.PERCENT:
		word = wordPercent
	case syntax.STAR:
		if !isFraction(e.X) && !isFraction(e.Y) {
			return call(wordTimes, e.OpPos, e.X, e.Y)
		}
	case syntax.LTLT:
		return call(wordShift, e.OpPos, e.X, e.Y)
	case syntax.PIPE:
		return call(wordJoin, e.OpPos, e.X, e.Y)
	case syntax.IN, syntax.NOT_IN:
		if !constant(e.Y) {
			e.Y = call(wordSearched, e.OpPos, e.Y)
		}
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		if !constant(e.X) && !constant(e.Y) {
			e.X = call(wordWeighed, e.OpPos, e.X)
		}
	}
	if word == "" || isNumber(e.X) || isNumber(e.Y) {
		return e
	}
	return call(word, e.OpPos, e.X, e.Y)
}

func (r *rewriter) call(e *syntax.CallExpr) syntax.Expr {
	e.Fn = r.expr(e.Fn)
	for i, arg := range e.Args {
		switch a := arg.(type) {
		case *syntax.BinaryExpr:
			if a.Op == syntax.EQ { // a named argument
				a.Y = r.expr(a.Y)
				continue
			}
			e.Args[i] = r.expr(arg)
		case *syntax.UnaryExpr:
			e.Args[i] = r.expr(arg)
			if a.Op == syntax.STAR || a.Op == syntax.STARSTAR {
				a.X = call(wordCopied, a.OpPos, a.X)
			}
		default:
			e.Args[i] = r.expr(arg)
		}
	}
	if dot, ok := e.Fn.(*syntax.DotExpr); ok {
		r.method(e, dot)
	}
	return e
}

// method guards the methods of lists, dictionaries and text.
func (r *rewriter) method(e *syntax.CallExpr, dot *syntax.DotExpr) {
	switch dot.Name.Name {
	case "items", "keys", "values", "insert", "pop":
		dot.X = call(wordCopied, dot.Dot, dot.X)
	case "index", "remove":
		dot.X = call(wordWeighed, dot.Dot, dot.X)
	case "extend", "update":
		for i := range e.Args {
			if b, named := e.Args[i].(*syntax.BinaryExpr); !named || b.Op != syntax.EQ {
				e.Args[i] = call(wordCopied, dot.Dot, e.Args[i])
			}
		}
	case "capitalize", "codepoint_ords", "codepoints", "count", "elem_ords", "elems", "endswith", "find", "format", "isalnum",
		"isalpha", "isdigit", "islower", "isspace", "istitle", "isupper", "join", "lower", "lstrip", "partition", "removeprefix",
		"removesuffix", "replace", "rfind", "rindex", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith",
		"strip", "title", "upper":
		r.refuse(dot.Dot, "a policy has no use for the methods of text: there is no ."+dot.Name.Name)
	}
}

// call is the call of a guard.
func call(word string, pos syntax.Position, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: pos, Name: word}, Lparen: pos, Args: args, Rparen: pos}
}

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
