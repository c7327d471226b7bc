package lookahead

import (
	"math"
	"testing"

	"transat/solver/cnf"
)

func looker(t *testing.T, vars int, clauses ...[]cnf.Lit) *Looker {
	t.Helper()
	f := cnf.NewFormula(vars)
	for _, c := range clauses {
		f.Add(c...)
	}
	l, err := New(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// One round gives a literal implies for what a binary clause implies, and 1 for three literals of which two are left; then the mean is 1.
func TestStrengthen(t *testing.T) {
	a, b, c, d := cnf.Pos(1), cnf.Pos(2), cnf.Pos(3), cnf.Pos(4)
	l := looker(t, 4, []cnf.Lit{a.Not(), b}, []cnf.Lit{c.Not(), b, d})
	for _, try := range []struct {
		name  string
		steps []cnf.Lit
		want  map[cnf.Lit]float64 // before the mean becomes 1, of open literals
	}{
		{"the root", nil, map[cnf.Lit]float64{
			a: 25.1, a.Not(): 0.1, b: 0.1, b.Not(): 26.1, c: 1.1, c.Not(): 0.1, d: 0.1, d.Not(): 1.1,
		}},
		{"two literals left of three", []cnf.Lit{b.Not()}, map[cnf.Lit]float64{c: 25.1, c.Not(): 0.1, d: 0.1, d.Not(): 25.1}},
	} {
		l.Go(try.steps)
		for i := range l.strength {
			l.strength[i] = 1
		}
		l.strengthen()
		sum := 0.0
		for _, w := range try.want {
			sum += w
		}
		for lit, w := range try.want {
			if got, want := l.strength[lit.Code()], w*float64(len(try.want))/sum; math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: %v has strength %v, want %v", try.name, lit, got, want)
			}
		}
	}
}

// Where many clauses are longer than three, or few very long, a clause of two literals weighs 1, and elsewhere by its strengths.
func TestWeigh(t *testing.T) {
	var all []cnf.Lit
	for v := range cnf.Var(12) {
		all = append(all, cnf.Pos(v+1))
	}
	short := [][]cnf.Lit{all[:3], all[1:4], all[2:5], all[3:6], all[4:7]}
	for _, try := range []struct {
		name    string
		clauses [][]cnf.Lit
		strong  bool
	}{
		{"short clauses", short, true},
		{"one of four literals", append(short[:5:5], all[:4]), true},
		{"many of four literals", append(short[:5:5], all[:4], all[1:5], all[2:6]), false},
		{"one of twelve literals", append(short[:5:5], all), false},
	} {
		l := looker(t, 12, try.clauses...)
		l.Go([]cnf.Lit{all[0].Not()}) // all[:3] has two literals left
		for i := range l.strength {
			l.strength[i] = 3
		}
		want := 1.0
		if try.strong {
			want = 9
		}
		if got := l.weigh(0, 2); got != want {
			t.Errorf("%s: weight %v, want %v", try.name, got, want)
		}
	}
}
