//go:build unix

package sim_test

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/instances"
	"transat/instances/instancetest"
	"transat/solver/tree"
)

// The policy lade on a mesh, simulated by this package and by SimGrid: testdata/simgrid/README.md says how
// they are compared.

// simGridForms are the formulations of testdata/simgrid/lade.cpp.
var simGridForms = [...]string{"comm", "sleep", "leap"}

// TestSimGridCountsTheSame compares all counts and the end of short runs.
func TestSimGridCountsTheSame(t *testing.T) {
	program := buildSimGrid(t)
	uts, err := instances.Open("uts-default")
	if err != nil {
		t.Fatal(err)
	}
	record, err := tree.Record(t.Context(), instancetest.Formula(t, "150-645-3/1"), tree.Options{Rule: "lex"})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		for _, sides := range [][2]int{{1, 1}, {1, 2}, {2, 3}, {4, 8}} {
			t.Run(fmt.Sprintf("%dx%d/%d", sides[0], sides[1], seed), func(t *testing.T) {
				t.Run("uts-default", func(t *testing.T) { sameAsSimGrid(t, program, uts.Instances[0].Tree, seed, sides) })
				t.Run("150-645-3", func(t *testing.T) { sameAsSimGrid(t, program, record, seed, sides) })
				t.Run("synthetic", func(t *testing.T) {
					sameAsSimGrid(t, program, &balancetest.Tree{Nodes: 30_000, Seed: 5}, seed, sides)
				})
			})
		}
	}
}

// sameAsSimGrid compares a run of this package with those of all formulations.
func sameAsSimGrid[E any](t *testing.T, program string, tree balance.Tree[E], seed uint64, sides [2]int) {
	cfg, args := ladeOnMesh(t, tree, seed, sides[0], sides[1])
	var want simGridCounts
	cfg.Trace = func(e sim.Event) {
		switch e.Kind {
		case sim.EventWake:
			want.Ticks++
		case sim.EventReceive:
			want.Received++
		case sim.EventArrived:
			want.Arrived++
		case sim.EventIdle: // lade does not heed it
		}
	}
	r, err := sim.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	want.Nodes, want.Messages, want.Sent, want.Phases, want.Time = r.Nodes, r.Messages, r.Sent, r.Phases, r.Time
	for _, form := range simGridForms {
		got, _ := runSimGrid(t, program, form, args)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("formulation %s (-this package +SimGrid):\n%s", form, diff)
		}
	}
}

