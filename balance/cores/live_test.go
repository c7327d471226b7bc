package cores

import (
	"context"
	"fmt"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/instances"
	"transat/instances/instancetest"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// worker is a dpll.Worker as a Search.
type worker struct{ *dpll.Worker }

// Search implements Search.
func (w worker) Search(nodes int64) (Outcome, error) {
	outcome, err := w.Worker.Search(nodes)
	return map[dpll.Outcome]Outcome{dpll.Running: Running, dpll.Closed: Closed, dpll.Found: Found}[outcome], err
}

// Nodes implements Search.
func (w worker) Nodes() int64 { return w.Stats().Nodes }

// solving returns a configuration in which every processor solves f, and the workers by rank.
func solving(t tb, ctx context.Context, f *cnf.Formula, procs int) (Config[dpll.Branch], []*dpll.Worker) {
	t.Helper()
	workers := make([]*dpll.Worker, procs)
	return Config[dpll.Branch]{
		Search: func(rank int) (Search[dpll.Branch], error) {
			w, err := dpll.NewWorker(ctx, f, dpll.WorkerOptions{})
			workers[rank] = w
			return worker{w}, err
		},
		Level:    dpll.Branch.Level,
		Elements: []dpll.Branch{{}},
	}, workers
}

// TestVerdictsAndNodes solves small random formulas under all policies and compares with dpll.Solve: the
// verdict, and if there is no model, every node is visited once.
func TestVerdictsAndNodes(t *testing.T) {
	formulas := 400
	if testing.Short() {
		formulas = 40
	}
	policies := balance.Policies()
	for i := range formulas {
		random := instances.Random{Vars: 10 + i%40, Clauses: (10 + i%40) * (40 + i%7) / 10, K: 3, Seed: uint64(i)}
		f, err := random.Formula()
		if err != nil {
			t.Fatal(err)
		}
		want, err := dpll.Solve(t.Context(), f, dpll.Options{})
		if err != nil {
			t.Fatal(err)
		}
		spec, procs := policies[i%len(policies)], 1+i%8
		for len(balancetest.Networks(balance.Chosen{Spec: spec}, procs)) == 0 { // no cycle has two processors
			procs++
		}
		cfg, workers := solving(t, t.Context(), f, procs)
		under(t, &cfg, spec.Name, procs)
		cfg.Threads, cfg.Quantum, cfg.Seed = 1+i%3, int64(i%5), uint64(i)
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		r, err := guarded(t, m)
		if err != nil {
			t.Fatal(err)
		}
		if r.Found != (want.Verdict == cnf.Satisfiable) || !r.Found && r.Nodes != want.Stats.Nodes {
			t.Errorf("%v, %s on %d processors: found: %v, %d nodes; alone: %v, %d nodes",
				random, spec.Name, procs, r.Found, r.Nodes, want.Verdict, want.Stats.Nodes)
		}
		if r.Found {
			checkModel(t, f, workers)
		}
	}
}

// checkModel sees to it that one of the workers has a model.
func checkModel(t *testing.T, f *cnf.Formula, workers []*dpll.Worker) {
	t.Helper()
	for _, w := range workers {
		if w != nil && w.Model() != nil {
			if err := f.Check(w.Model()); err != nil {
				t.Error(err)
			}
			return
		}
	}
	t.Error("no processor has the model")
}

// BenchmarkSolve solves an unsatisfiable formula, with a plain worker and under several policies.
func BenchmarkSolve(b *testing.B) {
	f := instancetest.Formula(b, "300-1290-3/4")
	b.Run("plain", func(b *testing.B) {
		nodes := int64(0)
		for b.Loop() {
			r, err := dpll.Solve(b.Context(), f, dpll.Options{})
			if err != nil || r.Verdict != cnf.Unsatisfiable {
				b.Fatal(r.Verdict, err)
			}
			nodes += r.Stats.Nodes
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "busy-ns/node")
	})
	for _, c := range []struct{ procs, threads int }{{1, 1}, {2, 2}, {8, 2}, {32, 2}} {
		for _, policy := range []string{"steal", "steal-half", "random-polling", "plb", "lade"} {
			b.Run(fmt.Sprintf("procs=%d/threads=%d/%s", c.procs, c.threads, policy), func(b *testing.B) {
				benchmark(b, c.threads, func() Config[dpll.Branch] {
					cfg, _ := solving(b, b.Context(), f, c.procs)
					under(b, &cfg, policy, c.procs)
					return cfg
				})
			})
		}
	}
}
