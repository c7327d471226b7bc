package solver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/dustin/go-humanize"

	"transat/solver/cnf"
	"transat/solver/internal/simplify"
)

// Enumeration says which models to find.
type Enumeration struct {
	Most int64 // end after that many; 0 is all there are
	// Project are the variables that matter: models in which they have the same values count as one. Nil is all variables, those that
	// occur in no clause included.
	Project []cnf.Var
}

// Models is the result of [FindModels].
type Models struct {
	Count     int64
	All       bool      // there are no others
	Reason    error     // why there may be others: the context's cause, ErrEnough or ErrMemoryLimit; nil if there are none
	Failed    []cnf.Lit // if there is no model, the assumptions that cannot be true together: see Result.Failed
	Conflicts int64     // on the way
}

// Verdict is that on the formula.
func (m Models) Verdict() cnf.Verdict {
	switch {
	case m.Count > 0:
		return cnf.Satisfiable
	case m.All:
		return cnf.Unsatisfiable
	}
	return cnf.Unknown
}

// ErrEnough is the Reason of an enumeration that came to Enumeration.Most.
var ErrEnough = errors.New("as many models as wanted")

// FindModels finds models of f one after the other, each once, and hands each to found, by one goroutine at a time. Every model is
// checked, and belongs to found. If found returns an error, FindModels ends with that error.
//
// Clause learning finds them, so opt.Engine is Auto or CDCL. Only Threads, Assume, MaxMemory, Progress and Log count besides. With
// one thread the models always come in the same order; with several they come as they are found, and only as a set they are the
// same.
func FindModels(ctx context.Context, f *cnf.Formula, opt Options, want Enumeration, found func(cnf.Model) error) (Models, error) {
	return findModels(ctx, f, opt, hooks{}, want, found)
}

// findModels is FindModels with hooks.
func findModels(
	ctx context.Context, f *cnf.Formula, opt Options, hooks hooks, want Enumeration, found func(cnf.Model) error,
) (Models, error) {
	if err := checkModels(f, opt, want); err != nil {
		return Models{}, err
	}
	opt = opt.withDefaults()
	if opt.MaxMemory > 0 {
		var stop func()
		ctx, stop = LimitMemory(ctx, opt.MaxMemory)
		defer stop()
	}
	e := &enumeration{
		formula: f, assume: opt.Assume, project: projection(f, want.Project), most: want.Most,
		found: found, progress: opt.Progress,
	}
	if e.most == 0 {
		e.most = math.MaxInt64
	}
	e.change = sync.NewCond(&e.mu)
	err := e.run(ctx, opt, hooks.pacing().simplifying)
	switch {
	case err == nil:
		e.result.All = true
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		e.result.Reason = context.Cause(ctx)
	case errors.Is(err, ErrEnough):
		e.result.Reason = err
	default:
		return e.result, err
	}
	return e.result, nil
}

// checkModels returns an *OptionError if something makes no sense, or the error of checkInput.
func checkModels(f *cnf.Formula, opt Options, want Enumeration) error {
	if err := opt.Check(); err != nil {
		return err
	}
	if err := checkInput(f, opt); err != nil {
		return err
	}
	for _, v := range want.Project {
		if v < 1 || int(v) > f.Vars() {
			return optionError("Project", v, fmt.Errorf("the formula has the variables 1 to %d", f.Vars()))
		}
	}
	switch opt.Engine {
	case "", Auto, CDCL:
	default:
		return optionError("Engine", opt.Engine, errLearnedModels)
	}
	switch {
	case want.Most < 0:
		return optionError("Most", want.Most, errNegative)
	case opt.Proof.W != nil:
		return optionError("Proof", opt.Proof.Name, errors.New("models one after the other have none"))
	case opt.Verify:
		return optionError("Verify", opt.Verify, errors.New("models one after the other are not verified"))
	case len(opt.Cubes) > 0:
		return optionError("Cubes", fmt.Sprintf("%d cubes", len(opt.Cubes)), errLearnedModels)
	case opt.Checkpoint.File != "":
		return optionError("Checkpoint.File", opt.Checkpoint.File, errLearnedModels)
	}
	return nil
}

