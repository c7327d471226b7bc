package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// run is one simulation.
type run struct {
	policy   balance.Chosen
	maker    balance.Maker
	network  topology.Network
	physical *topology.Grid
	machine  sim.CostModel
	speeds   sim.Speeds
	nodes    int32
	start    sim.Start
	seed     uint64

	tree     *tree
	recorder *recorder
	samples  []sample
}

// sample is the number of waiting elements at a time, every sampleEvery.
type sample struct {
	time    balance.Ticks
	waiting int // elements, on all processors
}

const sampleEvery = 20 * balance.Millisecond

func newRun(policy balance.Chosen, maker balance.Maker, g topology.Network, nodes int32, start sim.Start, seed uint64) *run {
	return &run{policy: policy, maker: maker, network: g, nodes: nodes, start: start, seed: seed, machine: sim.CostModels()[0]}
}

// String says what is run where.
func (r *run) String() string {
	nodes := "1 node"
	if r.nodes != 1 {
		nodes = fmt.Sprintf("%d nodes", r.nodes)
	}
	return fmt.Sprintf("%v, a tree of %s, start at %s, seed %d%s", r.network, nodes, r.start, r.seed, r.where())
}

// where says on which machine, if it is not the usual one.
func (r *run) where() string {
	if !r.speeds.Uneven() {
		return ""
	}
	return fmt.Sprintf(", machine %s, %v", r.machine.Name, r.speeds)
}

// do runs, once or twice, and returns what is wrong.
func (r *run) do(ctx context.Context, twice bool) ([]Fault, error) {
	result, first, err := r.once(ctx)
	if err != nil {
		return r.failed(ctx, err)
	}
	if f := r.judge(result); f != nil {
		return []Fault{*f}, nil
	}
	if !twice {
		return nil, nil
	}
	recorder := r.recorder
	_, second, err := r.once(ctx)
	if err != nil {
		return r.failed(ctx, err)
	}
	if first != second {
		return []Fault{{Clause: "two runs", What: "the same seed gave two different runs", Run: r.String()}}, nil
	}
	r.recorder = recorder
	return nil, nil
}

// failed tells what has ended a run before its time.
func (r *run) failed(ctx context.Context, err error) ([]Fault, error) {
	var broken *broken
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &broken):
		return []Fault{{Clause: broken.clause, What: broken.what, Run: r.String(), Story: r.recorder.leading(broken.rank)}}, nil
	}
	f := Fault{Clause: "error", What: err.Error(), Run: r.String(), Err: err}
	if restless := (*sim.RestlessError)(nil); errors.As(err, &restless) {
		f.Clause = "endless"
	}
	if r.recorder.latest != nil {
		f.Story = r.recorder.leading(r.recorder.latest.rank)
	}
	return []Fault{f}, nil
}

// once runs, and returns a hash of all that has happened.
func (r *run) once(ctx context.Context) (balance.Result, uint64, error) {
	r.tree = newTree(r.nodes, r.seed)
	r.recorder = newRecorder(r.policy.Spec, r.network, r.tree)
	r.samples = nil
	estimate, err := balance.ChooseEstimate(r.policy.Spec.Estimate)
	if err != nil {
		return balance.Result{}, 0, err
	}
	hash := uint64(0)
	result, err := sim.Run(ctx, sim.Config[element]{
		Tree: r.tree, Topology: r.network, Physical: r.physical, Cost: r.machine, Speeds: r.speeds,
		Policy: r.recorder.maker(r.maker), Received: r.policy.Spec.Received, Estimate: estimate,
		Start: r.start, Seed: r.seed,
		Trace: func(e sim.Event) { hash = mixed(hash, e) },
		Timeline: &sim.Timeline{Look: func(v *sim.View) balance.Ticks {
			sum := 0
			for _, n := range v.Waiting {
				sum += n
			}
			r.samples = append(r.samples, sample{v.Time, sum})
			return v.Time + sampleEvery
		}},
	})
	return result, hash, err
}

// mixed adds an event to a hash.
func mixed(hash uint64, e sim.Event) uint64 {
	m := e.Message
	for _, x := range [...]uint64{
		uint64(e.Time), uint64(e.Kind), uint64(e.Rank), uint64(e.From), uint64(e.Elements), math.Float64bits(e.Load),
		uint64(m.Kind), uint64(m.Round), math.Float64bits(m.A), math.Float64bits(m.B),
	} {
		hash = mix(hash ^ x)
	}
	return hash
}

// judge looks at a run that has come to its end.
func (r *run) judge(result balance.Result) *Fault {
	for node, times := range r.tree.expanded {
		if times != 1 {
			return &Fault{Clause: "nodes", What: fmt.Sprintf("node %d is expanded %d times", node, times), Run: r.String()}
		}
	}
	if r.recorder.messages+r.recorder.sent == 0 {
		return nil // it balances nothing
	}
	for rank, since := range r.recorder.idleSince {
		if since < 0 || result.Time-since <= result.Time/2 || !r.plenty(since) {
			continue
		}
		return &Fault{
			Clause: "left without work", Run: r.String(), Story: r.recorder.ending(rank),
			What: fmt.Sprintf("processor %d had no work from %s s to the end at %s s, while others had elements waiting", rank,
				second(since), second(result.Time)),
		}
	}
	return nil
}

// plenty reports whether elements were waiting for everyone in most of the time since then.
func (r *run) plenty(since balance.Ticks) bool {
	samples, rich := 0, 0
	for _, l := range r.samples {
		if l.time <= since {
			continue
		}
		samples++
		if l.waiting >= 2*r.network.Procs() {
			rich++
		}
	}
	return samples >= 10 && 5*rich >= 3*samples
}
