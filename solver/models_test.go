package solver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/instances/families"
	"transat/solver/cnf"
)

// drawn is a small formula of any shape: empty clauses, units, repeated literals, clauses that are always true, variables in no clause.
func drawn(t *rapid.T) *cnf.Formula {
	f := cnf.NewFormula(rapid.IntRange(1, 9).Draw(t, "variables"))
	longest := rapid.IntRange(1, 5).Draw(t, "longest")
	for _, clause := range rapid.SliceOfN(rapid.SliceOfN(literal(f), rapid.IntRange(0, 2).Draw(t, "shortest")/2, longest), 0,
		4*f.Vars()).Draw(t, "clauses") {
		f.Add(clause...)
	}
	return f
}

func literal(f *cnf.Formula) *rapid.Generator[cnf.Lit] {
	return rapid.Custom(func(t *rapid.T) cnf.Lit {
		return cnf.Signed(cnf.Var(rapid.IntRange(1, f.Vars()).Draw(t, "v")), rapid.IntRange(0, 1).Draw(t, "sign") == 1)
	})
}

// allModels tries all assignments. It returns, each once, the values that the variables have in some model.
func allModels(f *cnf.Formula, project []cnf.Var) (all []string) {
	m := make(cnf.Model, f.Vars()+1)
	for ones := range 1 << f.Vars() {
		for v := range f.Vars() {
			m[v+1] = ones>>v&1 == 1
		}
		if f.Check(m) == nil {
			all = append(all, values(m, project))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// values are those of the variables that matter, or of all if these are nil.
func values(m cnf.Model, project []cnf.Var) string {
	if project == nil {
		return fmt.Sprint(m[1:])
	}
	text := ""
	for _, v := range project {
		text += fmt.Sprint(m[v], " ")
	}
	return text
}

// Every model comes once, of models that look alike one, and no assignment that is none; with several threads the same, and with
// one always in the same order.
func TestModelsAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawn(t)
		opt := Options{Threads: rapid.IntRange(1, 3).Draw(t, "threads"), Assume: rapid.SliceOfN(literal(f), 0, 3).Draw(t, "assume")}
		var project []cnf.Var
		if rapid.Bool().Draw(t, "projected") {
			project = []cnf.Var{}
			for _, l := range rapid.SliceOfN(literal(f), 0, 6).Draw(t, "project") {
				project = append(project, l.Var())
			}
		}
		assumed := assuming(f, opt.Assume)
		want := allModels(assumed, project)
		find := func(most int64) (in []string, end Models) {
			end, err := FindModels(t.Context(), f, opt, Enumeration{Most: most, Project: project}, func(m cnf.Model) error {
				if err := assumed.Check(m); err != nil {
					t.Fatal(err)
				}
				in = append(in, values(m, project))
				return nil
			})
			if err != nil || end.Count != int64(len(in)) {
				t.Fatalf("%v, %+v, %d models", err, end, len(in))
			}
			return in, end
		}
		got, end := find(0)
		first := slices.Clone(got)
		slices.Sort(got)
		if !slices.Equal(got, want) || !end.All || end.Reason != nil {
			t.Fatalf("%v under %v, projection %v:\n got %q\nwant %q", f, opt.Assume, project, got, want)
		}
		if len(want) == 0 {
			fails(t, f, opt.Assume, end.Failed)
			return
		}
		most := rapid.IntRange(1, len(want)).Draw(t, "most")
		some, end := find(int64(most))
		if len(some) != most || end.All || !errors.Is(end.Reason, ErrEnough) {
			t.Fatalf("%d of %d models: %+v", len(some), most, end)
		}
		if opt.Threads == 1 && !slices.Equal(some, first[:most]) {
			t.Fatalf("first %q, then %q", first, some)
		}
		slices.Sort(some)
		if len(slices.Compact(some)) != most {
			t.Fatalf("a model came twice: %q", some)
		}
	})
}

// fails checks the assumptions that are said to have failed: some of those made, which leave no model.
func fails(t interface{ Fatalf(string, ...any) }, f *cnf.Formula, assumed, failed []cnf.Lit) {
	for _, l := range failed {
		if !slices.Contains(assumed, l) {
			t.Fatalf("%v failed, the assumptions are %v", l, assumed)
		}
	}
	if satisfiable(assuming(f, failed)) {
		t.Fatalf("%v do not fail: %v", failed, f)
	}
	for i := range failed {
		if rest := slices.Delete(slices.Clone(failed), i, i+1); !satisfiable(assuming(f, rest)) {
			t.Fatalf("%v fail, but so do %v: %v", failed, rest, f)
		}
	}
}

// Every engine knows assumptions: its verdict is that of brute force for the formula with them as clauses.
func TestAssumptionsWithEveryEngine(t *testing.T) {
	options := map[string]tested{
		"auto":          {Options: Options{Threads: 2}},
		"auto in turn":  {Options: Options{Threads: 1}, hooks: hooks{pace: &pace{look: 1, patience: 1, background: 1, slice: 1}}},
		"beside":        {Options: Options{Threads: 2}, hooks: hooks{pace: &pace{look: 1, slice: 1, beside: 1e9}}},
		"dpll":          {Options: Options{Engine: DPLL, Threads: 2}},
		"deterministic": {Options: Options{Threads: 2, Deterministic: true}},
		"weights":       {Options: Options{Threads: 1, Rule: "weights", LocalSearch: 20}},
		"cdcl":          {Options: Options{Engine: CDCL}},
		"gophersat":     {Options: Options{Engine: Gophersat}},
	}
	verdicts := map[cnf.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		f := drawn(t)
		assume := rapid.SliceOfN(literal(f), 0, 5).Draw(t, "assume")
		want := cnf.Unsatisfiable
		if satisfiable(assuming(f, assume)) {
			want = cnf.Satisfiable
		}
		for name, opt := range options {
			opt.Assume = assume
			decidesUnder(t, name, f, opt, want)
		}
		verdicts[want]++
	})
	f := pigeonsBut(5)
	for _, assume := range [][]cnf.Lit{{cnf.Pos(21)}, {cnf.Neg(1), cnf.Pos(21), cnf.Neg(2)}, {cnf.Neg(21)}} {
		opt := tested{Options: Options{
			Engine: Cube, Threads: 2, CubeDepth: 1, Assume: assume,
		}}
		want := cnf.Unsatisfiable
		if assume[0] == cnf.Neg(21) {
			want = cnf.Satisfiable
		}
		decidesUnder(t, "cubes", f, opt, want)
	}
	if !testing.Short() && len(verdicts) < 2 { // of a hundred formulas
		t.Errorf("verdicts %v", verdicts)
	}
}

