package plb

import (
	"math"
	"math/rand/v2"
	"testing"

	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestPLBSection4AnyTree(t *testing.T) {
	r := reproducetest.Found(t, treesItem())
	for _, c := range r.Claims {
		if c.Verdict != reproduce.Holds {
			t.Errorf("%s, %s: %v: %s", c.Section, c.Text, c, c.Note)
		}
	}
}

func TestAnyTreeVerdictsDependOnTheRows(t *testing.T) {
	rows := func(change func(*treeRow)) []treeRow {
		var all []treeRow
		for _, n := range []int{255, 1023} {
			for _, shape := range []string{"line", "binary"} {
				for _, loads := range []string{"normal", "uniform", "exponential"} {
					r := treeRow{
						treeCase: treeCase{shape: shape, loads: loads}, procs: n, diameter: 2 * int(math.Log2(float64(n+1))-1),
						migrated: 1.6, exact: 1.6, line: 5, middle: theMiddle(loads), mostRounds: 5, point: 5, bound: 0.5, far: 1,
					}
					all = append(all, r)
				}
			}
		}
		change(&all[len(all)-2]) // the larger binary tree with uniform loads
		return all
	}
	for _, tc := range []struct {
		name   string
		change func(*treeRow)
		claim  func([]treeRow) reproduce.Claim
		want   string
	}{
		{"as much as the line", func(r *treeRow) { r.migrated = 5 }, anyTreeOrder, "holds"},
		{"more than the line", func(r *treeRow) { r.migrated = 5.1 }, anyTreeOrder, "does not hold"},
		{"the sum of eq. 3", func(*treeRow) {}, anyTreeShape, "holds"},
		{"another sum", func(r *treeRow) { r.loads, r.migrated = "normal", 1.7 }, anyTreeShape, "does not hold"},
		{"at the bound", func(r *treeRow) { r.bound = 1 }, anyTreeBound, "holds"},
		{"above the bound", func(r *treeRow) { r.bound = 1.001 }, anyTreeBound, "does not hold"},
		{"a far pair below it", func(r *treeRow) { r.far = 0.9 }, anyTreeBound, "does not hold"},
		{"rounds as the diameter", func(r *treeRow) { r.point = r.diameter }, anyTreeRounds, "holds"},
		{"more rounds than that", func(r *treeRow) { r.mostRounds = r.diameter + 1 }, anyTreeRounds, "does not hold"},
		{"√3/2", func(*treeRow) {}, uniformMiddle, "holds"},
		{"less than √3/2", func(r *treeRow) { r.middle = 0.86 }, uniformMiddle, "does not hold"},
		{"Θ(σ)", func(*treeRow) {}, middleOrder, "holds"},
		{"growing", func(r *treeRow) { r.middle *= 1.1 }, middleOrder, "does not hold"},
		{"1/log n", func(*treeRow) {}, treeSaving, "holds"},
		{"less", func(r *treeRow) { r.loads, r.migrated = "normal", 2 }, func(rows []treeRow) reproduce.Claim {
			return treeSaving(append(rows[:len(rows)-3:len(rows)-3], rows[len(rows)-2:]...))
		}, "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim(rows(tc.change)), tc.want)
	}
}

func TestBellVerdictsDependOnTheRows(t *testing.T) {
	row := func(variance, distance float64) []bellRow {
		return []bellRow{{
			bellCase: bellCase{"uniform", 256, 128, 10_000}, variance: variance, varianceError: 0.01, meanError: 0.01, distance: distance,
		}}
	}
	reproducetest.WantVerdict(t, "variance", bellClaims(row(1.03, 0))[0], "holds")
	reproducetest.WantVerdict(t, "another variance", bellClaims(row(1.05, 0))[0], "does not hold")
	reproducetest.WantVerdict(t, "normal", bellClaims(row(1, 0.04))[1], "holds")
	reproducetest.WantVerdict(t, "not normal", bellClaims(row(1, 0.05))[1], "does not hold")
}

func TestProductVerdictDependsOnTheRows(t *testing.T) {
	row := func(rounds, point int, uneven, bound float64) []productRow {
		return []productRow{{diameter: 9, mostRounds: rounds, point: point, uneven: uneven, bound: bound}}
	}
	reproducetest.WantVerdict(t, "balanced", productClaim(row(8, 9, 0, 1)), "holds")
	reproducetest.WantVerdict(t, "more rounds", productClaim(row(8, 10, 0, 1)), "does not hold")
	reproducetest.WantVerdict(t, "more rounds in a sample", productClaim(row(10, 9, 0, 1)), "does not hold")
	reproducetest.WantVerdict(t, "uneven", productClaim(row(8, 9, 0.01, 1)), "does not hold")
	reproducetest.WantVerdict(t, "above the bound", productClaim(row(8, 9, 0, 1.1)), "does not hold")
}

func TestLongestWay(t *testing.T) {
	for _, tc := range []struct {
		name   string
		parent []int
		links  int
	}{
		{"two", []int{-1, 0}, 1},
		{"line", []int{-1, 0, 1, 2}, 3},
		{"star", []int{-1, 0, 0, 0}, 2},
		{"past the root", []int{-1, 0, 0, 1, 2, 4}, 5},
		{"not through the root", []int{-1, 0, 1, 1, 2, 3, 4, 5}, 6},
	} {
		first, last, links := longestWay(tc.parent)
		depth := func(v int) (d int) {
			for ; tc.parent[v] >= 0; v = tc.parent[v] {
				d++
			}
			return d
		}
		between := 0
		for a, b := first, last; a != b; between++ {
			if depth(a) > depth(b) {
				a = tc.parent[a]
			} else {
				b = tc.parent[b]
			}
		}
		if links != tc.links || between != links {
			t.Errorf("%s: %d links, from %d to %d, which are %d apart; want %d", tc.name, links, first, last, between, tc.links)
		}
	}
}

// The sum of eq. 3 over the links of a tree is that of plb/table1 for the networks there.
func TestExpectedMigrationOfATree(t *testing.T) {
	for _, tc := range []struct {
		label  string
		parent []int
	}{
		{"line", parents(63, func(v int) int { return v - 1 })},
		{"tree", parents(63, func(v int) int { return (v - 1) / 2 })},
	} {
		net, err := topology.New(tc.label, 63)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := expected(tc.parent), (setting{label: tc.label, net: net}).exact()/63; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", tc.label, got, want)
		}
	}
}

// Each of the 16 trees of four numbered nodes is as likely as any other: 4 of them are stars, and 12 are lines.
func TestRandomTree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	const draws = 4000
	stars := 0
	for range draws {
		if _, _, links := longestWay(randomTree(4, random)); links == 2 {
			stars++
		}
	}
	if stars < draws/4-150 || stars > draws/4+150 {
		t.Errorf("%d of %d are stars, want about a quarter", stars, draws)
	}
}
