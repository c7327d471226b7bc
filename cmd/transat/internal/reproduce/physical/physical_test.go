package physical

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"transat/balance/partition"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestPhysicalSection1112ClaimsHold(t *testing.T) {
	reproducetest.Long(t) // package partition tests the same claims at smaller sizes
	for _, item := range Items() {
		r := reproducetest.Found(t, item)
		if len(r.Claims) == 0 || len(r.Tables) == 0 || len(r.Figures) == 0 && item.Name != metricItem().Name && item.Name != latencyItem().Name {
			t.Errorf("%s: %d claims, %d tables, %d figures", item.Name, len(r.Claims), len(r.Tables), len(r.Figures))
		}
		for _, c := range r.Claims {
			if strings.Contains(c.Text, "latency") {
				continue // that depends on the size of the mesh
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
