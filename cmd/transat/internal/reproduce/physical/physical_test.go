package physical

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"transat/balance/partition"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestPhysicalSection1112ClaimsHold(t *testing.T) {
	reproducetest.Long(t) // package partition tests the same claims at smaller sizes

	bare := []string{metricItem().Name, latencyItem().Name, smoothItem().Name, dimensionsItem().Name} // without pictures
	for _, item := range Items() {
		r := reproducetest.Found(t, item)
		if len(r.Claims) == 0 || len(r.Tables) == 0 || len(r.Figures) == 0 && !slices.Contains(bare, item.Name) {
			t.Errorf("%s: %d claims, %d tables, %d figures", item.Name, len(r.Claims), len(r.Tables), len(r.Figures))
		}
		for _, c := range r.Claims {
			if strings.Contains(c.Text, "latency") || strings.Contains(c.Text, "side by side") {
				continue // that depends on the size of the mesh; TestRatioVerdicts has the latter
			}
			if c.Verdict != reproduce.Holds {
				t.Errorf("%s: %s: %v: %s", item.Name, c.Text, c, c.Note)
			}
		}
	}
}

func TestPhysicalItemsStopWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, item := range Items() {
		plan := &reproduce.Plan{Items: []reproduce.Item{item}, Quick: true, Seed: 1, Threads: 1}
		if _, err := plan.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the error is %v", item.Name, err)
		}
	}
}

// What is tried is every partition once, whatever the names of the parts: Stirling numbers of the second kind.
func TestAllOfTriesEveryPartition(t *testing.T) {
	_, graph := meshOf("grid:3x2")
	p := partition.Problem{Graph: graph, Parts: 4, Dimension: 2}
	a := newAllOf(t.Context(), &p, math.Inf(1))
	a.work, a.cut = 0, 0 // all are as good
	a.place(0, 0, 0, 0)
	if want := 1 + 31 + 90 + 65; a.optima != want { // S(6,1) to S(6,4)
		t.Errorf("%d partitions of 6 vertices into at most 4 parts, want %d", a.optima, want)
	}
}

// Sums kept up while points are placed are those of the partition.
func TestAllOfEnergy(t *testing.T) {
	_, graph := meshOf("grid:3x2")
	for _, mu := range []float64{0, 0.5, 3} {
		p := partition.Problem{Graph: graph, Parts: 4, Mu: mu, Dimension: 2}
		a := newAllOf(t.Context(), &p, math.Inf(1))
		a.place(0, 0, 0, 0)
		if h := p.Quality(a.best).Energy.H(); math.Abs(h-a.least) > 1e-9 {
			t.Errorf("μ = %v: the best has H = %v, noted as %v", mu, h, a.least)
		}
	}
}

func TestMessagesOfAPartition(t *testing.T) {
	_, graph := meshOf("grid:30x2")
	parts := make([]int, graph.Vertices())
	for v := range parts {
		parts[v] = v / 30 % 2 // two rows: 30 sides, a message of 240 bytes each way
	}
	p := partition.Problem{Graph: graph, Parts: 2, Dimension: 2}
	r := metricRow{quality: p.Quality(parts)}
	r.count(graph, parts)
	if r.quality.Messages != 2 || r.long != 2 {
		t.Errorf("%d messages, %d of them long, want 2 and 2", r.quality.Messages, r.long)
	}
}

// μ = a/c is judged by the time that is lost with it, and the best μ by whether they fall.
func TestRatioVerdicts(t *testing.T) {
	row := func(c, time, low, high, apart float64) ratioRow {
		return ratioRow{c: c, mu: 1 / c, time: time, best: 100, low: low, high: high, apart: apart}
	}
	for _, tc := range []struct {
		name                     string
		rows                     []ratioRow
		inverse, falls, sideways string
	}{
		{"as it says", []ratioRow{row(1, 100, 1, 2, 0), row(2, 104, 0.5, 1, 0)}, "holds", "holds", "holds"},
		{"for one c", []ratioRow{row(1, 100, 1, 2, 0), row(2, 106, 0.5, 1, 0.5)}, "holds for c = 1", "holds", "holds for c = 1"},
		{"for no c", []ratioRow{row(1, 110, 1, 2, 1), row(2, 106, 2, 3, 0.5)}, "does not hold", "does not hold", "does not hold"},
	} {
		claims := ratioClaims(tc.rows)
		for i, want := range []string{tc.inverse, tc.falls, tc.sideways} {
			reproducetest.WantVerdict(t, tc.name+", "+claims[i].Text, claims[i], want)
		}
	}
}

// The time of a run, worked out by hand: two halves of a square of 2×2 squares.
func TestRatioTimes(t *testing.T) {
	mesh, graph := meshOf("grid:2x2")
	r := newPhysicalRun(mesh, graph, 2, usualMu, "linear", 1)
	r.parts = []int{0, 0, 0, 1} // 3 elements and 1; 2 links cut
	r.quality = r.problem.Quality(r.parts)
	if got := r.time(4); got != 3+2*2./4 {
		t.Errorf("T = %v, want 4", got)
	}
	if got := r.slowest(4); got != 3+2./4 {
		t.Errorf("side by side it is %v, want 3.5", got)
	}
}

// With the squares in the place of the maximum and the other way round, the claims fail.
func TestSmoothVerdicts(t *testing.T) {
	var fine []smoothRow
	for _, procs := range smoothProcs() {
		fine = append(fine, scan(procs)...)
	}
	for i, want := range []string{"holds", "holds"} {
		reproducetest.WantVerdict(t, "as it is", smoothClaims(fine)[i], want)
	}
	for i := range fine {
		fine[i].maximum, fine[i].squares = fine[i].squares, fine[i].maximum
	}
	for i, want := range []string{"does not hold", "does not hold"} {
		reproducetest.WantVerdict(t, "exchanged", smoothClaims(fine)[i], want)
	}
}

// A cube has 3·side²·(side−1) links.
func TestCube(t *testing.T) {
	for d, want := range map[int]int{1: 3, 2: 2 * 4 * 3, 3: 3 * 16 * 3} {
		if g := cube(4, d); g.Vertices() != int(math.Pow(4, float64(d))) || g.Edges() != want {
			t.Errorf("%d dimensions: %d vertices and %d edges, want %d", d, g.Vertices(), g.Edges(), want)
		}
	}
}
