package atlas

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

func plan() Plan {
	return Plan{
		Store: &treecache.Store{Rule: "lex", Threads: 1, Warn: func(string) {}}, Threads: 1,
		only: []scope{
			{
				trees: []string{"pigeons-5", "uts-t1/5", "pigeons-5@boehm"}, machines: []string{"gcel-1024", "cluster"}, procs: []int{4, 8, 1024},
				policies: []string{"steal", "lade", "none"}, starts: Starts(), seeds: 2,
			},
			{trees: []string{"load-100/30"}, machines: []string{"meiko-cs1"}, procs: []int{9}, policies: []string{"dn", "none"}, seeds: 2},
		},
	}
}

// Cells are the same on any number of threads, those that are known are not made again, and there are none without enough nodes.
func TestRun(t *testing.T) {
	once := plan()
	made := 0
	once.Made = func(Cell) error { made++; return nil }
	want, err := Run(t.Context(), once)
	if err != nil {
		t.Fatal(err)
	}
	if made != len(want) || made < 26 {
		t.Errorf("%d cells, %d told", len(want), made)
	}
	for _, c := range want {
		if c.N == 1024 || !c.Changing() && c.Nodes < LeastNodes*int64(c.N) {
			t.Errorf("%s has %d nodes", c.Case.Name(), c.Nodes)
		}
		if c.Below != (c.Efficiency == Floor) || c.Efficiency > 1 {
			t.Errorf("%+v", c)
		}
	}
	again := plan()
	again.Threads, again.Known, made = 3, want[:7], 0
	again.Made = func(Cell) error { made++; return nil }
	got, err := Run(t.Context(), again)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if made != len(want)-7 {
		t.Errorf("%d cells were made, want %d", made, len(want)-7)
	}
}

func TestReadWhatWasWritten(t *testing.T) {
	want := []Cell{cell("steal", 64, 0.5, 0.01), cell("lade:period=8.6e-06", 16, Floor, 0)}
	want[1].Below = true
	var file bytes.Buffer
	if err := Write(&file, want[:1]); err != nil {
		t.Fatal(err)
	}
	if err := Append(&file, want[1]); err != nil {
		t.Fatal(err)
	}
	file.WriteString("uts-t1,clus") // killed here
	got, err := Read(&file)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	if _, err := Read(strings.NewReader("a,b\n")); err == nil {
		t.Error("a line of two fields is taken")
	}
}

func cell(policy string, n int, efficiency, half float64) Cell {
	return Cell{
		Case:   Case{Tree: "t", Machine: "gcel-1024", Network: Mesh, N: n, Start: sim.StartMiddle, Nodes: 100_000, Node: 0.008},
		Policy: policy, Seeds: 3, Efficiency: efficiency, Half: half,
	}
}

func TestJudge(t *testing.T) {
	cases := Judge([]Cell{
		cell("a:x=1", 16, 0.80, 0.03), cell("b", 16, 0.84, 0.04), cell("c", 16, 0.60, 0),
		cell("a:x=1", 64, 0.30, 0), cell("b", 64, 0.31, 0), cell("c", 64, 0.70, 0.1),
	})
	if len(cases) != 2 {
		t.Fatalf("%d cases", len(cases))
	}
	if diff := cmp.Diff([]string{"b", "a"}, cases[0].Ties()); diff != "" {
		t.Error(diff)
	}
	r := RecordOf("a", cases, func(Judged) string { return "a" })
	if r.Best != 0 || r.Tied != 1 || math.Abs(r.Mean-22) > 1e-9 || math.Abs(r.Most-40) > 1e-9 || !strings.Contains(r.Worst, " 64 ") {
		t.Errorf("%+v", r)
	}
	changes := Changes(cases)
	if len(changes) != 1 || changes[0].Few.N != 16 || changes[0].Many.N != 64 {
		t.Errorf("%+v", changes)
	}
}

// Which policy is best depends on the start alone, so one question is enough; and no tree has more than eight leaves.
func TestFit(t *testing.T) {
	var cells []Cell
	for n := 4; n <= 4096; n *= 2 {
		for i, start := range []sim.Start{sim.StartMiddle, sim.StartSpread} {
			for j, policy := range []string{"a", "b"} {
				c := cell(policy, n, 0.9-0.3*float64((i+j)%2), 0)
				c.Start = start
				cells = append(cells, c)
			}
		}
	}
	rule, err := Fit(Judge(cells))
	if err != nil {
		t.Fatal(err)
	}
	if len(rule.Leaves()) != 2 || rule.Feature.Key != "spread" || rule.Below.Policy != "a" || rule.From.Policy != "b" {
		t.Errorf("%v", rule.Lines())
	}
	rule, err = Fit(Half(Judge(Map()), false))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(rule.Leaves()); n > MaxLeaves {
		t.Errorf("%d leaves", n)
	}
}

