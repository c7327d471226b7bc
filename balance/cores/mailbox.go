package cores

import (
	"sync"
	"sync/atomic"

	"transat/balance"
)

// mailbox holds what was sent to a processor and has not been taken. Messages and elements lie in one row,
// so that those of the same sender come out as they went in.
type mailbox[E any] struct {
	full    atomic.Bool   // there is something: can be asked without the lock
	loaded  atomic.Bool   // there are elements: likewise
	arrived chan struct{} // holds a token, if something has come since the owner last waited for it

	mu      sync.Mutex
	parcels []parcel[E]
}

// parcel is a control message, or elements.
type parcel[E any] struct {
	from     int
	message  balance.Message
	elements []E   // nil for a message
	tag      uint8 // of the elements
}

// post puts a parcel in and wakes the owner if it waits.
func (b *mailbox[E]) post(x parcel[E]) {
	b.mu.Lock()
	b.parcels = append(b.parcels, x)
	b.full.Store(true)
	if x.elements != nil {
		b.loaded.Store(true)
	}
	b.mu.Unlock()
	select {
	case b.arrived <- struct{}{}:
	default: // there is a token already
	}
}

// take returns all that has come, and leaves the mailbox with an empty slice, whose space it uses.
func (b *mailbox[E]) take(empty []parcel[E]) []parcel[E] {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.parcels
	b.parcels = empty
	b.full.Store(false)
	b.loaded.Store(false)
	return all
}
