package worker_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"transat/balance/script"
	"transat/cmd/transat/internal/cluster"
	"transat/dimacs"
	"transat/solver/cnf"
)

// Every policy, on any network that spans workers, comes to the counts and the proof of a single processor.
func TestPolicies(t *testing.T) {
	t.Parallel()
	steal, _ := script.Source("steal")
	f := formula(t, 200, 880, 1)
	want, wantProof := alone(t, f, "lex")
	for _, p := range []cluster.Plan{
		{Policy: "steal"},
		{Policy: "steal-half", Topology: "ring", Procs: 5},
		{Policy: "plb", Topology: "mesh", Procs: 6},
		{Policy: "lade", Topology: "line", Procs: 4},
		{Policy: "liquid-c5", Topology: "ring", Procs: 8},
		{Policy: "dimension-exchange", Topology: "hypercube", Procs: 4},
		{Policy: "thief.star", Files: map[string]string{"thief.star": steal}, Topology: "mesh", Procs: 4},
	} {
		t.Run(fmt.Sprint(p.Policy, p.Topology, p.Procs), func(t *testing.T) {
			t.Parallel()
			p.Seed, p.Grain, p.Pause, p.TimeScale = 1, 0.05, 200*time.Microsecond, 200
			l := newLabUnder(t, f, "lex", string(dimacs.ProofText), &p)
			l.await = 3
			for range l.await {
				l.join(t.Context(), 2)
			}
			var proof bytes.Buffer
			ctx, cancel := context.WithTimeout(t.Context(), leadLimit)
			defer cancel()
			got, err := l.lead(ctx, false, time.Second, &proof)
			same(t, got, err, &proof, want, wantProof)
		})
	}
}

// A worker that is killed, others that come and leave, and a coordinator that is stopped change neither counts nor proof, and no policy
// waits for the dead for good.
func TestPoliciesOutliveWorkers(t *testing.T) {
	t.Parallel()
	f := formula(t, 220, 960, 1)
	want, wantProof := alone(t, f, "lex")
	for _, p := range []cluster.Plan{
		{Policy: "steal"},
		{Policy: "plb", Topology: "line", Procs: 4},
		{Policy: "liquid-c5", Topology: "ring", Procs: 6},
		{Policy: "dimension-exchange", Topology: "hypercube", Procs: 4},
	} {
		t.Run(p.Policy, func(t *testing.T) {
			t.Parallel()
			p.Grain, p.Pause, p.TimeScale = 0.05, 300*time.Microsecond, 100
			l := newLabUnder(t, f, "lex", string(dimacs.ProofText), &p)
			ctx, cancel := context.WithTimeout(t.Context(), leadLimit)
			defer cancel()
			l.join(ctx, 1)
			kill := l.join(ctx, 2)
			leaving, leave := context.WithCancel(ctx)
			defer leave()
			l.join(leaving, 1)
			l.await = 3
			leading, stop := context.WithCancel(ctx)
			defer stop()
			defer afterRecords(l.store, 2, kill)()
			defer afterRecords(l.store, 4, leave)()
			defer afterRecords(l.store, 8, stop)()
			var proof bytes.Buffer
			got, err := l.lead(leading, false, 20*time.Millisecond, &proof)
			if err == nil && got.Verdict == cnf.Unknown {
				l.await = 0
				l.join(ctx, 1)
				got, err = l.lead(ctx, true, 20*time.Millisecond, &proof)
			}
			same(t, got, err, &proof, want, wantProof)
		})
	}
}

// What the workers of a policy report is checked as well, before it counts.
func TestPolicyVerified(t *testing.T) {
	t.Parallel()
	f := formula(t, 200, 880, 1)
	want, wantProof := alone(t, f, "lex")
	for _, name := range []string{"steal", "lade"} {
		t.Run(name, func(t *testing.T) {
			p := cluster.Plan{Policy: name, Topology: "ring", Procs: 6, Seed: 1, Grain: 0.05, Pause: 200 * time.Microsecond, TimeScale: 200}
			l := newLabUnder(t, f, "lex", string(dimacs.ProofText), &p)
			l.verify()
			l.await = 3
			for range l.await {
				l.join(t.Context(), 2)
			}
			var proof bytes.Buffer
			got, err := l.lead(t.Context(), false, 20*time.Millisecond, &proof)
			same(t, got, err, &proof, want, wantProof)
			if got.Totals.Lemmas == 0 {
				t.Error("nothing was verified")
			}
		})
	}
}