// Dynamic loads are told from trees first, and have policies of their own.
func TestFitLoads(t *testing.T) {
	var cells []Cell
	for n := 4; n <= 4096; n *= 2 {
		cells = append(cells, cell("a", n, 0.9, 0), cell("b", n, 0.5, 0))
		for dynamicity := range 3 {
			for i, policy := range []string{"c", "d"} {
				load, err := Load(fmt.Sprintf("load-%d/30", 10*(dynamicity+1)), "meiko-cs1", n)
				if err != nil {
					t.Fatal(err)
				}
				better := i == 0 == (dynamicity > 0)
				efficiency := 0.8
				if better {
					efficiency = 0.9
				}
				cells = append(cells, Cell{Case: load, Policy: policy, Seeds: 3, Efficiency: efficiency})
			}
		}
	}
	rule, err := Fit(Judge(cells))
	if err != nil {
		t.Fatal(err)
	}
	tree := cell("", 64, 0, 0).Case
	slow, _ := Load("load-10/30", "meiko-cs1", 64)
	fast, _ := Load("load-30/30", "meiko-cs1", 64)
	for _, test := range []struct {
		of   Case
		want string
	}{{tree, "a"}, {slow, "d"}, {fast, "c"}} {
		if got, _, err := rule.Take(test.of); got != test.want || err != nil {
			t.Errorf("%s: policy %s, want %s (%v)\n%s", test.of.Name(), got, test.want, err, strings.Join(rule.Lines(), "\n"))
		}
	}
}

