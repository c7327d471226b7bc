package partition

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// randomProblem draws a small problem with everything in it.
func randomProblem(t *rapid.T) *Problem {
	p := &Problem{
		Graph:     randomGraph(t),
		Parts:     rapid.IntRange(1, 6).Draw(t, "parts"),
		Mu:        rapid.Float64Range(0, 5).Draw(t, "mu"),
		Dimension: rapid.IntRange(1, 3).Draw(t, "dimension"),
		Sweeps:    2,
	}
	if rapid.Bool().Draw(t, "metric") {
		p.Distance = Hamming
	}
	if rapid.Bool().Draw(t, "late") {
		p.Latency = rapid.Float64Range(0, 20).Draw(t, "latency")
	}
	if rapid.Bool().Draw(t, "at home") {
		p.Home = randomParts(t, p)
		p.Migration = rapid.Float64Range(0, 5).Draw(t, "migration")
	}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	return p
}

func randomParts(t *rapid.T, p *Problem) []int {
	n := p.Graph.Vertices()
	return rapid.SliceOfN(rapid.IntRange(0, p.Parts-1), n, n).Draw(t, "part")
}

// energyByDefinition is H as the package comment has it, sum by sum.
func energyByDefinition(p *Problem, parts []int) Energy {
	g := p.Graph
	var w, s, c, cut, moved float64
	load := make([]float64, p.Parts)
	messages := map[[2]int]bool{}
	for v, q := range parts {
		w += float64(g.weight[v])
		s += float64(g.size[v])
		load[q] += float64(g.weight[v])
		if p.Home != nil && p.Home[v] != q {
			moved += float64(g.size[v])
		}
		for _, arc := range g.Arcs(v) {
			c += float64(arc.Weight) / 2
			if q != parts[arc.To] {
				messages[[2]int{q, parts[arc.To]}] = true
			}
			switch {
			case p.Distance != nil:
				cut += float64(arc.Weight) / 2 * float64(p.Distance(q, parts[arc.To]))
			case parts[arc.To] != q:
				cut += float64(arc.Weight) / 2
			}
		}
	}
	var e Energy
	n, parts0, d := float64(g.Vertices()), float64(p.Parts), float64(p.Dimension)
	for _, l := range load {
		e.Work += parts0 * parts0 / w / w * l * l
	}
	if c > 0 {
		e.Communication = p.Mu * math.Pow(parts0/n, (d-1)/d) * (cut/(c/float64(g.Edges())) + p.Latency*float64(len(messages))/2)
	}
	if p.Home != nil && s > 0 {
		e.Migration = p.Migration * parts0 / s * moved
	}
	return e
}

func TestEnergyMoveByMoveIsEnergyFromScratch(t *testing.T) {
	near := cmpopts.EquateApprox(1e-9, 1e-9)
	rapid.Check(t, func(t *rapid.T) {
		p := randomProblem(t)
		s := newState(p, randomParts(t, p))
		for range rapid.IntRange(0, 20).Draw(t, "moves") {
			before := s.energy().H()
			v, to := rapid.IntRange(0, len(s.part)-1).Draw(t, "v"), rapid.IntRange(0, p.Parts-1).Draw(t, "to")
			if to == s.part[v] {
				continue
			}
			add := s.changes(v, to)
			delta := s.delta(v, to, add)
			s.move(v, to, add)
			if diff := cmp.Diff(before+delta, s.energy().H(), near); diff != "" {
				t.Fatalf("-foretold +come: %s", diff)
			}
		}
		if diff := cmp.Diff(energyByDefinition(p, s.part), s.energy(), near); diff != "" {
			t.Fatalf("-by definition +move by move: %s", diff)
		}
		again := newState(p, s.part)
		if again.sums != s.sums || !slices.Equal(again.load, s.load) || !slices.Equal(again.between, s.between) {
			t.Fatalf("sums drift: %+v, load %v; want %+v, %v", s.sums, s.load, again.sums, again.load)
		}
	})
}

