package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// question is an Incremental and what is true of it, by a list of clauses that are tried out.
type question struct {
	i       *Incremental
	vars    []cnf.Var // all but selectors
	base    [][]cnf.Lit
	groups  []group
	refuted bool // an answer has said that there is no model whatever is assumed
	last    Result
	copied  Result // of the last one
}

// group is clauses with a selector.
type group struct {
	selected  cnf.Lit
	clauses   [][]cnf.Lit
	retracted bool
}

// mostPlain and mostGroups keep brute force fast.
const (
	mostPlain  = 9
	mostGroups = 5
)

// Whatever is added, retracted and assumed, and whatever limits end a call, answers are those of brute force on the clauses that hold.
func TestIncrementalAsAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := &question{i: NewIncremental(nil)}
		t.Repeat(map[string]func(*rapid.T){
			"NewVar":     q.newVar,
			"Add":        q.add,
			"AddFormula": q.addFormula,
			"refuse":     q.refuse,
			"select":     q.newGroup,
			"retract":    q.retract,
			"compact":    func(*rapid.T) { q.i.sparse = -1 },
			"Solve":      q.solve,
			"in slices":  q.solveInSlices,
			"":           q.check,
		})
	})
}

func (q *question) check(t *rapid.T) {
	if want := len(q.vars) + len(q.groups); q.i.Vars() != want {
		t.Fatalf("%d variables, want %d", q.i.Vars(), want)
	}
	if !slices.Equal(q.last.Model, q.copied.Model) || !slices.Equal(q.last.Failed, q.copied.Failed) {
		t.Fatalf("%+v has changed, it was %+v", q.last, q.copied)
	}
}

func (q *question) newVar(t *rapid.T) {
	if len(q.vars) == mostPlain {
		t.Skip("enough")
	}
	q.vars = append(q.vars, q.i.NewVar())
}

func (q *question) newGroup(t *rapid.T) {
	if len(q.groups) == mostGroups {
		t.Skip("enough")
	}
	q.groups = append(q.groups, group{selected: cnf.Pos(q.i.NewVar())})
}

// clause draws one of at most four literals, which is empty now and then.
func (q *question) clause(t *rapid.T) []cnf.Lit {
	least := 1
	if rapid.IntRange(0, 19).Draw(t, "empty") == 0 || len(q.vars) == 0 {
		least = 0
	}
	return q.literals(t, "clause", least)
}

func (q *question) literals(t *rapid.T, label string, least int) (lits []cnf.Lit) {
	if len(q.vars) == 0 {
		return nil
	}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) cnf.Lit {
		v := rapid.SampledFrom(q.vars).Draw(t, "variable")
		if rapid.Bool().Draw(t, "negative") {
			return cnf.Neg(v)
		}
		return cnf.Pos(v)
	}), least, 4).Draw(t, label)
}

// add adds a clause for good, or one of a group, or one with variables that are new.
func (q *question) add(t *rapid.T) {
	clause := q.clause(t)
	switch rapid.IntRange(0, 3).Draw(t, "way") {
	case 0:
		if len(q.vars)+2 <= mostPlain {
			v := cnf.Var(q.i.Vars() + 2)
			q.vars = append(q.vars, v-1, v)
			clause = append(clause, cnf.Neg(v))
		}
	case 1, 2:
		if len(q.groups) > 0 {
			g := &q.groups[rapid.IntRange(0, len(q.groups)-1).Draw(t, "group")]
			g.clauses = append(g.clauses, clause)
			q.added(t, append([]cnf.Lit{g.selected.Not()}, clause...))
			return
		}
	}
	q.base = append(q.base, clause)
	q.added(t, clause)
}

// added adds a clause, and changes what was handed over.
func (q *question) added(t *rapid.T, clause []cnf.Lit) {
	theirs := slices.Clone(clause)
	if err := q.i.Add(theirs...); err != nil {
		t.Fatal(err)
	}
	clear(theirs)
}

func (q *question) addFormula(t *rapid.T) {
	f := cnf.NewFormula(0)
	for range rapid.IntRange(0, 6).Draw(t, "clauses") {
		clause := q.clause(t)
		f.Add(clause...)
		q.base = append(q.base, clause)
	}
	if len(q.vars) < mostPlain && rapid.Bool().Draw(t, "more variables") {
		f.Declare(q.i.Vars() + 1)
		q.vars = append(q.vars, cnf.Var(q.i.Vars()+1))
	}
	if err := q.i.AddFormula(f); err != nil {
		t.Fatal(err)
	}
}

// refuse adds what cannot be added.
func (q *question) refuse(t *rapid.T) {
	bad := []cnf.Lit{cnf.Pos(0), cnf.Neg(0), cnf.Pos(cnf.MaxVars + 1)}
	clause := append(q.clause(t), rapid.SampledFrom(bad).Draw(t, "bad"))
	f := cnf.NewFormula(q.i.Vars() + 1)
	f.Add()
	f.Add(clause...)
	for _, err := range []error{q.i.Add(clause...), q.i.AddFormula(f)} {
		if err == nil {
			t.Fatalf("%v is accepted", clause)
		}
	}
}

func (q *question) retract(t *rapid.T) {
	if len(q.groups) == 0 {
		t.Skip("none")
	}
	g := &q.groups[rapid.IntRange(0, len(q.groups)-1).Draw(t, "group")]
	g.retracted = true
	q.added(t, []cnf.Lit{g.selected.Not()})
}

