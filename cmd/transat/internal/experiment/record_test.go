package experiment_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/timeline"
)

// recorder begins a file for a setup of a plan.
func recorder(t *testing.T, p *experiment.Plan, setup int, name string) (path string) {
	t.Helper()
	if p.Recorders == nil {
		p.Recorders = make([]experiment.Recorder, len(p.Setups))
	}
	path = filepath.Join(t.TempDir(), name)
	created, err := timeline.Create(path, timeline.Whole())
	if err != nil {
		t.Fatal(err)
	}
	p.Recorders[setup] = timeline.ForPlan([]*timeline.Recorder{created})[0]
	return path
}

// trace reads a trace, and returns the sums of its spans, in seconds, by name.
func trace(t *testing.T, path string) map[string]float64 {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Events []struct {
			Phase    string  `json:"ph"`
			Name     string  `json:"name"`
			Duration float64 `json:"dur"`
		} `json:"traceEvents"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	sums := map[string]float64{}
	for _, e := range file.Events {
		sums[e.Name] += e.Duration / 1e6
	}
	return sums
}

func TestRecordingChangesNothing(t *testing.T) {
	want := run(t, plan(t, "php-5-4", "plb", "lade", "steal", "ideal"))
	p := plan(t, "php-5-4", "plb", "lade", "steal", "ideal")
	path := recorder(t, p, 0, "plb.json")
	recorder(t, p, 1, "lade.jsonl")
	recorder(t, p, 2, "steal.svg")
	outcome := run(t, p)
	if diff := cmp.Diff(want, outcome); diff != "" {
		t.Errorf("-alone +recorded:\n%s", diff)
	}
	r := outcome.Results[0][0]
	sums := trace(t, path)
	if got, all := sums["busy"]+sums["idle"], r.Seconds()*float64(r.Procs); !near(got, all) {
		t.Errorf("spans of %v s in all, want %v", got, all)
	}
	// The CPU time that messages take is no idle time, with or without elements.
	if idle := r.MeanSeconds(r.Idle) * float64(r.Procs); sums["idle"] < 0.9*idle || sums["idle"] > 1.5*idle {
		t.Errorf("spans without work of %v s, idle time of %v s", sums["idle"], idle)
	}
}

func TestInterruptedRunHasARecord(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p := plan(t, "150-645-3/1", "dn")
	path := recorder(t, p, 0, "dn.json")
	p.Progress = func(share float64, _ string) {
		if share > 0.55 {
			cancel()
		}
	}
	outcome, err := p.Run(ctx)
	if !errors.Is(err, context.Canceled) || outcome.Results[0][0] != nil {
		t.Fatalf("error %v, result %v", err, outcome.Results[0][0])
	}
	if sums := trace(t, path); sums["busy"] == 0 {
		t.Errorf("sums of spans: %v", sums)
	}
}

// A file that cannot be written ends the plan.
func TestRecordThatFailsEndsThePlan(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no /dev/full here")
	}
	for _, name := range []string{"run.json", "run.jsonl.gz", "run.csv", "run.svg"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.Symlink("/dev/full", path); err != nil {
			t.Fatal(err)
		}
		p := plan(t, "php-5-4", "plb")
		r, err := timeline.Create(path, timeline.Whole())
		if err != nil {
			t.Fatal(err)
		}
		p.Recorders = timeline.ForPlan([]*timeline.Recorder{r})
		var lost *os.PathError
		if _, err := p.Run(t.Context()); !errors.As(err, &lost) || lost.Path != path {
			t.Errorf("error %v, want one about %s", err, path)
		}
	}
}
