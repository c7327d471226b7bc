package cube

import (
	"math"
	"os"
	"testing"

	"transat/instances/families"
	"transat/instances/instancetest"
	"transat/solver/cnf"
)

// told is what a forecast has told when some of the cost was spent.
type told struct{ spent, whole, off float64 }

// forecasts makes a run on one core, in this process.
func forecasts(t *testing.T, cfg Config) (all []told, cost float64) {
	t.Helper()
	m := newSampler(t, cfg, math.Inf(1))
	var f Costs
	stack := m.root.part
	stack[0].spot = f.root(stack[0], 1)
	for len(stack) > 0 {
		last := len(stack) - 1
		top := stack[last]
		children, paid, err := m.step(top)
		if err != nil {
			t.Fatal(err)
		}
		stack = stack[:last]
		solved := paid.cubes == 1
		if f.pay(top.spot, paid.conflicts, solved); !solved {
			f.split(top.spot, children)
			stack = append(stack, children...)
		}
		if closed := f.Closed(); f.spent > 0 && closed > 0 {
			all = append(all, told{f.spent, f.spent / closed, f.Off(closed)})
		}
	}
	if f.Closed() != 1 || len(f.roots) != 0 {
		t.Errorf("%v is closed at the end, and %d trees are open", f.Closed(), len(f.roots))
	}
	return all, f.spent
}

// After a tenth of a run, a forecast is mostly within a factor of two, and within the one that it tells.
func TestForecastIsNear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second of one core, and no goroutines share it")
	}
	for name, f := range map[string]*cnf.Formula{
		"distributive": families.Distributive(5),
		"colouring":    families.Colouring(3, 90, 400, 4, false),
		"waerden":      families.Waerden(3, 8, 58),
		"miter":        families.MultiplierMiter(6),
		"random":       instancetest.Formula(t, "200-860-3/1"),
	} {
		if os.Getenv("TRANSAT_TEST_MORE") == "" && name != "waerden" && name != "miter" {
			continue // the others take longer
		}
		all, cost := forecasts(t, Config{Formula: f, Splitter: LookaheadSplitter})
		near, held, n := 0, 0, 0
		for _, x := range all {
			if x.spent < 0.1*cost {
				continue
			}
			n++
			off := math.Abs(math.Log(x.whole / cost))
			if off < math.Log(2) {
				near++
			}
			if x.off == 0 || off < math.Log(x.off) {
				held++
			}
		}
		t.Logf("%-14s %6.0f conflicts, %4d forecasts, near %.2f, held %.2f", name, cost, n, float64(near)/float64(n), float64(held)/float64(n))
		if n < 20 || near < n*3/4 || held < n*3/4 {
			t.Errorf("%s: of %d forecasts %d are within a factor of two, %d within the one that was told", name, n, near, held)
		}
	}
}

// A run that costs nothing tells nothing, and ends.
func TestForecastWithoutConflicts(t *testing.T) {
	f := cnf.NewFormula(2)
	for _, l := range []cnf.Lit{cnf.Pos(1), cnf.Neg(1)} {
		f.Add(l, cnf.Pos(2))
		f.Add(l, cnf.Neg(2))
	}
	if all, cost := forecasts(t, Config{Formula: f, Splitter: RuleSplitter, Rule: "lex", Depth: 9}); len(all) > 0 || cost > 0 {
		t.Errorf("%+v, cost %v", all, cost)
	}
}

// What is given away has its share, and the rest the others, whatever is learned later.
func TestForecastSharesAddUp(t *testing.T) {
	var f Costs
	root := f.Root(0.5)
	kids := f.Split(root, make([]TreeNode, 2))
	first := f.Split(kids[0], make([]TreeNode, 2))
	sum := func(spots ...*Spot) (sum float64) {
		for _, s := range spots {
			sum += f.Share(s)
		}
		return sum
	}
	want := func(want float64, spots ...*Spot) {
		t.Helper()
		if got := sum(spots...) + f.Closed(); math.Abs(got-want) > 1e-9 {
			t.Errorf("the open nodes have %v, %v is closed: want %v in all", sum(spots...), f.Closed(), want)
		}
	}
	want(0.5, kids[1], first[0], first[1])
	f.pay(first[0], 3000, true)
	want(0.5, kids[1], first[1])
	given := f.Give(kids[1])
	if !(given > 0.1 && given < 0.4) {
		t.Errorf("%v is given away", given)
	}
	want(0.5-given, first[1])
	f.pay(first[1], 100, true)
	if want(0.5 - given); len(f.roots) > 0 {
		t.Error("a tree is open at the end")
	}
}

// The more a forecast has changed, the farther it may be off, until the change is long ago.
func TestDoubt(t *testing.T) {
	var d Doubt
	if d.Off(0, 0) != 0 || d.Off(1, 0.5) != 0 || d.Due(0) {
		t.Error("something is known before anything is spent")
	}
	for _, x := range []struct{ spent, whole float64 }{{1, 900}, {2, 40}, {4, 50}, {8, 50}, {16, 50}} {
		before := d.Due(x.spent)
		if d.Note(x.spent, x.spent/x.whole); !before || d.Due(x.spent) {
			t.Errorf("at %v: due before %v, and after %v", x.spent, before, d.Due(x.spent))
		}
	}
	for _, x := range []struct{ closed, low, high float64 }{{16. / 50, 1.9, 2.1}, {16. / 200, 3.9, 4.1}} {
		if off := d.Off(16, x.closed); off < x.low || off > x.high {
			t.Errorf("%v closed: off by %v, want %v to %v", x.closed, off, x.low, x.high)
		}
	}
	if len(d.minds) > 3 {
		t.Errorf("%d forecasts are kept", len(d.minds))
	}
}