// BenchmarkSimGrid simulates uts-t1, a tree of 4,130,071 nodes, in turn with this package and with every
// formulation, and reports the least user CPU time of each over all repetitions, since others on the
// computer can only add to it, and how many times that of this package it is. What comes before the
// simulation, such as reading the tree, does not count.
func BenchmarkSimGrid(b *testing.B) {
	program := buildSimGrid(b)
	set, err := instances.Open("uts-t1")
	if err != nil {
		b.Fatal(err)
	}
	tree, err := set.Instances[0].Tree.Record(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, sides := range [][2]int{{4, 8}, {32, 32}} {
		b.Run(fmt.Sprintf("%dx%d", sides[0], sides[1]), func(b *testing.B) {
			cfg, args := ladeOnMesh(b, tree, 1, sides[0], sides[1])
			ours, theirs := time.Duration(math.MaxInt64), map[string]time.Duration{}
			for b.Loop() {
				runtime.GC() // of what others have left
				before := userTime(b)
				if _, err := sim.Run(b.Context(), cfg); err != nil {
					b.Fatal(err)
				}
				ours = min(ours, userTime(b)-before)
				for _, form := range simGridForms {
					_, cpu := runSimGrid(b, program, form, args)
					if least, ok := theirs[form]; !ok || cpu < least {
						theirs[form] = cpu
					}
				}
			}
			b.ReportMetric(0, "ns/op") // which would be the sum of all
			b.ReportMetric(ours.Seconds(), "sim-s")
			for _, form := range simGridForms {
				b.ReportMetric(theirs[form].Seconds(), form+"-s")
				b.ReportMetric(theirs[form].Seconds()/ours.Seconds(), form+"/sim")
			}
		})
	}
}

// ladeOnMesh is a simulation of lade, and the same as arguments of lade.cpp.
func ladeOnMesh[E any](t testing.TB, tree balance.Tree[E], seed uint64, rows, cols int) (sim.Config[E], []string) {
	t.Helper()
	lade, err := balance.Choose("lade")
	if err != nil {
		t.Fatal(err)
	}
	mesh, err := topology.NewGrid("mesh", rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	maker, err := lade.For(mesh)
	if err != nil {
		t.Fatal(err)
	}
	count, err := balance.ChooseEstimate("count")
	if err != nil {
		t.Fatal(err)
	}
	m, v := sim.CostModels()[0], lade.Values
	args := fmt.Sprintf("tree=%s rows=%d cols=%d seed=%d period=%d inform=%d change=%v "+
		"take=%d install=%d message=%d element=%d link=%d byte=%d message_bytes=%d element_bytes=%d level_bytes=%d",
		writeTree(t, tree, &m), rows, cols, seed, v.Seconds("period"), v.Seconds("inform"), v["change"],
		m.TakeTime, m.InstallTime, m.MessageCPU, m.ElementCPU, m.LinkTime, m.ByteTime, balance.MessageBytes, m.ElementBytes, m.LevelBytes)
	return sim.Config[E]{
		Tree: tree, Topology: mesh, Physical: mesh, Cost: m,
		Policy: maker, Received: lade.Spec.Received, Estimate: count, Seed: seed,
	}, strings.Fields(args)
}

// buildSimGrid builds testdata/simgrid/lade.cpp, or skips if that has not been asked for.
func buildSimGrid(t testing.TB) (program string) {
	t.Helper()
	if os.Getenv("TRANSAT_SIMGRID") != "1" {
		t.Skip("this needs g++ and SimGrid's library; set TRANSAT_SIMGRID=1 to run it")
	}
	program = filepath.Join(t.TempDir(), "lade")
	build := exec.Command("g++", "-O3", "-std=c++17", "-o", program, "testdata/simgrid/lade.cpp", "-lsimgrid")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	return program
}

// writeTree writes the nodes of a tree in preorder: time, level and number of children.
func writeTree[E any](t testing.TB, tree balance.Tree[E], m *sim.CostModel) (name string) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "tree"))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(file)
	for stack := []E{tree.Root()}; len(stack) > 0; {
		e := stack[len(stack)-1]
		children, work, nodes, found := tree.Expand(e, nil)
		if found {
			t.Fatal("SimGrid's side knows no solutions")
		}
		fmt.Fprintln(w, int64(m.Expand(work, nodes)), tree.Level(e), len(children))
		stack = stack[:len(stack)-1]
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, children[i])
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}

// simGridCounts are what both sides count.
type simGridCounts struct {
	Nodes, Messages, Sent, Ticks, Phases, Received, Arrived int64
	Time                                                    balance.Ticks
}

// runSimGrid returns what SimGrid's side counts, and the user CPU time of its simulation.
func runSimGrid(t testing.TB, program, form string, args []string) (simGridCounts, time.Duration) {
	t.Helper()
	run := exec.CommandContext(t.Context(), program, append([]string{"as=" + form}, args...)...)
	var stderr strings.Builder
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", run, err, &stderr)
	}
	var c simGridCounts
	var cpu float64
	if _, err := fmt.Sscanf(string(out), "nodes %d\nmessages %d\nsent %d\nticks %d\nphases %d\nreceived %d\narrived %d\ntime %d\ncpu %f\n",
		&c.Nodes, &c.Messages, &c.Sent, &c.Ticks, &c.Phases, &c.Received, &c.Arrived, &c.Time, &cpu); err != nil {
		t.Fatalf("%v: %v in\n%s", run, err, out)
	}
	return c, time.Duration(cpu * float64(time.Second))
}

// userTime is the CPU time of this process so far, in user mode.
func userTime(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}
