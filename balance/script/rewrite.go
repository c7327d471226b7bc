package script

import (
	"maps"
	"slices"
	"strconv"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Puts words in the place of what may grow with its operands:
//
//	x + y            $plus(x, y), unless one of the two is a number in the program
//	x - y            x - $whole[y], the same
//	x += y           x = $added(x, y)
//	x[a:b]           $sliced(x[a:b])
//	x == y           $weighed(x) == y, unless one of the two is a constant
//	{k: v}           $dict(k, v)
//	x.append(y)      $append()(x, y)
//	f = x.append     f = $owner[x].append
//
// Positions stay as they are, so that mistakes are found where they were made. The words become global variables of
// the file, since the interpreter finds those faster: _$plus = $plus. Other files cannot load a name with an underscore.

// rewriter rewrites a file.
type rewriter struct {
	wrong     *Error
	used      map[string]bool // words
	methods   map[string]bool // of lists and dictionaries: called by words
	guarded   map[string]bool // of all types of Starlark
	functions int
}

const (
	// maxFunctions is how many functions a program may have. The interpreter looks at all those under way at each call.
	maxFunctions = 256
	// maxNamed is how many parameters a function may have, and how many a call may name: it compares all of them.
	maxNamed = 32
	// mostDirect is the number of entries up to which a dictionary is made of the arguments of a call.
	mostDirect = 64
)

// guarded rewrites a file and returns how many functions it has. The error is about something that a policy may not use.
func guarded(file *syntax.File) (functions int, err error) {
	r := &rewriter{used: map[string]bool{}, methods: calledByWord(), guarded: methodsOfStarlark()}
	r.stmts(file.Stmts)
	if r.wrong != nil {
		return 0, r.wrong
	}
	var globals []syntax.Stmt
	for _, word := range slices.Sorted(maps.Keys(r.used)) {
		pos := syntax.MakePosition(&file.Path, 1, 1)
		globals = append(globals, &syntax.AssignStmt{
			OpPos: pos, Op: syntax.EQ, LHS: &syntax.Ident{NamePos: pos, Name: "_" + word}, RHS: &syntax.Ident{NamePos: pos, Name: word},
		})
	}
	file.Stmts = append(globals, file.Stmts...)
	return r.functions, nil
}

// methodsOfStarlark are the names of all methods of the types that Starlark has.
func methodsOfStarlark() map[string]bool {
	all := calledByWord()
	for _, v := range []starlark.HasAttrs{starlark.String(""), starlark.Bytes(""), new(starlark.List), new(starlark.Dict), new(starlark.Set)} {
		for _, name := range v.AttrNames() {
			all[name] = true
		}
	}
	return all
}

// word is the identifier of a word.
func (r *rewriter) word(name string, pos syntax.Position) *syntax.Ident {
	r.used[name] = true
	return &syntax.Ident{NamePos: pos, Name: "_" + name}
}

// invoke is the call of a word.
func (r *rewriter) invoke(word string, pos syntax.Position, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Fn: r.word(word, pos), Lparen: pos, Args: args, Rparen: pos}
}

// look is a word with an argument in brackets.
func (r *rewriter) look(word string, pos syntax.Position, x syntax.Expr) syntax.Expr {
	return &syntax.IndexExpr{X: r.word(word, pos), Lbrack: pos, Y: x, Rbrack: pos}
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
		r.params(s.Def, s.Params)
		r.stmts(s.Body)
		if n := slots(s.Params, s.Body); n > freeSlots {
			s.Body = append([]syntax.Stmt{&syntax.ExprStmt{X: r.frame(s.Def, n)}}, s.Body...)
		}
	case *syntax.ExprStmt:
		if _, comment := s.X.(*syntax.Literal); !comment {
			s.X = r.expr(s.X)
		}
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
	word := ""
	switch s.Op {
	case syntax.MINUS_EQ:
		if !isNumber(s.RHS) {
			s.RHS = r.look(wordWhole, s.OpPos, s.RHS)
		}
	case syntax.PLUS_EQ:
		if again(s.LHS) == nil && !isNumber(s.RHS) {
			s.RHS = r.invoke(wordAddend, s.OpPos, s.RHS)
		} else if !isNumber(s.RHS) {
			word = wordAdded
		}
	case syntax.PIPE_EQ:
		if again(s.LHS) != nil || !isNumber(s.RHS) {
			word = wordJoined
		}
	case syntax.STAR_EQ:
		if !isFraction(s.RHS) {
			word = wordTimes
		}
	case syntax.PERCENT_EQ:
		word = wordPercent
	case syntax.LTLT_EQ:
		word = wordShift
	}
	if word == "" {
		return
	}
	old := again(s.LHS)
	if old == nil {
		r.refuse(s.OpPos, "the left side is too long for this operator: write x = x * y instead of x *= y")
		return
	}
	s.RHS = r.invoke(word, s.OpPos, old, s.RHS)
	s.Op = syntax.EQ
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

// params rewrites the defaults of the parameters of a function.
func (r *rewriter) params(pos syntax.Position, list []syntax.Expr) {
	if r.functions++; r.functions > maxFunctions {
		r.refuse(pos, "more than "+strconv.Itoa(maxFunctions)+" functions")
	}
	if len(list) > maxNamed {
		r.refuse(pos, "more than "+strconv.Itoa(maxNamed)+" parameters")
	}
	for _, e := range list {
		switch e := e.(type) {
		case *syntax.BinaryExpr:
			if e.Op == syntax.EQ {
				e.Y = r.expr(e.Y)
			}
		case *syntax.UnaryExpr:
			if e.Op == syntax.STARSTAR {
				r.refuse(e.OpPos, "a function of a policy names all its parameters: there is no **"+nameOf(e.X))
			}
		}
	}
}

func nameOf(e syntax.Expr) string {
	if id, ok := e.(*syntax.Ident); ok {
		return id.Name
	}
	return ""
}

// frame is what pays for the frame of a function.
func (r *rewriter) frame(pos syntax.Position, slots int) syntax.Expr {
	return r.invoke(wordFrame, pos, &syntax.Literal{Token: syntax.INT, TokenPos: pos, Raw: strconv.Itoa(slots), Value: int64(slots)})
}
