package reproduce

import (
	"context"
	"sync"
)

// shared caches common results of jobs of several items, for one run of a plan.
type shared struct {
	mutex sync.Mutex
	byKey map[any]*kept
}

// kept is the outcome of a job, once done is closed.
type kept struct {
	done  chan struct{}
	value any
	err   error
}

// Once returns what do returns. If another job of any item has called Once with the same key, do is not called again:
// that one's value is returned, after a wait if it is still at work. So do must depend on nothing but the key and the seed:
// no random numbers of the item ([Session.RandFor]). What has failed is not kept.
func Once[R any](ctx context.Context, s *Session, key any, do func() (R, error)) (R, error) {
	if s.shared == nil { // an item by itself
		return do()
	}
	s.shared.mutex.Lock()
	k, there := s.shared.byKey[key]
	if !there {
		k = &kept{done: make(chan struct{})}
		s.shared.byKey[key] = k
	}
	s.shared.mutex.Unlock()
	if there {
		select {
		case <-k.done:
		case <-ctx.Done():
			var none R
			return none, ctx.Err()
		}
		value, _ := k.value.(R)
		return value, k.err
	}
	defer close(k.done)
	k.err = context.Canceled // should do panic
	value, err := do()
	k.value, k.err = value, err
	if err != nil {
		s.shared.mutex.Lock()
		delete(s.shared.byKey, key)
		s.shared.mutex.Unlock()
	}
	return value, err
}
