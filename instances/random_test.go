package instances

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/solver/cnf"
)

// TestRandomStream fixes the stream: a change would rename all formulas and invalidate the verdicts.
func TestRandomStream(t *testing.T) {
	tests := []struct {
		random Random
		hash   string
		first  string
	}{
		{
			Random{350, 1505, 3, 1},
			"d7d77c9d7abe818f01b94430cc53f090aff221b6edbaf20548885e41776251ab",
			"[29 -69 -215] [331 -195 266]",
		},
		{
			Random{350, 1505, 3, 2},
			"1f35a353d7e04afeb66b098a2d50c2850ac3efccb20a07d798afc777421b6366",
			"[269 -138 131] [-151 -149 -254]",
		},
		{
			Random{400, 2000, 3, 1},
			"5a6a91f330638178bb222a278533b38a2e6af21581b0d4a5be2440a651cc54b1",
			"[-307 -22 -398] [-353 -262 8]",
		},
		{
			Random{1_000_000, 10, 5, math.MaxUint64},
			"4446af9a135c6fdb241a1bb8a6c4ae2f5823e771d827f59dbf254c4f39786172",
			"[815138 -14719 692643 -274539 -730908] [188724 574689 345838 -455380 52193]",
		},
		{
			Random{7, 20, 7, 0},
			"70e0f4fbf40d998898823c64acd69aaf7cf16622ee46477385271dcf614f22e9",
			"[2 3 5 -1 4 7 6] [-3 -6 7 -1 5 4 2]",
		},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.random), func(t *testing.T) {
			f := formula(t, test.random)
			if diff := cmp.Diff(test.first, fmt.Sprint(f.Clause(0), f.Clause(1))); diff != "" {
				t.Errorf("first clauses: -want +got\n%s", diff)
			}
			if diff := cmp.Diff(test.hash, fmt.Sprintf("%x", f.Hash())); diff != "" {
				t.Errorf("hash: -want +got\n%s", diff)
			}
		})
	}
}

func formula(t rapid.TB, r Random) *cnf.Formula {
	t.Helper()
	f, err := r.Formula()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRandomShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(1, 60).Draw(t, "vars")
		r := Random{
			Vars:    vars,
			Clauses: rapid.IntRange(0, 40).Draw(t, "clauses"),
			K:       rapid.IntRange(1, vars).Draw(t, "k"),
			Seed:    rapid.Uint64().Draw(t, "seed"),
		}
		f := formula(t, r)
		if f.Vars() != r.Vars || f.Len() != r.Clauses {
			t.Fatalf("got %d variables and %d clauses, want %+v", f.Vars(), f.Len(), r)
		}
		for i := range f.Len() {
			clause := f.Clause(i)
			used := map[cnf.Var]bool{}
			for _, l := range clause {
				if l.Var() < 1 || int(l.Var()) > r.Vars {
					t.Fatalf("clause %v has a variable out of range", clause)
				}
				used[l.Var()] = true
			}
			if len(clause) != r.K || len(used) != r.K {
				t.Fatalf("clause %v has %d literals and %d variables, want %d", clause, len(clause), len(used), r.K)
			}
		}
		if again := formula(t, r); again.Hash() != f.Hash() {
			t.Fatal("the second formula differs from the first")
		}
	})
}

// TestRandomFrequencies compares the frequency of each literal in each place of a clause with the model, by χ². The
// streams are fixed, and so are the results; a good generator exceeds the limit once in 10⁶.
func TestRandomFrequencies(t *testing.T) {
	const vars, clauses, k = 10, 100_000, 3
	counts := [k][2*vars + 2]int{}
	f := formula(t, Random{vars, clauses, k, 1})
	for i := range f.Len() {
		for j, l := range f.Clause(i) {
			counts[j][l.Code()]++
		}
	}
	const want = float64(clauses) / (2 * vars)
	const limit = 63.7 // χ² with 2·vars-1 = 19 degrees of freedom
	for j := range k {
		chi2 := 0.0
		for l := 2; l < len(counts[j]); l++ {
			chi2 += math.Pow(float64(counts[j][l])-want, 2) / want
		}
		if chi2 > limit {
			t.Errorf("place %d: χ² = %.1f, want at most %.1f; counts %v", j, chi2, limit, counts[j][2:])
		}
	}
}

func TestRandomSeedsDiffer(t *testing.T) {
	seen := map[string]Random{}
	for _, r := range []Random{{20, 30, 3, 1}, {20, 30, 3, 2}, {20, 30, 3, 1 << 32}, {20, 31, 3, 1}, {21, 30, 3, 1}, {20, 30, 2, 1}} {
		key := fmt.Sprint(formula(t, r).Clause(0)[:2], formula(t, r).Clause(1)[:2])
		if other, ok := seen[key]; ok {
			t.Errorf("%v and %v begin alike", r, other)
		}
		seen[key] = r
	}
}

func TestRandomErrors(t *testing.T) {
	tests := []struct {
		random Random
		want   string
	}{
		{Random{Vars: 0, Clauses: 1, K: 1}, "0 variables: want at least 1"},
		{Random{Vars: -3, Clauses: 1, K: 1}, "-3 variables: want at least 1"},
		{Random{Vars: 1 << 26, Clauses: 1, K: 1}, "67108864 variables: want at most 33554432"},
		{Random{Vars: 3, Clauses: -1, K: 3}, "-1 clauses: want at least 0"},
		{Random{Vars: 3, Clauses: 1, K: 0}, "clauses of 0 literals: want at least 1"},
		{Random{Vars: 3, Clauses: 1, K: 4}, "clauses of 4 literals: want at most 3, the number of variables"},
		{Random{Vars: 3, Clauses: math.MaxInt, K: 3}, fmt.Sprint(math.MaxInt) + " clauses of 3 literals: want at most 1073741824 literals"},
	}
	for _, test := range tests {
		f, err := test.random.Formula()
		if f != nil || err == nil || err.Error() != test.want {
			t.Errorf("%+v: got %v, %v, want the error %q", test.random, f, err, test.want)
		}
	}
}

func BenchmarkRandomMillion(b *testing.B) {
	for b.Loop() {
		formula(b, Random{1_000_000, 4_300_000, 3, 1})
	}
}
