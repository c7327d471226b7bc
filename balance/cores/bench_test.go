package cores

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// spinning is a synthetic tree whose nodes cost about a microsecond each.
type spinning struct {
	*balancetest.Tree
	sink *atomic.Uint64
}

// Expand implements balance.Tree.
func (s spinning) Expand(e balancetest.Element, dst []balancetest.Element) ([]balancetest.Element, int64, int64, bool) {
	x := uint64(e.First)
	for range 700 {
		x = x*6364136223846793005 + 1442695040888963407
	}
	if x == 0 {
		s.sink.Add(1)
	}
	return s.Tree.Expand(e, dst)
}

const benchNodes = 400_000

func benchTree() spinning {
	return spinning{&balancetest.Tree{Nodes: benchNodes, Seed: 1, Blind: true}, &atomic.Uint64{}}
}

// BenchmarkPlain is a search without a machine.
func BenchmarkPlain(b *testing.B) {
	for b.Loop() {
		w := NewWalk(benchTree())
		if err := w.Begin(w.Root()); err != nil {
			b.Fatal(err)
		}
		if outcome, err := w.Search(benchNodes); outcome != Closed || err != nil {
			b.Fatal(outcome, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchNodes, "ns/node")
}

// BenchmarkRun searches the same tree on machines, under several policies. The share of the threads' time
// that was spent searching (used-%) does not depend on what else this computer has to do as much as the
// time does.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct{ procs, threads int }{{1, 1}, {2, 2}, {8, 2}, {32, 2}} {
		for _, policy := range []string{"steal", "steal-half", "random-polling", "round-robin", "plb", "lade", "dn", "liquid-c5", "diffusion"} {
			b.Run(fmt.Sprintf("procs=%d/threads=%d/%s", c.procs, c.threads, policy), func(b *testing.B) {
				benchmark(b, c.threads, func() Config[Part[balancetest.Element]] {
					cfg, _ := walking(benchTree())
					under(b, &cfg, policy, c.procs)
					return cfg
				})
			})
		}
	}
}

// benchmark runs what config returns.
func benchmark[E any](b *testing.B, threads int, config func() Config[E]) {
	var sum balance.Result
	used, rounds := 0.0, 0
	for b.Loop() {
		cfg := config()
		cfg.Threads = threads
		m, err := New(cfg)
		if err != nil {
			b.Fatal(err)
		}
		r, err := m.Run(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		sum.Add(r)
		used += r.Used()
		rounds++
	}
	mean := func(x int64) float64 { return float64(x) / float64(rounds) }
	b.ReportMetric(float64(sum.Busy)/float64(sum.Nodes), "busy-ns/node")
	b.ReportMetric(100*used/float64(rounds), "used-%")
	b.ReportMetric(mean(sum.Messages), "messages")
	b.ReportMetric(mean(sum.Sent), "sent")
	b.ReportMetric(100*float64(sum.Balance+sum.Install)/float64(sum.Busy), "balance-%")
}
