package script

import (
	"math/big"
	"strconv"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Expressions. What stands for what is at the top of rewrite.go.

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
		return r.comprehension(e)
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = r.expr(e.Cond), r.expr(e.True), r.expr(e.False)
	case *syntax.DictExpr:
		return r.dict(e)
	case *syntax.DotExpr:
		e.X = r.expr(e.X)
		if r.guarded[e.Name.Name] {
			e.X = r.look(wordOwner, e.Dot, e.X)
		}
	case *syntax.IndexExpr:
		e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	case *syntax.LambdaExpr:
		r.params(e.Lambda, e.Params)
		e.Body = r.expr(e.Body)
		if n := slots(e.Params, []syntax.Stmt{&syntax.ExprStmt{X: e.Body}}); n > freeSlots {
			e.Body = &syntax.BinaryExpr{X: r.frame(e.Lambda, n), OpPos: e.Lambda, Op: syntax.AND, Y: e.Body}
		}
	case *syntax.ListExpr:
		r.each(e.List)
	case *syntax.Literal:
		r.literal(e)
	case *syntax.ParenExpr:
		e.X = r.expr(e.X)
	case *syntax.SliceExpr:
		e.X = r.expr(e.X)
		e.Lo, e.Hi, e.Step = r.optional(e.Lo), r.optional(e.Hi), r.optional(e.Step)
		return r.invoke(wordSliced, e.Lbrack, e)
	case *syntax.TupleExpr:
		r.each(e.List)
	case *syntax.UnaryExpr:
		if e.X != nil {
			e.X = r.expr(e.X)
		}
	}
	return e
}

// literal checks the size of a constant.
func (r *rewriter) literal(e *syntax.Literal) {
	switch v := e.Value.(type) {
	case *big.Int:
		if err := checkInt(starlark.MakeBigInt(v)); err != nil {
			r.refuse(e.TokenPos, err.Error())
		}
	case string:
		if e.Token == syntax.BYTES {
			r.refuse(e.TokenPos, "a policy has no use for bytes")
		}
		if err := checkText(len(v)); err != nil {
			r.refuse(e.TokenPos, err.Error())
		}
	}
}

// dict rewrites {k: v, …}.
func (r *rewriter) dict(e *syntax.DictExpr) syntax.Expr {
	var all []syntax.Expr
	for _, x := range e.List {
		pair := x.(*syntax.DictEntry)
		all = append(all, r.expr(pair.Key), r.expr(pair.Value))
	}
	if len(e.List) <= mostDirect {
		return r.invoke(wordDict, e.Lbrace, all...)
	}
	return r.invoke(wordEntries, e.Lbrace, &syntax.ListExpr{Lbrack: e.Lbrace, List: all, Rbrack: e.Rbrace})
}

func (r *rewriter) comprehension(e *syntax.Comprehension) syntax.Expr {
	for _, clause := range e.Clauses {
		switch c := clause.(type) {
		case *syntax.ForClause:
			c.Vars, c.X = r.target(c.Vars), r.expr(c.X)
		case *syntax.IfClause:
			c.Cond = r.expr(c.Cond)
		}
	}
	pair, ok := e.Body.(*syntax.DictEntry)
	if !ok {
		e.Body = r.expr(e.Body)
		return e
	}
	e.Curly = false
	e.Body = parenthesised(&syntax.TupleExpr{List: []syntax.Expr{r.expr(pair.Key), r.expr(pair.Value)}})
	return r.invoke(wordPairs, e.Lbrack, e)
}

func (r *rewriter) binary(e *syntax.BinaryExpr) syntax.Expr {
	e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	word := ""
	switch e.Op {
	case syntax.PLUS:
		word = wordPlus
	case syntax.MINUS:
		if !isNumber(e.X) && !isNumber(e.Y) && !isAttribute(e.X) && !isAttribute(e.Y) {
			e.Y = r.look(wordWhole, e.OpPos, e.Y)
		}
	case syntax.PERCENT:
		word = wordPercent
	case syntax.STAR:
		if !isFraction(e.X) && !isFraction(e.Y) {
			return r.invoke(wordTimes, e.OpPos, e.X, e.Y)
		}
	case syntax.LTLT:
		return r.invoke(wordShift, e.OpPos, e.X, e.Y)
	case syntax.PIPE:
		return r.invoke(wordJoin, e.OpPos, e.X, e.Y)
	case syntax.IN, syntax.NOT_IN:
		if !constant(e.Y) {
			e.Y = r.invoke(wordSearched, e.OpPos, e.Y)
		}
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		if !constant(e.X) && !constant(e.Y) {
			e.X = r.invoke(wordWeighed, e.OpPos, e.X)
		}
	}
	if word == "" || isNumber(e.X) || isNumber(e.Y) && !(word == wordPercent && isFraction(e.Y)) {
		return e
	}
	return r.invoke(word, e.OpPos, e.X, e.Y)
}

func (r *rewriter) call(e *syntax.CallExpr) syntax.Expr {
	dot, method := e.Fn.(*syntax.DotExpr)
	if !method || !r.guarded[dot.Name.Name] {
		e.Fn, method = r.expr(e.Fn), false
	} else {
		dot.X = r.expr(dot.X)
	}
	named := 0
	for i, arg := range e.Args {
		switch a := arg.(type) {
		case *syntax.BinaryExpr:
			if a.Op == syntax.EQ { // a named argument
				a.Y = r.expr(a.Y)
				named++
				continue
			}
			e.Args[i] = r.expr(arg)
		case *syntax.UnaryExpr:
			e.Args[i] = r.expr(arg)
			switch a.Op {
			case syntax.STAR:
				a.X = r.invoke(wordSpread, a.OpPos, a.X)
			case syntax.STARSTAR:
				a.X = r.invoke(wordNamed, a.OpPos, a.X)
			}
		default:
			e.Args[i] = r.expr(arg)
		}
	}
	if named > maxNamed {
		r.refuse(e.Lparen, "more than "+strconv.Itoa(maxNamed)+" named arguments")
	}
	if method {
		if !r.methods[dot.Name.Name] {
			r.refuse(dot.Dot, noMethods(dot.Name.Name).Error())
		}
		e.Fn, e.Args = r.word(wordFor(dot.Name.Name), dot.Dot), append([]syntax.Expr{dot.X}, e.Args...)
	}
	return e
}