// truth is that of the clauses that hold if some literals are true. It is nil if a retracted selector is among these: then there is
// no model.
func (q *question) truth(lits []cnf.Lit) *solvertest.Truth {
	f := cnf.NewFormula(0)
	for _, clause := range q.base {
		f.Add(clause...)
	}
	for _, g := range q.groups {
		if !slices.Contains(lits, g.selected) {
			continue
		}
		if g.retracted {
			return nil
		}
		for _, clause := range g.clauses {
			f.Add(clause...)
		}
	}
	return solvertest.NewTruth(f, q.vars...)
}

// satisfiable reports whether the clauses that hold have a model in which literals are true, some of which may be selectors.
func (q *question) satisfiable(lits []cnf.Lit) bool {
	truth := q.truth(lits)
	plain := slices.DeleteFunc(slices.Clone(lits), func(l cnf.Lit) bool { return !slices.Contains(q.vars, l.Var()) })
	return truth != nil && truth.Satisfiable(plain...)
}

// assumptions draws literals and selectors, in any order.
func (q *question) assumptions(t *rapid.T) []cnf.Lit {
	lits := q.literals(t, "assume", 0)
	for _, g := range q.groups {
		if rapid.Bool().Draw(t, "selected") {
			lits = append(lits, g.selected)
		}
	}
	return rapid.Permutation(lits).Draw(t, "order")
}

func (q *question) solve(t *rapid.T) {
	assume := q.assumptions(t)
	ctx, limits, why := t.Context(), Limits{}, error(nil)
	switch rapid.IntRange(0, 5).Draw(t, "limit") {
	case 0:
		limits.Memory, why = 1, ErrMemoryLimit
	case 1:
		canceled, cancel := context.WithCancelCause(ctx)
		ctx, why = canceled, errors.New("enough")
		cancel(why)
	case 2:
		limits.Conflicts, limits.Memory = 1<<40, 1<<40
	}
	result, err := q.i.SolveLimited(ctx, limits, assume...)
	switch {
	case err != nil:
		t.Fatal(err)
	case why == nil || result.Verdict != cnf.Unknown:
		q.judge(t, assume, result)
	case !errors.Is(result.Reason, why):
		t.Fatalf("reason %v, want %v", result.Reason, why)
	}
}

// solveInSlices asks the same again until there is an answer.
func (q *question) solveInSlices(t *rapid.T) {
	assume := q.assumptions(t)
	limits := Limits{Conflicts: rapid.Int64Range(1, 3).Draw(t, "conflicts")}
	for range 1000 {
		result, err := q.i.SolveLimited(t.Context(), limits, assume...)
		if err != nil {
			t.Fatal(err)
		}
		if result.Verdict != cnf.Unknown {
			q.judge(t, assume, result)
			return
		}
		if !errors.Is(result.Reason, ErrConflictLimit) {
			t.Fatal(result.Reason)
		}
	}
	t.Fatal("it comes to no end")
}

// judge fails the test if an answer is wrong.
func (q *question) judge(t *rapid.T, assume []cnf.Lit, result Result) {
	q.check(t) // the answer before belongs to the caller
	if err := q.wrong(assume, result); err != nil {
		t.Fatalf("%v, model %v, failed %v under %v: %v\nclauses %v\ngroups %+v",
			result.Verdict, result.Model, result.Failed, assume, err, q.base, q.groups)
	}
	q.last, q.copied = result, Result{Failed: slices.Clone(result.Failed)}
	q.copied.Model = slices.Clone(result.Model)
	q.refuted = q.refuted || result.Verdict == cnf.Unsatisfiable && len(result.Failed) == 0
}

// wrong returns what is wrong with an answer.
func (q *question) wrong(assume []cnf.Lit, result Result) error {
	satisfiable := q.satisfiable(assume)
	switch {
	case result.Verdict == cnf.Satisfiable && satisfiable:
		return q.wrongModel(assume, result.Model)
	case result.Verdict != cnf.Unsatisfiable || satisfiable:
		return fmt.Errorf("brute force finds a model: %v", satisfiable)
	case result.Model != nil || result.Reason != nil:
		return errors.New("a model, or a reason")
	case q.refuted && len(result.Failed) > 0:
		return errors.New("the clauses had no model whatever is assumed")
	case q.satisfiable(result.Failed):
		return errors.New("those that failed can be true together")
	}
	for n, l := range result.Failed {
		if !slices.Contains(assume, l) || slices.Contains(result.Failed[:n], l) {
			return fmt.Errorf("%v is no assumption, or there twice", l)
		}
	}
	return nil
}

// wrongModel returns what is wrong with a model.
func (q *question) wrongModel(assume []cnf.Lit, m cnf.Model) error {
	if len(m) != q.i.Vars()+1 {
		return fmt.Errorf("%d values", len(m))
	}
	for _, l := range assume {
		if !m.Satisfies(l) {
			return fmt.Errorf("%v is false", l)
		}
	}
	hold := slices.Clone(q.base)
	for _, g := range q.groups {
		switch {
		case g.retracted && m.Satisfies(g.selected):
			return fmt.Errorf("%v was retracted", g.selected)
		case m.Satisfies(g.selected):
			hold = append(hold, g.clauses...)
		}
	}
	for _, clause := range hold {
		if !slices.ContainsFunc(clause, m.Satisfies) {
			return fmt.Errorf("%v is false", clause)
		}
	}
	return nil
}
