package cube

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"transat/balance"
	"transat/balance/cores"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/conqueror"
	"transat/solver/internal/pool"
)

// Config says what to decide, and how.
type Config struct {
	Formula *cnf.Formula
	// Cubes, if not nil, are solved instead of those that splitting finds. The verdict is then that of the
	// formula under the disjunction of the cubes.
	Cubes [][]cnf.Lit
	// Refuted, if not nil, is told of each of these when all below it is refuted: by its place in Cubes, from 0, with the conflicts and the
	// time that solvers have spent on it. One goroutine calls it at a time.
	Refuted func(place int, conflicts int64, long time.Duration)
	// Splitter is one of Splitters; "" is RuleSplitter.
	Splitter string
	Rule     string // branching rule, for RuleSplitter
	Depth    int    // of the cubes; 0: as it suits

	Procs, Threads int
	Layout         func(procs int) (pool.Layout, error) // how that many processors work together
	MaxMemory      int64                                // bytes for all solvers; 0 is no limit

	// Conqueror is the command of another program that decides the cubes, as in LeafOptions, and ConquerorTime its time for each.
	Conqueror     string
	ConquerorTime time.Duration
	// Warn, if not nil, gets a line for each fault of a conqueror after which the run goes on.
	Warn func(line string)

	// Proof, if not nil, gets the proof of an unsatisfiable formula. Cubes must be nil.
	Proof cnf.ProofWriter
	// Verify has all checked that shows the formula to be unsatisfiable. The error is a *stream.WrongError if something does not follow.
	Verify bool
	// Progress, if not nil, is called several times a second, by one goroutine at a time.
	Progress func(Progress)

	budget int64 // conflicts for a cube, in tests; 0: by the grain
	eager  bool  // the formula as a whole is tried soon, in tests
}

// Progress says how far a run has come.
type Progress struct {
	Nodes  int64
	Closed float64 // share of the cost that is spent, as far as one can tell
	Off    float64 // factor by which the whole cost may be off, or 0 if too little is known
	Cubes  int     // of those given, that are refuted
}

// Stats count nodes and conflicts.
type Stats struct {
	Refuted   int64 // nodes that propagation has refuted
	Cubes     int64 // decided by clause learning
	Split     int64 // cubes that were too hard, and were split again
	Conflicts int64 // that it has had
	Outside   int64 // cubes decided by a conqueror
	Trusted   int64 // of these, refuted without a proof
	Taken     int64 // lemmas that clause learning has taken from that of others
}

func (s *Stats) add(t Stats) {
	s.Refuted += t.Refuted
	s.Cubes += t.Cubes
	s.Split += t.Split
	s.Conflicts += t.Conflicts
	s.Outside += t.Outside
	s.Trusted += t.Trusted
	s.Taken += t.Taken
}

// Result is the result of a run.
type Result struct {
	dpll.Result // of its Stats, only Nodes counts: inner nodes, refuted leaves, cubes
	Stats       Stats
	Checked     int64   // lemmas, under Verify
	Closed      float64 // as in Progress
	Machine     balance.Result
	// Idle is the share of the last tenth of the run in which cores had no cube and no node to split, and Long says that the run was long
	// enough for that.
	Idle float64
	Long bool
}

// run is a run under way.
type run struct {
	cfg   Config
	ctx   context.Context // ends with the run, and all solvers with it
	proof lemmas
	idle  chan *solver // nil for one that there is not yet; as many as threads

	solving sync.WaitGroup // cubes under way

	mu       sync.Mutex // for what follows
	searches []*search
	solvers  []*solver
	warned   map[string]bool
	forecast Costs
	given    map[int]*bill     // by place, of given cubes that are not refuted yet
	refuted  int               // of given cubes
	folder   *conqueror.Folder // for the files of conquerors, or nil
	began    time.Time
	busy     Tail // of solvers and splitters
}

// Run decides a formula. If the context ends first, the verdict is Unknown and Reason the context's cause.
// The error says that the proof has returned an error, that a lemma does not follow, or that something in cfg makes no sense.
// In every case no goroutine is left, and no process of a conqueror.
func Run(ctx context.Context, cfg Config) (Result, error) {
	inner, cancel := context.WithCancel(ctx)
	r := &run{
		began: time.Now(), cfg: cfg, ctx: inner, proof: lemmas{w: cfg.Proof, verifies: cfg.Verify}, idle: make(chan *solver, cfg.Threads),
	}
	defer r.close(cancel)
	if err := r.conquer(); err != nil {
		return Result{}, err
	}
	for range cfg.Threads {
		r.idle <- nil
	}
	machine, err := r.machine()
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return Result{Result: dpll.Result{Reason: context.Cause(ctx)}}, nil
	}
	if err != nil {
		return Result{}, err
	}
	over := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { r.watch(machine, over) })
	end, err := machine.Run(ctx)
	close(over)
	watching.Wait()
	return r.result(end, err)
}