// pigeonsBut says, if the last variable is true, that n pigeons sit in n-1 holes, each alone.
func pigeonsBut(n int) *cnf.Formula {
	all := families.Pigeons(n, n-1, families.Pairwise)
	f := cnf.NewFormula(all.Vars() + 1)
	for i := range all.Len() {
		clause := all.Clause(i)
		if i < n { // of a pigeon
			clause = append(clause[:len(clause):len(clause)], cnf.Neg(cnf.Var(f.Vars())))
		}
		f.Add(clause...)
	}
	return f
}

// decidesUnder checks verdict, model and the assumptions that have failed.
func decidesUnder(t interface {
	Fatalf(string, ...any)
	Context() context.Context
}, name string, f *cnf.Formula, opt tested, want cnf.Verdict,
) {
	result, err := opt.solve(t.Context(), f)
	if err != nil || result.Verdict != want {
		t.Fatalf("%s, %v under %v: %v, %v, want %v", name, f, opt.Assume, result.Verdict, err, want)
	}
	if want == cnf.Unsatisfiable {
		fails(t, f, opt.Assume, result.Failed)
		return
	}
	if err := assuming(f, opt.Assume).Check(result.Model); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// Those to blame are named, not all, by every engine.
func TestAssumptionsToBlame(t *testing.T) {
	f := pigeonsBut(5)
	for _, engine := range []Engine{Auto, DPLL, CDCL, Gophersat} {
		result, err := Solve(t.Context(), f, Options{Engine: engine, Assume: []cnf.Lit{cnf.Neg(1), cnf.Pos(21), cnf.Neg(2)}})
		if err != nil || result.Verdict != cnf.Unsatisfiable {
			t.Fatal(engine, result.Verdict, err)
		}
		if !slices.Contains(result.Failed, cnf.Pos(21)) || len(result.Failed) > 3 {
			t.Errorf("%s blames %v", engine, result.Failed)
		}
	}
	two := cnf.NewFormula(4)
	two.Add(cnf.Neg(2), cnf.Neg(4))
	for _, engine := range []Engine{Auto, DPLL, CDCL, Gophersat} {
		result, err := Solve(t.Context(), two, Options{Engine: engine, Assume: []cnf.Lit{cnf.Pos(1), cnf.Pos(2), cnf.Pos(3), cnf.Pos(4)}})
		slices.SortFunc(result.Failed, cnf.Lit.Compare)
		if err != nil || !slices.Equal(result.Failed, []cnf.Lit{cnf.Pos(2), cnf.Pos(4)}) {
			t.Errorf("%s blames %v, %v", engine, result.Failed, err)
		}
	}
}

// An enumeration ends with the context, and has handed on what was found by then; an error of who takes them ends it, too.
func TestModelsEnd(t *testing.T) {
	f := cnf.NewFormula(40) // 2^40 models
	mine := errors.New("no more, please")
	for _, threads := range []int{1, 3} {
		ctx, cancel := context.WithCancelCause(t.Context())
		n := 0
		end, err := FindModels(ctx, f, Options{Threads: threads}, Enumeration{}, func(cnf.Model) error {
			if n++; n == 50 {
				cancel(mine)
			}
			return nil
		})
		if err != nil || !errors.Is(end.Reason, mine) || end.All || end.Count != int64(n) || end.Verdict() != cnf.Satisfiable {
			t.Errorf("%+v, %v, %d handed on", end, err, n)
		}
		n = 0
		_, err = FindModels(t.Context(), f, Options{Threads: threads}, Enumeration{}, func(cnf.Model) error {
			n++
			return mine
		})
		if !errors.Is(err, mine) || n != 1 {
			t.Errorf("%v, %d handed on", err, n)
		}
	}
}

func TestModelsRefuse(t *testing.T) {
	f := cnf.NewFormula(3)
	for _, test := range []struct {
		opt  Options
		want Enumeration
		says string
	}{
		{Options{Engine: DPLL}, Enumeration{}, "Engine"},
		{Options{Engine: "minisat"}, Enumeration{}, "Engine"},
		{Options{}, Enumeration{Most: -1}, "Most"},
		{Options{}, Enumeration{Project: []cnf.Var{1, 4}}, "Project"},
		{Options{}, Enumeration{Project: []cnf.Var{0}}, "Project"},
		{Options{Assume: []cnf.Lit{cnf.Neg(4)}}, Enumeration{}, "Assume"},
		{Options{Proof: Proof{W: os.Stdout}}, Enumeration{}, "Proof"},
	} {
		var option *OptionError
		_, err := FindModels(t.Context(), f, test.opt, test.want, func(cnf.Model) error { return nil })
		if !errors.As(err, &option) || option.Option != test.says {
			t.Errorf("%+v, %+v: %v", test.opt, test.want, err)
		}
	}
}
