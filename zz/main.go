package main

import (
	"fmt"
	"os"
	"time"
	"transat/dimacs"
	F "transat/instances/families"
	"transat/solver/cnf"
)

var all = map[string]func() *cnf.Formula{}

func main() {
	a := os.Args[1]
	n := make([]int, 8)
	for i, s := range os.Args[2:] {
		fmt.Sscan(s, &n[i])
	}
	s := uint64(n[0])
	start := time.Now()
	var f *cnf.Formula
	switch a {
	case "machine":
		m := F.Machine{Seed: s, Latches: n[1], Inputs: n[2], Gates: n[3]}
		f = m.Reach(n[4], m.Goal(n[4], n[5]))
	case "machineeq":
		f = F.Machine{Seed: s, Latches: n[1], Inputs: n[2], Gates: n[3]}.Equivalence(n[4], n[5], n[6] > 0)
	case "miter":
		f = F.CircuitMiter(s, n[1], n[2], n[3], n[4] > 0)
	case "gray":
		f = F.GrayCounter(n[0], n[1], uint64(n[2]))
	case "graybin":
		f = F.GrayAgainstBinary(n[0], n[1])
	case "sums":
		f = F.SumMiter(n[0], n[1])
	case "mul":
		f = F.MultiplierMiter(n[0])
	case "distr":
		f = F.Distributive(n[0])
	case "sha1":
		f = F.SHA1(s, n[1], n[2])
	case "path":
		f = F.DataPath(s, n[1], n[2], n[3] > 0)
	case "qwh":
		f = F.Quasigroup(s, n[1], n[2])
	case "pack":
		f = F.Packages(s, n[1], n[2], n[3], n[4], n[5], n[6] > 0)
	case "2sat":
		f = F.Implications(s, n[1], n[2], n[3] > 0)
	case "roster":
		f = F.Roster(s, n[1], n[2], n[3], n[4], n[5])
	case "queues":
		f = F.Queues(n[0], n[1], n[2], n[3] > 0)
	case "mem":
		f = F.Memories(n[0], n[1], n[2])
	case "arb":
		f = F.Arbiters(n[0], n[1], n[2] > 0)
	case "cache":
		f = F.Caches(n[0], n[1], n[2], n[3] > 0)
	case "sorters":
		f = F.Sorters(n[0], n[1], n[2] > 0)
	case "sortnet":
		f = F.SortingNetwork(n[0], n[1])
	case "tiles":
		f = F.Tiles(s, n[1], n[2], n[3])
	case "agents":
		f = F.Agents(s, n[1], n[2], n[3], n[4])
	case "jobs":
		f = F.JobShop(s, n[1], n[2], n[3], n[4])
	case "sha256":
		f = F.SHA256(s, n[1], n[2])
	case "md5":
		f = F.MD5(s, n[1], n[2])
	case "stream":
		f = F.Keystream(s, n[1], n[2])
	case "life":
		f = F.Life(s, n[1], n[2])
	case "product":
		f = F.Product(s, n[1], n[2], n[3], n[4])
	case "knap":
		f = F.Knapsacks(s, n[1], n[2], n[3], n[4])
	case "regs":
		f = F.Registers(s, n[1], n[2], n[3], n[4] > 0)
	case "qg5":
		f = F.QG5(n[0])
	case "orth":
		f = F.Orthogonal(n[0])
	case "torus":
		f = F.ParityTorus(n[0], n[1])
	case "pebbles":
		f = F.Pebbles(n[0], n[1])
	case "tour":
		f = F.Tour(s, n[1], n[2], n[3] > 0)
	}
	fmt.Fprintln(os.Stderr, f.Vars(), f.Len(), time.Since(start))
	dimacs.Write(os.Stdout, f)
}
