package families

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"transat/solver/cnf"
)

// The numbers of Latin squares are known.
func TestLatinSquaresAreCounted(t *testing.T) {
	for n, want := range map[int]int64{1: 1, 2: 2, 3: 12, 4: 576} {
		c := newCircuit()
		cells := c.inputs(n * n * n)
		c.latin(n, func(row, column, value int) cnf.Lit { return cells[(row*n+column)*n+value] })
		if got := models(t, c.f, nil, func(cnf.Model) {}); got != want {
			t.Errorf("%d squares of order %d, want %d", got, n, want)
		}
	}
}

func TestRandomSquaresAreLatin(t *testing.T) {
	for n := 2; n <= 9; n++ {
		square := randomSquare(newDice(uint64(n), 1), n)
		for i := range n {
			row, column := make([]bool, n), make([]bool, n)
			for j := range n {
				row[square[i*n+j]], column[square[j*n+i]] = true, true
			}
			if slices.Contains(row, false) || slices.Contains(column, false) {
				t.Fatalf("%v is no Latin square of order %d", square, n)
			}
		}
	}
	wantVerdict(t, "quasigroup", cnf.Satisfiable, Quasigroup(1, 8, 5))
}

// Which quasigroups, squares and sorting networks exist is known.
func TestWhatExists(t *testing.T) {
	for n, exists := range map[int]bool{5: true, 6: false, 7: true, 8: true, 9: false} {
		wantVerdict(t, fmt.Sprint("QG5 of order ", n), verdict(exists), QG5(n))
	}
	for n, exists := range map[int]bool{2: false, 3: true, 4: true, 5: true} {
		wantVerdict(t, fmt.Sprint("orthogonal squares of order ", n), verdict(exists), Orthogonal(n))
	}
	for channels, layers := range map[int]int{4: 3, 5: 5, 6: 5} {
		wantVerdict(t, fmt.Sprint("network for ", channels), cnf.Satisfiable, SortingNetwork(channels, layers))
		wantVerdict(t, fmt.Sprint("shallow network for ", channels), cnf.Unsatisfiable, SortingNetwork(channels, layers-1))
	}
}

// A job shop is done in the time of the best of all orders, and not earlier.
func TestJobShopEndsAtTheOptimum(t *testing.T) {
	const jobs, machines, longest = 3, 2, 4
	for seed := range uint64(4) {
		orders, takes := randomJobs(newDice(seed, 13), jobs, machines, longest)
		best := math.MaxInt
		var schedule func(done [jobs]int, ready [jobs]int, free [machines]int)
		schedule = func(done, ready [jobs]int, free [machines]int) { // by all orders of the operations, each as early as it can
			rest := false
			for j := range jobs {
				if done[j] == machines {
					continue
				}
				rest = true
				d, r, f := done, ready, free
				m := orders[j][d[j]]
				r[j] = max(r[j], f[m]) + takes[j*machines+m]
				f[m] = r[j]
				d[j]++
				schedule(d, r, f)
			}
			if !rest {
				best = min(best, slices.Max(ready[:]))
			}
		}
		schedule([jobs]int{}, [jobs]int{}, [machines]int{})
		wantVerdict(t, fmt.Sprint(seed, " in time"), cnf.Satisfiable, JobShop(seed, jobs, machines, longest, best))
		wantVerdict(t, fmt.Sprint(seed, " early"), cnf.Unsatisfiable, JobShop(seed, jobs, machines, longest, best-1))
	}
}

// A formula of clauses of two literals has no model if and only if a variable implies its negation, and is implied by it.
func TestImplicationsFollow(t *testing.T) {
	verdicts := map[cnf.Verdict]int{}
	for seed := range uint64(12) {
		const n = 10
		f := Implications(seed, n, 12, false)
		var implies [2*n + 2][2*n + 2]bool
		for i := range f.Len() {
			a, b := f.Clause(i)[0], f.Clause(i)[1]
			implies[a.Not().Code()][b.Code()], implies[b.Not().Code()][a.Code()] = true, true
		}
		for k := range implies {
			for i := range implies {
				for j := range implies {
					implies[i][j] = implies[i][j] || implies[i][k] && implies[k][j]
				}
			}
		}
		want := cnf.Satisfiable
		for v := cnf.Var(1); v <= n; v++ {
			if p, q := cnf.Pos(v).Code(), cnf.Neg(v).Code(); implies[p][q] && implies[q][p] {
				want = cnf.Unsatisfiable
			}
		}
		verdicts[want]++
		wantVerdict(t, fmt.Sprint(seed), want, f)
		wantVerdict(t, fmt.Sprint(seed, " planned"), cnf.Satisfiable, Implications(seed, n, 60, true))
	}
	if len(verdicts) != 2 {
		t.Errorf("all have one verdict: %v", verdicts)
	}
}