var errLearnedModels = errors.New("clause learning (auto or cdcl) finds models one after the other")

// projection returns the variables that matter, in order and each once.
func projection(f *cnf.Formula, project []cnf.Var) []cnf.Var {
	if project != nil {
		project = slices.Clone(project)
		slices.Sort(project)
		return slices.Compact(project)
	}
	for v := range f.Vars() {
		project = append(project, cnf.Var(v+1))
	}
	return project
}

// enumeration is a call of FindModels. Its walkers (walker.go) share the parts of the tree of assignments that are still to be searched.
type enumeration struct {
	formula    *cnf.Formula
	assume     []cnf.Lit
	project    []cnf.Var
	simplified *simplify.Simplified
	most       int64
	found      func(cnf.Model) error
	progress   func(Progress)

	mu     sync.Mutex
	change *sync.Cond  // of what follows, all under mu
	open   [][]cnf.Lit // parts that no walker has
	busy   int         // walkers at work
	idle   int         // walkers that wait for a part
	err    error       // why all are to end
	told   time.Time
	result Models
}

// run simplifies the formula, and has walkers search the tree.
func (e *enumeration) run(ctx context.Context, opt Options, simplifying int64) (err error) {
	keep := append(variables(e.assume), e.project...)
	if e.simplified, err = simplify.Run(ctx, e.formula, simplify.Options{Keep: keep, Work: simplifying}); err != nil {
		return err
	}
	if e.simplified.Refuted() {
		return nil
	}
	opt.Log(fmt.Sprintf("engine cdcl: models one after the other; %s of %s left", humanize.Comma(int64(e.simplified.Formula.Len())),
		counted(int64(e.formula.Len()), "clause")))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	e.open = [][]cnf.Lit{e.assume}
	var all sync.WaitGroup
	for range opt.Threads {
		all.Go(func() {
			if err := e.work(ctx); err != nil {
				e.end(err)
				cancel()
			}
		})
	}
	all.Wait()
	return e.err
}

// work walks through part after part until there are none left.
func (e *enumeration) work(ctx context.Context) error {
	var w *walker
	for {
		part, ok := e.take()
		if !ok {
			return nil
		}
		if w == nil {
			var err error
			if w, err = newWalker(ctx, e); err != nil {
				return err
			}
		}
		if err := w.walk(part); err != nil {
			return err
		}
		e.release()
	}
}

// take waits for a part. There is none if all are done, or something has failed.
func (e *enumeration) take() (part []cnf.Lit, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle++
	for e.err == nil && len(e.open) == 0 && e.busy > 0 {
		e.change.Wait()
	}
	e.idle--
	if e.err != nil || len(e.open) == 0 {
		e.change.Broadcast()
		return nil, false
	}
	part, e.open = e.open[0], e.open[1:]
	e.busy++
	return part, true
}

// release says that a part is done.
func (e *enumeration) release() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.busy--
	e.change.Broadcast()
}

// end makes all walkers end. The first reason counts.
func (e *enumeration) end(reason error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.err = reason
	}
	e.change.Broadcast()
}

// hungry reports whether more walkers wait than parts lie ready for.
func (e *enumeration) hungry() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.idle > len(e.open)
}

// give leaves a part to another walker.
func (e *enumeration) give(part []cnf.Lit) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open = append(e.open, part)
	e.change.Signal()
}

// report hands a model on.
func (e *enumeration) report(m cnf.Model) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err != nil {
		return e.err
	}
	e.result.Count++
	e.err = e.found(m) // kept at once: no other walker may report one more
	if e.err == nil && e.result.Count >= e.most {
		e.err = ErrEnough
	}
	return e.err
}

const tellEvery = 200 * time.Millisecond

// count adds conflicts, and shows how far the enumeration has come.
func (e *enumeration) count(conflicts int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.result.Conflicts += conflicts
	if now := time.Now(); e.progress != nil && now.Sub(e.told) >= tellEvery {
		e.told = now
		e.progress(Progress{Conflicts: e.result.Conflicts, Models: e.result.Count})
	}
}

// failed notes which assumptions leave no model.
func (e *enumeration) failed(assumptions []cnf.Lit) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.result.Failed = assumptions
}
