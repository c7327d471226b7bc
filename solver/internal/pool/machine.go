package pool

import (
	"context"

	"transat/balance"
	"transat/balance/cores"
	"transat/solver/dpll"
)

// grain keeps nothing back from a policy: branches that are too small to be sent are kept back by how long they
// have been open.
const grain = 0

// prepare makes the machine. It returns the number of its processors.
func (r *run) prepare() (procs int, err error) {
	open := r.cfg.Open
	if open == nil {
		open = []dpll.Branch{r.first.Rest()}
		r.first.Drop()
	}
	procs = r.fit()
	layout, err := r.cfg.Layout(procs)
	if err != nil && procs < r.cfg.Procs {
		procs = 1
		layout, err = r.cfg.Layout(procs)
	}
	if err != nil {
		return 0, err
	}
	cfg := cores.Config[dpll.Branch]{
		Topology: layout.Network, Policy: layout.Policy, Received: layout.Received, Estimate: layout.Estimate,
		Grain: grain, Seed: 1, Threads: r.cfg.Threads,
		Search: r.join, Level: dpll.Branch.Level, Elements: open,
		Solved: func(rank int) { r.solved(r.ranks[rank]) },
	}
	r.ranks = make([]*worker, procs)
	if r.cfg.Deterministic {
		cfg.Order = dpll.Branch.Compare
	}
	r.machine, err = cores.New(cfg)
	return procs, err
}

// setUp is the memory that an engine needs while it is built, besides about twice its final size.
const setUp = 1 << 20

// fit returns how many processors the memory has room for, and shares it out.
func (r *run) fit() int {
	if r.cfg.MaxMemory == 0 {
		return r.cfg.Procs
	}
	engine := r.first.Resources().EngineBytes
	left := max(0, r.cfg.MaxMemory-engine)
	procs := int(min(int64(r.cfg.Procs), 1+left/(2*engine+setUp)))
	r.share = max(1, left/int64(max(1, procs-1)))
	return procs
}

// join makes the search of a processor. The first to come takes the worker that was alone.
func (r *run) join(rank int) (cores.Search[dpll.Branch], error) {
	r.mu.Lock()
	w := r.first
	r.first = nil
	r.mu.Unlock()
	var err error
	if w == nil {
		w, err = r.newWorker(r.share)
	}
	r.ranks[rank] = w
	return w, err
}

// solved notes the model that a worker is at. Unless there may be a better one, it stops the other workers,
// even at a node that takes long.
func (r *run) solved(w *worker) {
	r.best.model, r.best.place = w.Model(), w.Rest()
	r.best.known.Store(true)
	if !r.cfg.Deterministic {
		r.stop()
	}
}

// together runs the machine, and sees to checkpoints and progress meanwhile.
func (r *run) together(ctx context.Context) (balance.Result, error) {
	attended := make(chan struct{})
	over := make(chan struct{})
	go func() {
		defer close(attended)
		r.attend(over)
	}()
	end, err := r.machine.Run(ctx)
	close(over)
	<-attended
	return end, err
}
