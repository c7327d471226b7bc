package partition

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Every method puts every vertex in exactly one of the parts, and the same seed gives the same.
func TestMethodsPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomProblem(t)
		seed := rapid.Uint64().Draw(t, "seed")
		for _, m := range Methods() {
			parts, err := m.Run(t.Context(), p, seed)
			if err != nil {
				t.Fatal(err)
			}
			checkParts(t, p, parts)
			again, _ := m.Run(t.Context(), p, seed)
			if diff := cmp.Diff(parts, again); diff != "" {
				t.Fatalf("%s: -once +again:\n%s", m.Name, diff)
			}
		}
	})
}

func checkParts(t rapid.TB, p *Problem, parts []int) {
	t.Helper()
	if len(parts) != p.Graph.Vertices() {
		t.Fatalf("%d vertices have parts, of %d", len(parts), p.Graph.Vertices())
	}
	for v, q := range parts {
		if q < 0 || q >= p.Parts {
			t.Fatalf("vertex %d is in part %d of %d", v, q, p.Parts)
		}
	}
}

func TestMethodsStopWithAPartition(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := &Problem{Graph: triangleMesh(8, 8).Graph(), Parts: 5, Mu: 0.1, Dimension: 2}
	for _, m := range Methods() {
		parts, err := m.Run(ctx, p, 1)
		atOnce := m.Name == "linear" || m.Name == "random"
		if errors.Is(err, context.Canceled) == atOnce {
			t.Errorf("%s: %v", m.Name, err)
		}
		checkParts(t, p, parts)
	}
	parts, err := p.Anneal(ctx, p.Linear(), Schedule{Sweeps: 1}, 1) // nothing but the end, where it is cold
	if !errors.Is(err, context.Canceled) {
		t.Errorf("annealing: %v", err)
	}
	checkParts(t, p, parts)
}

func TestAnnealingNeverEndsWorseThanItBegan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomProblem(t)
		start := randomParts(t, p)
		before := p.Quality(start).Energy.H()
		for _, hot := range []bool{false, true} {
			parts, err := p.Anneal(t.Context(), start, Schedule{Levels: 5, Sweeps: 3, Hot: hot}, 1)
			if err != nil {
				t.Fatal(err)
			}
			if after := p.Quality(parts).Energy.H(); after > before*(1+1e-12) {
				t.Fatalf("hot %v: H rose from %v to %v", hot, before, after)
			}
		}
	})
}

// The least H of small problems is known: all partitions are tried.
func TestAnnealingFindsTheBestPartitionOfASmallMesh(t *testing.T) {
	for _, tc := range []struct {
		name  string
		mesh  *Mesh
		parts int
		mu    float64
	}{
		{"triangles, μ = 0.1", triangleMesh(2, 2), 3, 0.1},
		{"triangles, μ = 1", triangleMesh(2, 2), 3, 1},
		{"triangles, μ = 4", triangleMesh(2, 2), 3, 4},
		{"squares, 2 parts", gridMesh(4, 3), 2, 0.5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := &Problem{Graph: tc.mesh.Graph(), Parts: tc.parts, Mu: tc.mu, Dimension: 2}
			best := leastEnergy(p)
			parts, err := p.Anneal(t.Context(), p.Random(1), p.hot(), 1)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Quality(parts).Energy.H(); got > best+1e-9 {
				t.Errorf("H = %v, the least is %v", got, best)
			}
		})
	}
}

func leastEnergy(p *Problem) float64 {
	parts := make([]int, p.Graph.Vertices())
	best := p.Quality(parts).Energy.H()
	for v := 0; v < len(parts); {
		if parts[v]++; parts[v] == p.Parts {
			parts[v] = 0
			v++
			continue
		}
		v = 0
		best = min(best, p.Quality(parts).Energy.H())
	}
	return best
}

// The number of processors in use falls as μ rises, until there is one.
func TestPhysicalSection1112FewerPartsAsMuRises(t *testing.T) {
	g := triangleMesh(12, 12).Graph()
	last := 17
	for _, mu := range []float64{0.1, 2, 5, 20, 60} {
		p := &Problem{Graph: g, Parts: 16, Mu: mu, Dimension: 2, Sweeps: 30}
		parts, err := p.Physical(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		used := p.Quality(parts).Used
		if used >= last {
			t.Errorf("μ = %v: %d parts in use, not fewer than before", mu, used)
		}
		last = used
	}
	if last != 1 {
		t.Errorf("%d parts are left in the end, want 1", last)
	}
}

// A larger third force lets fewer vertices move.
func TestPhysicalSection1112MigrationHoldsParticles(t *testing.T) {
	m := triangleMesh(12, 12)
	p := &Problem{Graph: m.Graph(), Parts: 4, Mu: 0.1, Dimension: 2, Sweeps: 30}
	before, err := p.Physical(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	fine, parent, err := m.Refine(func(i int) bool { return m.Centre(i).X < 0.5 && m.Centre(i).Y < 0.5 })
	if err != nil {
		t.Fatal(err)
	}
	changed := &Problem{Graph: fine.Graph(), Parts: 4, Mu: 0.1, Dimension: 2, Sweeps: 30}
	for _, i := range parent {
		changed.Home = append(changed.Home, before[i])
	}
	var moved []int
	for _, force := range []float64{0, 0.3, 1000} {
		changed.Migration = force
		parts, err := changed.Physical(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		moved = append(moved, changed.Quality(parts).Moved)
	}
	if moved[0] <= moved[1] || moved[1] == 0 || moved[2] != 0 {
		t.Errorf("with forces 0, 0.3 and 1000, %v vertices move", moved)
	}
}

func TestLinear(t *testing.T) {
	for _, tc := range []struct {
		name    string
		weights []int64
		parts   int
		want    []int
	}{
		{"even", Ones(6), 3, []int{0, 0, 1, 1, 2, 2}},
		{"heavy", []int64{6, 1, 1, 1, 1, 2}, 2, []int{0, 1, 1, 1, 1, 1}},
		{"more parts than vertices", Ones(2), 4, []int{1, 3}},
		{"weightless", []int64{0, 1, 0}, 2, []int{0, 1, 1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g, err := NewGraph(tc.weights, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			p := &Problem{Graph: g, Parts: tc.parts, Dimension: 1}
			if diff := cmp.Diff(tc.want, p.Linear()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Strips have the fewest neighbours. With latency the usual method is never worse.
func TestPhysicalWithLatencyIsNotWorseThanStrips(t *testing.T) {
	for _, latency := range []float64{1, 12.5, 100} {
		p := &Problem{Graph: triangleMesh(16, 16).Graph(), Parts: 4, Mu: 0.1, Dimension: 2, Latency: latency, Sweeps: 10}
		parts, err := p.Physical(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if got, strips := p.Quality(parts).Energy.H(), p.Quality(p.Linear()).Energy.H(); got > strips {
			t.Errorf("latency %v: H = %v, %v in strips", latency, got, strips)
		}
	}
}
