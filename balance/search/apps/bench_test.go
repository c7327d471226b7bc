package apps

import (
	"fmt"
	"math"
	"testing"
	"time"

	"transat/balance/search"
)

// BenchmarkOneCore runs each search by hand and by the library on one processor, in turn, and shows the time of the library as a
// multiple of that by hand: CPU seconds, so other programs of the computer disturb it little.
//
//	go test ./balance/search/apps -run '^$' -bench OneCore
func BenchmarkOneCore(b *testing.B) {
	sum, n := 0.0, 0
	for _, a := range large(b) {
		b.Run(a.name, func(b *testing.B) {
			var hand, library time.Duration
			var nodes int64
			for b.Loop() {
				begun := cpuTime()
				_, nodes = a.hand()
				middle := cpuTime()
				answer, r, err := a.library(search.Options{Procs: 1})
				if err != nil || answer != a.want || r.Nodes != nodes {
					b.Fatalf("got %d after %d nodes, %v; want %d after %d", answer, r.Nodes, err, a.want, nodes)
				}
				hand, library = hand+middle-begun, library+cpuTime()-middle
			}
			ratio := library.Seconds() / hand.Seconds()
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(hand.Nanoseconds())/float64(b.N)/float64(nodes), "ns/node-by-hand")
			b.ReportMetric(ratio, "ratio")
			b.ReportMetric(float64(nodes), "nodes")
			sum, n = sum+math.Log(ratio), n+1
		})
	}
	b.Run("geometric-mean", func(b *testing.B) {
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(math.Exp(sum/float64(n)), "ratio")
	})
}

// BenchmarkTwoCores runs each search on one processor and on two, in turn. Where the computer has two cores to spare, speedup says how
// many times as fast two are. In any case, cpu is the CPU time of two as a multiple of that of one, searching is the share of the time
// of both processors in which they searched, and nodes is the number of nodes of two as a multiple of that of one.
//
//	go test ./balance/search/apps -run '^$' -bench TwoCores -benchtime 5x
func BenchmarkTwoCores(b *testing.B) {
	for _, a := range large(b) {
		for _, ordered := range []bool{false, true} {
			name := a.name
			if ordered {
				name += "/ordered"
			}
			b.Run(name, func(b *testing.B) {
				var wall, cpu [3]time.Duration
				var nodes [3]int64
				searching := 0.0
				for b.Loop() {
					for procs := 1; procs <= 2; procs++ {
						begun, cpuBegun := time.Now(), cpuTime()
						answer, r, err := a.library(search.Options{Procs: procs, Ordered: ordered})
						if err != nil || answer != a.want {
							b.Fatalf("got %d, %v, want %d", answer, err, a.want)
						}
						wall[procs] += time.Since(begun)
						cpu[procs] += cpuTime() - cpuBegun
						nodes[procs] += r.Nodes
						if procs == 2 {
							searching += float64(r.Busy) / float64(r.Time) / 2
						}
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(wall[1].Seconds()/wall[2].Seconds(), "speedup")
				b.ReportMetric(cpu[2].Seconds()/cpu[1].Seconds(), "cpu")
				b.ReportMetric(100*searching/float64(b.N), "%searching")
				b.ReportMetric(float64(nodes[2])/float64(nodes[1]), "nodes")
			})
		}
	}
}

// BenchmarkPlainGoroutines shows the CPU time of two plain goroutines as a multiple of that by hand, by the depth down to which they try to
// give nodes away.
//
//	go test ./balance/search/apps -run '^$' -bench Plain -benchtime 3x
func BenchmarkPlainGoroutines(b *testing.B) {
	tree := openUTS(b, "uts-t1")
	c := NewClique[[4]uint64](graph(b, "random-200-75-1"))
	for _, p := range []struct {
		name  string
		hand  func()
		plain func(depth int)
	}{
		{"queens", func() { handQueens(14) }, func(depth int) { plainQueens(14, 2, depth) }},
		{"uts-t1", func() { handUTS(tree.UTS) }, func(depth int) { plainCount(tree.Root(), tree.Children, tree.Level, 2, depth) }},
		{"random-200-75-1", func() { handClique(c) }, func(depth int) { plainClique(c, 2, int32(depth)) }},
	} {
		for _, depth := range []int{1, 3, 6, 100} {
			b.Run(fmt.Sprintf("%s/depth=%d", p.name, depth), func(b *testing.B) {
				var hand, plain time.Duration
				for b.Loop() {
					begun := cpuTime()
					p.hand()
					middle := cpuTime()
					p.plain(depth)
					hand, plain = hand+middle-begun, plain+cpuTime()-middle
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(plain.Seconds()/hand.Seconds(), "ratio")
			})
		}
	}
}