// Each part of a good partition adds 1 to the repulsion and about 1 to the attraction, whatever N and
// P.
func TestPhysicalSection1112TermsAreAboutOneAPart(t *testing.T) {
	for _, side := range []int{16, 32, 64} {
		for _, blocks := range []int{2, 4, 8} {
			p := &Problem{Graph: gridMesh(side, side).Graph(), Parts: blocks * blocks, Mu: 1, Dimension: 2}
			parts := make([]int, side*side)
			for v := range parts {
				x, y := v%side, v/side
				parts[v] = x*blocks/side + blocks*(y*blocks/side)
			}
			e := p.Quality(parts).Energy
			n := float64(p.Parts)
			if e.Work != n || e.Communication < n/2 || e.Communication > 2*n {
				t.Errorf("%d² squares in %d² blocks: repulsion %v, attraction %v: want %v and about as much",
					side, blocks, e.Work, e.Communication, n)
			}
		}
	}
}

func TestQuality(t *testing.T) {
	g, err := NewGraph([]int64{1, 2, 3, 4}, []int64{5, 6, 7, 8}, []Edge{{0, 1, 1}, {1, 2, 3}, {2, 3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	p := &Problem{Graph: g, Parts: 4, Mu: 3, Dimension: 1, Home: []int{0, 0, 1, 2}, Migration: 2}
	got := p.Quality([]int{0, 0, 1, 1})
	want := Quality{
		Used: 2, Cut: 1, CutWeight: 3, Messages: 2, Imbalance: 7 / 2.5, Moved: 1,
		Energy: Energy{Work: 16 * (9.0 + 49) / 100, Communication: 3 * 3 / 2.0, Migration: 2 * 4 * 8 / 26.0},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestNewGraphErrors(t *testing.T) {
	for _, tc := range []struct {
		name           string
		weights, sizes []int64
		edges          []Edge
		want           string
	}{
		{"nothing", nil, nil, nil, "0 vertices: want from 1 to 2147483647"},
		{"sizes", Ones(2), Ones(3), nil, "2 vertices with 3 sizes"},
		{"negative", []int64{1, -1}, nil, nil, "vertex 1: weight -1, size 1: want no negative numbers, and sums below 2^53"},
		{"weightless", []int64{0, 0}, nil, nil, "the weights of all 2 vertices are 0: want at least one that is not"},
		{"range", Ones(2), nil, []Edge{{0, 2, 1}}, "edge 0-2: want vertices from 0 to 1"},
		{"loop", Ones(2), nil, []Edge{{1, 1, 1}}, "edge 1-1 joins a vertex to itself"},
		{"weight", Ones(2), nil, []Edge{{0, 1, 0}}, "edge 0-1: weight 0: want at least 1"},
		{"twice", Ones(2), nil, []Edge{{0, 1, 1}, {1, 0, 1}}, "edge 0-1 is there twice"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := NewGraph(tc.weights, tc.sizes, tc.edges); err == nil || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	good := Problem{Graph: gridMesh(2, 1).Graph(), Parts: 2, Mu: 1, Dimension: 2}
	for _, tc := range []struct {
		name  string
		spoil func(*Problem)
		want  string
	}{
		{"parts", func(p *Problem) { p.Parts = 0 }, "0 parts: want from 1 to 1048576"},
		{"mu", func(p *Problem) { p.Mu = -1 }, "μ = -1: want a number that is not negative"},
		{"no number", func(p *Problem) { p.Mu = math.NaN() }, "μ = NaN: want a number that is not negative"},
		{"migration", func(p *Problem) { p.Migration = math.Inf(1) }, "migration force +Inf: want a number that is not negative"},
		{"sweeps", func(p *Problem) { p.Sweeps = -1 }, "-1 sweeps: want at least 1, or 0 for the usual number"},
		{"dimension", func(p *Problem) { p.Dimension = 0 }, "dimension 0: want at least 1"},
		{"few homes", func(p *Problem) { p.Home = []int{1} }, "home of 1 vertices: want all 2"},
		{"homeless", func(p *Problem) { p.Home = []int{0, 2} }, "vertex 1 lies in part 2: want from 0 to 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := good
			tc.spoil(&p)
			if err := p.Check(); err == nil || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
}
