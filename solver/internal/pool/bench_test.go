package pool_test

import (
	"fmt"
	"testing"
	"time"

	"transat/solver/dpll"
	"transat/solver/internal/pool"
)

// BenchmarkSearch compares searches of one tree of 307,405 nodes: by dpll.Solve, by processors on as many
// threads or on two, and with ten checkpoints a second.
func BenchmarkSearch(b *testing.B) {
	f := random(b, 250, 1075, 3, 4)
	run := func(name string, search func() int64) {
		b.Run(name, func(b *testing.B) {
			nodes := int64(0)
			for b.Loop() {
				nodes += search()
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
	run("solve", func() int64 { return mustSolve(b, f, dpll.Options{}).Stats.Nodes })
	for _, size := range [][2]int{{1, 1}, {2, 2}, {32, 2}} {
		cfg := pool.Config{Formula: f, Procs: size[0], Threads: size[1], Layout: stealing(b)}
		run(fmt.Sprintf("procs=%d/threads=%d", cfg.Procs, cfg.Threads), func() int64 { return mustSearch(b, cfg).Stats.Nodes })
	}
	kept := pool.Config{
		Formula: f, Procs: 1, Threads: 1, Layout: stealing(b),
		SaveEvery: time.Second / 10, Save: func(pool.Snapshot) error { return nil },
	}
	run("kept", func() int64 { return mustSearch(b, kept).Stats.Nodes })
}
