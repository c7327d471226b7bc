package pool

import (
	"errors"
	"slices"
	"time"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/pieces"
)

// Snapshot is all that a search needs to resume.
type Snapshot struct {
	Open  []dpll.Branch // still to be searched
	Stats dpll.Stats    // up to then, those before this search included
	Books *pieces.Books // nil without a Ledger
	// Verified is the snapshot of the verifier, nil without one.
	Verified *stream.State
}

// progressEvery is the time between two calls of Config.Progress.
const progressEvery = 100 * time.Millisecond

// attend sees to checkpoints and progress until the run is over.
func (r *run) attend(over <-chan struct{}) {
	keep, progress := every(r.cfg.SaveEvery, r.cfg.Save != nil), every(progressEvery, r.cfg.Progress != nil)
	defer keep.Stop()
	defer progress.Stop()
	for {
		select {
		case <-over:
			return
		case <-progress.C:
			r.cfg.Progress(r.progress())
		case <-keep.C:
			if err := r.save(); err != nil {
				r.cfg.Warn(err)
			}
		}
	}
}

// every returns a ticker, which never ticks if it is not wanted.
func every(d time.Duration, wanted bool) *time.Ticker {
	if !wanted || d <= 0 {
		t := time.NewTicker(time.Hour)
		t.Stop()
		return t
	}
	return time.NewTicker(d)
}

// errDecided says that a checkpoint would come too late.
var errDecided = errors.New("the search is decided")

// keep makes a checkpoint while the machine runs, or after it.
func (r *run) save() error {
	var kept Snapshot
	err := r.machine.Snapshot(func(open []dpll.Branch) error {
		var err error
		kept, err = r.snapshot(open)
		return err
	})
	if errors.Is(err, errDecided) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.hand(kept)
}

// snapshot returns the state of the search while no worker searches.
func (r *run) snapshot(open []dpll.Branch) (Snapshot, error) {
	if len(open) == 0 || r.best.known.Load() && !r.cfg.Deterministic {
		return Snapshot{}, errDecided
	}
	kept := Snapshot{Open: slices.Clone(open), Stats: r.stats()}
	if r.cfg.Ledger != nil {
		if err := r.cfg.Ledger.Sync(); err != nil {
			return Snapshot{}, err
		}
		books := r.cfg.Ledger.Books()
		kept.Books = &books
	}
	if r.cfg.Verifier != nil {
		state, err := r.cfg.Verifier.State()
		if err != nil {
			return Snapshot{}, err
		}
		kept.Verified = &state
	}
	if r.best.known.Load() {
		// The model is kept as a branch, which begins with it: its node will be visited once more.
		kept.Open = append(kept.Open, r.best.place)
		kept.Books.Forget(r.best.place.Piece())
		kept.Stats.Nodes--
		kept.Stats.Leaves--
	}
	return kept, nil
}

// hand gives a checkpoint away.
func (r *run) hand(kept Snapshot) error {
	if r.cfg.Ledger != nil {
		if err := r.cfg.Ledger.Secure(); err != nil {
			return err
		}
	}
	return r.cfg.Save(kept)
}

// saveLast makes the checkpoint at the end of a search without a verdict.
func (r *run) saveLast(result Result, err error) (Result, error) {
	switch {
	case err != nil || r.cfg.Save == nil || result.Verdict != cnf.Unknown:
		return result, err
	case r.machine != nil:
		return result, r.save()
	}
	kept, err := r.snapshot([]dpll.Branch{r.first.Rest()})
	if err == nil {
		err = r.hand(kept)
	}
	return result, err
}