func TestChangingLoad(t *testing.T) {
	got, ok, err := changingLoad("load-0.5/70")
	if want := (changing{0.005, 0.7}); got != want || !ok || err != nil {
		t.Errorf("%v, %v, %v", got, ok, err)
	}
	if _, ok, err := changingLoad("200-860-3/1"); ok || err != nil {
		t.Error("a tree is a load")
	}
	for _, name := range []string{"load-", "load-1", "load-0/30", "load-x/30", "load-1/101", "load-NaN/30"} {
		if _, ok, err := changingLoad(name); !ok || err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// A plane is found again, and its interval is narrow.
func TestForetell(t *testing.T) {
	of := func(c Case) float64 {
		at, err := axes(c)
		if err != nil {
			t.Fatal(err)
		}
		return share(-7 + 0.7*at[1] - 0.2*at[2])
	}
	var cells []Cell
	for n := 4; n <= 1024; n *= 2 {
		for nodes := int64(100_000); nodes <= 400_000; nodes *= 2 {
			c := cell("a", n, 0, 0)
			c.Nodes, c.Tree = nodes, strings.Repeat("t", int(nodes/100_000))
			c.Efficiency = of(c.Case)
			cells = append(cells, c)
		}
	}
	where := cell("", 48, 0, 0).Case
	f, err := Foretell(Judge(cells), where, "a")
	if want := of(where); err != nil || math.Abs(f.Efficiency-want) > 1e-3 || f.High-f.Low > 1e-2 || f.Low > want+1e-6 || f.High < want-1e-6 {
		t.Errorf("%+v, want %.4f, error %v", f, want, err)
	}
	if _, err := Foretell(Judge(cells[:4]), where, "a"); err == nil {
		t.Error("four cells are enough")
	}
}

func presetOf(t *testing.T, name string) compare.Preset {
	t.Helper()
	p, err := compare.ChoosePreset(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The map that comes with the program holds what the command makes, as far as its names say, and every machine of it has advice.
func TestMap(t *testing.T) {
	cells := Map()
	scopes := Medium.scopes()
	usual := scopes[1]
	seen := map[key]bool{}
	for _, c := range cells {
		if planned := slices.ContainsFunc(scopes, func(s scope) bool {
			return s.seeds == c.Seeds && slices.Contains(s.trees, c.Tree) && slices.Contains(s.machines, c.Machine) &&
				slices.Contains(s.procs, c.N) && slices.Contains(s.policies, c.PolicyName()) && slices.Contains(s.on(presetOf(t, c.Machine)), c.Network)
		}); !planned || seen[c.key()] {
			t.Errorf("%s, policy %s with %d seeds is not in the plan, or twice in the map", c.Case.Name(), c.Policy, c.Seeds)
		}
		seen[c.key()] = true
		if tuned, err := Tuned(c.PolicyName(), presetOf(t, c.Machine)); err != nil || tuned != c.Policy {
			t.Errorf("%s: policy %s, want %s (%v)", c.Case.Name(), c.Policy, tuned, err)
		}
	}
	for _, machine := range append(usual.machines, TwoLevel) {
		for _, start := range []sim.Start{sim.StartMiddle, sim.StartSpread} {
			cost, _ := sim.ChooseCostModel(machine)
			c := Case{Tree: "x", Machine: machine, Network: Mesh, N: 64, Start: start, Nodes: 100_000, Node: compare.UsualNode(cost)}
			a, err := Advise(cells, c)
			if err != nil || a.Policy == "" || !(a.Low <= a.Efficiency && a.Efficiency <= a.High) || len(a.Check) < 2 {
				t.Errorf("%s %s: %+v, %v", machine, start, a, err)
			}
		}
	}
}

// The synthetic tree has as many nodes as it says, and none of its sums is wrong.
func TestUneven(t *testing.T) {
	u := uneven{nodes: 1001, share: 0.1}
	open, seen := []part{u.Root()}, int64(0)
	for len(open) > 0 {
		e := open[len(open)-1]
		open = open[:len(open)-1]
		children, _, nodes, _ := u.Expand(e, nil)
		seen += nodes
		sum := int64(0)
		for _, c := range children {
			sum += c.nodes
		}
		if sum != e.nodes-1 {
			t.Fatalf("%d nodes below one of %d", sum, e.nodes)
		}
		open = append(open, children...)
	}
	if seen != u.nodes {
		t.Errorf("%d nodes, want %d", seen, u.nodes)
	}
}

func TestStructured(t *testing.T) {
	for _, name := range []string{"pigeons-4", "mycielski-3", "products-3"} { // a graph that needs one colour more
		f, err := structured(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: "lex"})
		if err != nil || r.Verdict != cnf.Unsatisfiable {
			t.Errorf("%s: %v, %v", name, r.Verdict, err)
		}
	}
	if _, err := structured("pigeons-x"); err == nil {
		t.Error("pigeons-x is taken")
	}
}

// Where a case is not finished, a decision tree still names a policy.
func TestFitWithAnUnfinishedCase(t *testing.T) {
	rule, err := Fit(Judge([]Cell{
		cell("a", 16, 0.9, 0), cell("b", 16, 0.5, 0), cell("a", 64, 0.9, 0),
		cell("b", 256, 0.9, 0), cell("a", 256, 0.8, 0),
	}))
	if err != nil || rule.Policy != "a" {
		t.Errorf("policy %q, error %v", rule.Policy, err)
	}
}

// A question is asked only if at least leastCases cases lie on either side of it, and then the six of another kind are found.
func TestFitAsksNothingForAFewCases(t *testing.T) {
	for few := 1; few <= leastCases; few++ {
		for _, last := range []bool{false, true} { // the few are the smallest machines, or the largest
			var cells []Cell
			for i := range 20 {
				odd := i < few
				if last {
					odd = i >= 20-few
				}
				best := map[bool]string{false: "a", true: "b"}[odd]
				for _, policy := range []string{"a", "b"} {
					efficiency := 0.3
					if policy == best {
						efficiency = 0.9
					}
					cells = append(cells, cell(policy, (i+2)*(i+2), efficiency, 0))
				}
			}
			rule, err := Fit(Judge(cells))
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range rule.Leaves() {
				if len(l.Cases) < leastCases || few == leastCases && l.regret > 0 {
					t.Errorf("%d cases, at the end: %v: %v", few, last, rule.Lines())
				}
			}
		}
	}
}

// A message over the diameter is charged at both ends, on each link, and by the processors that pass it on.
func TestAcrossCountsRouting(t *testing.T) {
	cost := sim.CostModel{MessageCPU: 1000, LinkTime: 20, RouteCPU: 3}
	const diameter = 5 // of a grid of 3x4
	if got, want := (Case{Network: Mesh, N: 12}).across(cost), 1e-9*(2*1000+diameter*(20+3)); math.Abs(got-want) > 1e-15 {
		t.Errorf("%v s, want %v", got, want)
	}
}

// A network changes the name of a case and the time across the machine, and older files have meshes alone.
func TestNetworks(t *testing.T) {
	cost := sim.CostModel{LinkTime: 1000}
	for _, test := range []struct {
		network, name string
		links         float64
	}{{Mesh, "t m 64 middle", 14}, {Torus, "t m torus 64 middle", 8}, {Hypercube, "t m hypercube 64 middle", 6}} {
		c := Case{Tree: "t", Machine: "m", Network: test.network, N: 64, Start: sim.StartMiddle}
		if got := 1e6 * c.across(cost); c.Name() != test.name || math.Abs(got-test.links) > 1e-9 {
			t.Errorf("%s: %v links across, want %s, %v", c.Name(), got, test.name, test.links)
		}
		if g, err := physical(test.network, 64); err != nil || g.Procs() != 64 {
			t.Errorf("%s: %v, %v", test.network, g, err)
		}
	}
	if _, err := physical("ring", 64); err == nil {
		t.Error("a ring is taken")
	}
	old, err := Read(strings.NewReader("t,gcel-1024,64,middle,100000,0.008,steal,3,0.5,0.01,false\n"))
	if want := []Cell{cell("steal", 64, 0.5, 0.01)}; err != nil || cmp.Diff(want, old) != "" {
		t.Errorf("%v, %v", old, err)
	}
}

// Cells on other networks are those of machines that have them, and a policy that can sees the torus.
func TestRunOnNetworks(t *testing.T) {
	p := plan()
	p.only = []scope{{
		trees: []string{"uts-t1/5"}, machines: []string{"gcel-1024", TwoLevel}, procs: []int{16}, policies: []string{"lade"},
		starts: Starts()[:1], seeds: 1, networks: []string{Torus, Hypercube}, least: 8,
	}}
	cells, err := Run(t.Context(), p)
	if err != nil || len(cells) != 3 || cells[0].Network != Torus || cells[1].Network != Hypercube || cells[2].Network != Mesh ||
		cells[0].Efficiency == cells[1].Efficiency {
		t.Errorf("%+v, %v", cells, err)
	}
}
