package rounds

import (
	"context"
	"errors"
	"testing"

	"transat/balance"
	"transat/balance/topology"
)

// ending is a rule that moves nothing, and ends a context when it is asked for the first time.
type ending struct {
	balance.Rule
	stop  context.CancelFunc
	asked *int
}

func (e ending) Flow(_, _ int, _ float64, _ []float64, _ bool, send []float64) {
	*e.asked++
	e.stop()
	clear(send)
}

// endingMachine is a machine of 2²⁰ processors, each with a load of 1, under ending.
func endingMachine(t *testing.T, ctx context.CancelFunc, asked *int) *Machine {
	t.Helper()
	network, err := topology.NewGrid("torus", 1<<10, 1<<10)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := balance.Choose("nna-async")
	if err != nil {
		t.Fatal(err)
	}
	rule := policy.Spec.Rule(network, policy.Values)(0)
	policy.Spec.Rule = func(balance.Topology, balance.Values) func(int) balance.Rule {
		return func(int) balance.Rule { return ending{rule, ctx, asked} }
	}
	loads := make([]float64, network.Procs())
	for rank := range loads {
		loads[rank] = 1
	}
	m, err := New(Setup{Network: network, Policy: policy, Loads: loads, Whole: true})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// On a large network a step takes seconds: a run ends in its midst, and neither counts nor records it.
func TestRunStopsInTheMidstOfAStep(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	m := endingMachine(t, cancel, &asked)
	result, err := m.Run(ctx, Config{MaxSteps: 3, Every: 2})
	if !errors.Is(err, context.Canceled) || result.Stop != StopCanceled || result.Steps != 0 || len(result.Records) != 1 {
		t.Errorf("error %v, %v after %d steps with %d records", err, result.Stop, result.Steps, len(result.Records))
	}
	if asked > checkEvery {
		t.Errorf("%d of %d processors were asked after the context had ended", asked, m.Network().Procs())
	}
}

func TestPrepareRecordsStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	m := endingMachine(t, cancel, &asked)
	cancel()
	if err := m.PrepareRecords(ctx); !errors.Is(err, context.Canceled) || m.domains.first != nil {
		t.Errorf("error %v", err)
	}
	if r := m.Record(); r.Mean != 1 || r.Delta != 0 {
		t.Errorf("%+v", r)
	}
}
