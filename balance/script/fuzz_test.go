package script_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/script"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/instances/fuzztest"
)

// addPrograms adds the shipped scripts, and some more, to a corpus. A program is one of those that it returns, with changes.
func addPrograms(f *testing.F) (programs []string) {
	f.Helper()
	for _, name := range script.Names() {
		text, _ := script.Source(name)
		programs = append(programs, text)
	}
	programs = append(programs, script.Template("x"))
	add := func(text string) { programs = append(programs, text) }
	add("def start(p):\n    p.state.x = [[0] * 9 for i in range(9)]\n    p.state.x += p.state.x\n")
	add("def idle(p):\n    p.wake_after(p.random())\ndef wake(p):\n    p.transfer(p.random(p.procs), p.len // 2)\n")
	add(`x = {"a": (1, 2), 'b': r"\'"} # load` + "\nl = lambda p, *a, **b: p.load + a[0].load\n")
	add("def f(p):\n    p.load *= 2; p.x[3] %= p.y; a, b = b, a\n    return [x for x in y if x not in z]\n")
	for i := range programs {
		f.Add(uint8(i), []byte{})
	}
	f.Add(uint8(len(programs)-1), []byte("\x00\x10\x05\x06while "))
	return programs
}

// FuzzOpen feeds random programs to the loader: it says what is wrong, and neither fails nor hangs.
func FuzzOpen(f *testing.F) {
	programs := addPrograms(f)
	path := filepath.Join(f.TempDir(), "x.star")
	f.Fuzz(func(t *testing.T, program uint8, edits []byte) {
		if len(edits) > fuzztest.Most {
			return
		}
		text := fuzztest.Edited(programs[int(program)%len(programs)], edits)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		spec, err := script.Open(path, nil)
		if err == nil && (spec.Name != path || len(spec.Kinds) == 0 || spec.New == nil) {
			t.Errorf("%+v", spec)
		}
	})
}

// FuzzRun runs random policies on a small machine: a run ends, or is given up, or the policy has made a mistake.
func FuzzRun(f *testing.F) {
	programs := addPrograms(f)
	path := filepath.Join(f.TempDir(), "x.star")
	f.Fuzz(func(t *testing.T, program uint8, edits []byte) {
		if len(edits) > fuzztest.Most {
			return
		}
		text := fuzztest.Edited(programs[int(program)%len(programs)], edits)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		spec, err := script.Open(path, nil)
		if err != nil {
			return
		}
		for _, kind := range spec.Kinds {
			g, err := topology.New(kind, 2, 2)
			if err != nil {
				t.Fatal(err)
			}
			if err := runShortly(t, spec, g); err != nil {
				var mistake *script.Error
				var refusal *balance.KindError
				var restless *sim.RestlessError
				if !errors.As(err, &mistake) && !errors.As(err, &refusal) && !errors.As(err, &restless) && !errors.Is(err, errEnough) &&
					!errors.Is(err, sim.ErrLimit) {
					t.Fatalf("%v: %v", g, err)
				}
			}
		}
	})
}

// runShortly simulates a policy until there were some hundred callbacks.
func runShortly(t *testing.T, spec balance.Spec, g topology.Network) (err error) {
	defer balance.CatchFault(&err)
	chosen, err := spec.Choose("")
	if err != nil {
		t.Fatal(err)
	}
	maker, err := chosen.For(g)
	if err != nil {
		return err
	}
	physical, err := balancetest.Mesh(g)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	calls := 0
	_, err = sim.Run(ctx, sim.Config[balancetest.Element]{
		Tree: &balancetest.Tree{Nodes: 100, Seed: 1}, Topology: g, Physical: physical, Cost: sim.CostModels()[0], Policy: maker,
		Received: spec.Received, Estimate: estimate, Seed: 1, Limit: 100 * balance.Second,
		Trace: func(sim.Event) {
			if calls++; calls > 300 {
				cancel(errEnough)
			}
		},
	})
	return err
}