func TestPlansHold(t *testing.T) {
	for seed := range uint64(3) {
		for name, f := range map[string]*cnf.Formula{
			"packages":  Packages(seed, 40, 4, 4, 4, 30, true),
			"product":   Product(seed, 60, 200, 20, 0),
			"registers": Registers(seed, 40, 5, 0, true),
			"tour":      Tour(seed, 12, 2, true),
		} {
			wantVerdict(t, fmt.Sprint(name, seed), cnf.Satisfiable, f)
		}
	}
	wantVerdict(t, "packages that exclude each other", cnf.Unsatisfiable, Packages(1, 40, 4, 4, 20, 30, false))
	wantVerdict(t, "more variables than registers", cnf.Unsatisfiable, Registers(1, 40, 4, -1, true))
	wantVerdict(t, "registers to spare", cnf.Satisfiable, Registers(1, 40, 10, 6, false))
}

// As many choices fit into the knapsacks as an enumeration finds.
func TestKnapsacksAreCounted(t *testing.T) {
	const n, knapsacks, heaviest, slack = 9, 2, 12, 4
	d := newDice(3, 19)
	plan := d.bits(n)
	fits := make([]bool, 1<<n)
	for i := range fits {
		fits[i] = true
	}
	for range knapsacks {
		var weights [n]int
		for i := range weights {
			weights[i] = 1 + d.below(heaviest)
		}
		sum := func(x int) (s int) {
			for i, w := range weights {
				s += x >> i & 1 * w
			}
			return s
		}
		for x := range fits {
			off := sum(x) - sum(ofBools(plan))
			fits[x] = fits[x] && off <= slack && off >= -slack
		}
	}
	want := int64(0)
	for _, fit := range fits {
		if fit {
			want++
		}
	}
	c := newCircuit()
	if got := models(t, Knapsacks(3, n, knapsacks, heaviest, slack), c.inputs(n), func(cnf.Model) {}); got != want || want < 2 {
		t.Errorf("%d choices, want %d", got, want)
	}
}

// Every model of a roster keeps the rules.
func TestRosterKeepsTheRules(t *testing.T) {
	const people, days, need, nights = 9, 14, 1, 4
	verdict, m := decide(t, Roster(1, people, days, need, nights, 2))
	if verdict != cnf.Satisfiable {
		t.Fatal(verdict)
	}
	works := func(p, day, shift int) bool { return m[1+(p*days+day)*3+shift] }
	for p := range people {
		shifts := make([]int, days) // 3 is a day off
		inNights, inARow := 0, 0
		for day := range days {
			shifts[day] = 3
			for shift := range 3 {
				if works(p, day, shift) {
					if shifts[day] != 3 {
						t.Errorf("%d works twice on day %d", p, day)
					}
					shifts[day] = shift
				}
			}
			if shifts[day] == 2 {
				inNights++
			}
			if day > 0 && (shifts[day-1] == 1 && shifts[day] == 0 || shifts[day-1] == 2 && shifts[day] < 2) {
				t.Errorf("%d works shift %d after %d", p, shifts[day], shifts[day-1])
			}
			inARow = 0
			for _, s := range shifts[max(0, day-6) : day+1] {
				if s != 3 {
					inARow++
				}
			}
			if inARow > 5 {
				t.Errorf("%d works %d of seven days", p, inARow)
			}
		}
		if inNights > nights {
			t.Errorf("%d has %d nights", p, inNights)
		}
	}
	for day := range days {
		for shift := range 3 {
			there := 0
			for p := range people {
				if works(p, day, shift) {
					there++
				}
			}
			if there < need {
				t.Errorf("day %d, shift %d: %d people", day, shift, there)
			}
		}
	}
	wantVerdict(t, "too few people", cnf.Unsatisfiable, Roster(1, 3, 7, 1, 4, 1))
}

// A graph has a tour if and only if one of the orders of its nodes is one.
func TestToursAreThoseOfAnEnumeration(t *testing.T) {
	const n, extra = 6, 2
	verdicts := map[bool]int{}
	for seed := range uint64(10) {
		d := newDice(seed, 21)
		d.perm(n)
		var arc [n][n]bool
		for a := range n {
			for range extra {
				arc[a][d.below(n)] = true
			}
		}
		there := false
		var visit func(path []int)
		visit = func(path []int) {
			last := path[len(path)-1]
			there = there || len(path) == n && arc[last][0]
			for v := range n {
				if arc[last][v] && !slices.Contains(path, v) {
					visit(append(slices.Clone(path), v))
				}
			}
		}
		visit([]int{0})
		verdicts[there]++
		wantVerdict(t, fmt.Sprint(seed), verdict(there), Tour(seed, n, extra, false))
	}
	if len(verdicts) != 2 {
		t.Errorf("all have one verdict: %v", verdicts)
	}
}

func TestParityAndPebbles(t *testing.T) {
	wantVerdict(t, "torus", cnf.Unsatisfiable, ParityTorus(3, 4))
	f := Pebbles(4, 2)
	wantVerdict(t, "pebbles", cnf.Unsatisfiable, f)
	wantVerdict(t, "pebbles without the last clauses", cnf.Satisfiable, without(without(f)))
}
