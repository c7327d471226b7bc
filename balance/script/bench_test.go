package script_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/script"
	"transat/balance/sim"
	"transat/balance/topology"
)

// BenchmarkCallback measures what a callback of steal takes: a victim that has nothing is asked, says so, and asks
// another itself when it hears the same. A machine costs nothing here.
func BenchmarkCallback(b *testing.B) {
	specs, err := script.Shipped()
	if err != nil {
		b.Fatal(err)
	}
	steal, err := balance.Choose("steal")
	if err != nil {
		b.Fatal(err)
	}
	specs = append(specs, steal.Spec)
	for _, spec := range specs {
		if spec.Name != "steal.star" && spec.Name != "steal" {
			continue
		}
		b.Run(spec.Name, func(b *testing.B) {
			g, err := topology.New("mesh", 32, 32)
			if err != nil {
				b.Fatal(err)
			}
			chosen, err := spec.Choose("")
			if err != nil {
				b.Fatal(err)
			}
			maker, err := chosen.For(g)
			if err != nil {
				b.Fatal(err)
			}
			p := newHollow()
			policy := maker(0)
			policy.Start(p)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				policy.Receive(p, 5, balance.Message{Kind: uint8(i & 1)})
			}
		})
	}
}

// BenchmarkScripts simulates a small machine under each script that is shipped.
func BenchmarkScripts(b *testing.B) {
	for _, x := range twins(b) {
		kind := x.script.Kinds[0]
		g, err := topology.New(kind, map[string][]int{"mesh": {4, 4}, "torus": {4, 4}}[kind]...)
		if err != nil {
			g, err = topology.New(kind, 16)
		}
		if err != nil {
			b.Fatal(err)
		}
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				if err := simulate(b, x.script, g); err != nil && !errors.Is(err, errEnough) {
					b.Fatal(err)
				}
			}
		})
	}
}

// simulate simulates a policy until there were some thousand callbacks.
func simulate(b *testing.B, spec balance.Spec, g topology.Network) error {
	chosen, err := spec.Choose("")
	if err != nil {
		return err
	}
	maker, err := chosen.For(g)
	if err != nil {
		return err
	}
	physical, err := balancetest.Mesh(g)
	if err != nil {
		return err
	}
	estimate, err := balance.ChooseEstimate(spec.Estimate)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(b.Context())
	defer cancel(nil)
	calls := 0
	_, err = sim.Run(ctx, sim.Config[balancetest.Element]{
		Tree: &balancetest.Tree{Nodes: 5000, Seed: 1}, Topology: g, Physical: physical, Cost: sim.CostModels()[0], Policy: maker,
		Received: spec.Received, Estimate: estimate, Seed: 1,
		Trace: func(sim.Event) {
			if calls++; calls > 10_000 {
				cancel(errEnough)
			}
		},
	})
	return err
}

// hollow is a processor without elements on a machine where nothing happens.
type hollow struct {
	random *rand.Rand
	sent   int
}

func (*hollow) Rank() int                                  { return 0 }
func (*hollow) Procs() int                                 { return 1024 }
func (*hollow) Neighbours() []int                          { return []int{1, 32} }
func (*hollow) Load() float64                              { return 0 }
func (*hollow) Len() int                                   { return 0 }
func (*hollow) Working() float64                           { return 0 }
func (*hollow) Busy() bool                                 { return false }
func (*hollow) Now() balance.Ticks                         { return 0 }
func (h *hollow) Rand() *rand.Rand                         { return h.random }
func (h *hollow) Send(int, balance.Message)                { h.sent++ }
func (*hollow) Transfer(int, int) int                      { return 0 }
func (*hollow) TransferLoad(int, float64, float64) float64 { return 0 }
func (*hollow) WakeAfter(balance.Ticks)                    {}
func (*hollow) SetGrain(float64)                           {}
func (*hollow) CountPhase()                                {}
func (*hollow) SetTag(uint8)                               {}
func (*hollow) Tag() uint8                                 { return 0 }

func newHollow() *hollow { return &hollow{random: rand.New(rand.NewPCG(1, 2))} }
