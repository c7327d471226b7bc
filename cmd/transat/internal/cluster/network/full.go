package network

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/store"
)

// A run whose disk is full waits, and goes on when there is room. If it is interrupted meanwhile, it ends at once: for what the local
// processors have there is no room.

const (
	enough = 1 << 20          // bytes that must be free for a run to go on
	revive = 10 * time.Second // time between two attempts
	look   = time.Second      // between two looks whether there is room, while the store takes something
)

// interruptible returns a function that hears that the coordinator hears nobody, and that it does again. In between, stop is called when
// ctx ends: nothing that the local processors report can be taken.
func interruptible(ctx context.Context, stop context.CancelCauseFunc) (deaf func(bool)) {
	var now atomic.Bool
	end := func() {
		if now.Load() && ctx.Err() != nil {
			stop(context.Cause(ctx))
		}
	}
	context.AfterFunc(ctx, end)
	return func(is bool) {
		now.Store(is)
		end()
	}
}

// stuck returns what hears that the store does not take something, and again that it does.
func (r *run) stuck(deaf func(bool)) func(error) error {
	tried := time.Now()
	return func(err error) error {
		deaf(err != nil)
		if err == nil {
			return nil
		}
		limit, room, where := errors.Is(err, store.ErrFull), true, "the server has no room"
		if r.server != nil {
			room = r.site.hasRoom()
			where = fmt.Sprintf("the disk with the folder %s is full", r.site.folder)
			if room {
				where += ", but for a quarter, which stays free"
			}
			if room && time.Since(tried) >= revive {
				_ = r.server.Revive() // if it cannot, it is tried again
				tried = time.Now()
			}
		}
		if room && !limit {
			return fmt.Errorf("trying again: %w", err)
		}
		return fmt.Errorf("%s; the run waits for room, and Ctrl-C ends it with all that was kept", where)
	}
}

// roomy is a store that says when its disk is full: the server says nothing of it, and waits.
type roomy struct {
	store.Store
	site *site
}

// Write implements store.Store.
func (r roomy) Write(ctx context.Context, items []store.Item) error {
	limited, stop := r.site.whileRoom(ctx)
	defer stop()
	err := r.Store.Write(limited, items)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = context.Cause(limited)
	}
	return err
}

// whileRoom returns a context that ends with ctx, or when the disk is full.
func (s *site) whileRoom(ctx context.Context) (limited context.Context, stop func()) {
	limited, cancel := context.WithCancelCause(ctx)
	go func() {
		tick := time.NewTicker(look)
		defer tick.Stop()
		for {
			select {
			case <-limited.Done():
				return
			case <-tick.C:
				if !s.hasRoom() {
					cancel(fmt.Errorf("the disk with the folder %s is full", s.folder))
				}
			}
		}
	}()
	return limited, func() { cancel(nil) }
}

// hasRoom tries whether there is room in the folder.
func (s *site) hasRoom() bool {
	file, err := os.CreateTemp(s.folder, "."+cluster.RunFile+".*")
	if err != nil {
		return false
	}
	_, err = file.Write(make([]byte, enough))
	return errors.Join(err, file.Sync(), file.Close(), os.Remove(file.Name())) == nil
}