// machine makes the machine.
func (r *run) machine() (*cores.Machine[part], error) {
	layout, err := r.cfg.Layout(r.cfg.Procs)
	if err != nil {
		return nil, err
	}
	elements, err := r.elements()
	if err != nil {
		return nil, err
	}
	return cores.New(cores.Config[part]{
		Topology: layout.Network, Policy: layout.Policy, Received: layout.Received, Estimate: layout.Estimate,
		Seed: 1, Threads: r.cfg.Threads,
		Search: r.join, Level: part.level, Elements: elements,
	})
}

// elements are the root, or the cubes of a list.
func (r *run) elements() ([]part, error) {
	if r.cfg.Cubes == nil {
		split, err := r.splitter()
		if err != nil {
			return nil, err
		}
		if err := r.proof.begin(split.derived()); err != nil {
			return nil, err
		}
		root := split.root()
		return []part{{root}}, nil
	}
	var all []part
	for i, cube := range r.cfg.Cubes {
		all = append(all, part{{path: cube, listed: true, place: i, level: len(cube)}})
	}
	return all, nil
}

// join makes the search of a processor.
func (r *run) join(int) (cores.Search[part], error) {
	split, err := r.splitter()
	if err != nil {
		return nil, err
	}
	s := &search{run: r, split: split, Course: NewCourse(CourseOptions{
		Splitter: r.cfg.Splitter, Depth: r.cfg.Depth, Given: r.cfg.Cubes != nil, Outside: r.cfg.Conqueror != "",
		Work: split.work, Eager: r.cfg.eager,
	})}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.searches = append(r.searches, s)
	return s, nil
}

// hire returns a solver that has nothing to do, or nil if there is none until the time is up.
func (r *run) hire(up <-chan time.Time) (free *solver) {
	select {
	case free = <-r.idle:
	case <-up:
		return nil
	}
	if free == nil {
		free = newSolver(r)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.solvers = append(r.solvers, free)
	}
	return free
}

// share hands lemmas of a solver to the others. They are in the proof before.
func (r *run) share(from *solver, lemmas []uint32) {
	r.mu.Lock()
	others := slices.Clone(r.solvers)
	r.mu.Unlock()
	for _, s := range others {
		if s != from {
			s.share.Put([32]byte{}, lemmas)
		}
	}
}

func (r *run) release(s *solver) { r.idle <- s }

// close ends all solvers.
func (r *run) close(cancel func()) {
	cancel()
	r.solving.Wait()
	for _, s := range r.solvers {
		s.close()
	}
	if r.folder != nil {
		_ = r.folder.Remove()
	}
}

// progressEvery is the time between two calls of Config.Progress.
const progressEvery = 100 * time.Millisecond

// watch calls Config.Progress until the run is over.
func (r *run) watch(m *cores.Machine[part], over <-chan struct{}) {
	if r.cfg.Progress == nil {
		return
	}
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case <-over:
			return
		case <-tick.C:
			r.mu.Lock()
			closed := r.forecast.Closed()
			off, refuted := r.forecast.Off(closed), r.refuted
			r.mu.Unlock()
			r.cfg.Progress(Progress{Nodes: m.Progress().Nodes, Closed: closed, Off: off, Cubes: refuted})
		}
	}
}

// result says how the run of the machine has ended.
func (r *run) result(end balance.Result, err error) (Result, error) {
	result := Result{Machine: end, Closed: r.forecast.Closed()}
	long := time.Since(r.began)
	for _, s := range r.searches {
		if s.solver != nil { // it was at work until now
			r.busy.Add(s.since.Sub(r.began), long, 1)
		}
	}
	if result.Long = r.busy.Tells(long, r.cfg.Threads); result.Long {
		result.Idle = 1 - r.busy.Share(long, r.cfg.Threads)
	}
	result.Result.Stats.Nodes = end.Nodes
	for _, s := range r.searches {
		result.Stats.add(s.Stats)
		if s.model != nil && result.Model == nil {
			result.Model = s.model
		}
	}
	switch {
	case end.Found:
		result.Verdict = cnf.Satisfiable
	case err != nil:
		return r.stopped(result, err)
	default:
		result.Verdict = cnf.Unsatisfiable
		if err = r.verified(&result); err == nil {
			err = r.proof.finish()
		}
	}
	return result, err
}

// stopped says why there is no verdict.
func (r *run) stopped(result Result, err error) (Result, error) {
	if r.ctx.Err() != nil {
		result.Reason = err
		return result, nil
	}
	if proof := new(cnf.ProofError); errors.As(err, &proof) { // whichever processor has met it
		err = proof
	}
	return Result{}, err
}
