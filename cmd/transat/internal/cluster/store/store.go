// Package store stores a run: its log, which begins with the head of the run and goes on with records, and the parts of formula and
// proof, each under its hash. [JetStream] stores it on a NATS server; [Memory] only in memory, for tests.
//
// A store may lose items that it has acknowledged, as a server does that need not bring every message to the disk. A reader of the
// log must expect that items are missing, anywhere, and that items come twice.
package store

import (
	"context"
	"errors"
	"sync"

	"transat/cmd/transat/internal/cluster/ledger"
)

// Item is an entry of the log, or a part.
type Item struct {
	Kind Kind
	Data []byte
}

// Kind is the kind of an item.
type Kind string

// The kinds. All but parts make the log.
const (
	Head   Kind = "head"   // says which run it is
	Record Kind = "record" // a ledger.Record
	Forget Kind = "forget" // the hash of a record, all that was written of which before this does not count
	Best   Kind = "best"   // a ledger.Best that counts, though its record may not
	Part   Kind = "part"   // of the formula or the proof, kept under the hash of the data
)

// ErrMissing says that a part is missing or changed.
var ErrMissing = errors.New("it is missing")

// ErrFull says that there is no room for what is to be kept.
var ErrFull = errors.New("there is no room for it")

// Store keeps a run.
type Store interface {
	// Write keeps items, and returns when all of them are as safe as the store can make them. After an error some may be kept. The error
	// is ErrFull if there was no room.
	Write(ctx context.Context, items []Item) error
	// Log calls visit with the log, in the order in which it was written.
	Log(ctx context.Context, visit func(Item) error) error
	// Part returns a part. The error is ErrMissing if it is not to be had, ever.
	Part(ctx context.Context, hash ledger.Hash) ([]byte, error)
	// Remove forgets the run.
	Remove(ctx context.Context) error
}

// Memory is a store in memory. The zero value is empty.
type Memory struct {
	mu    sync.Mutex
	log   []Item
	parts map[ledger.Hash][]byte
}

// Write implements Store.
func (m *Memory) Write(_ context.Context, items []Item) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, i := range items {
		if i.Kind != Part {
			m.log = append(m.log, i)
			continue
		}
		if m.parts == nil {
			m.parts = map[ledger.Hash][]byte{}
		}
		m.parts[ledger.Sum(i.Data)] = i.Data
	}
	return nil
}

// Log implements Store.
func (m *Memory) Log(_ context.Context, visit func(Item) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, i := range m.log {
		if err := visit(i); err != nil {
			return err
		}
	}
	return nil
}

// Part implements Store.
func (m *Memory) Part(_ context.Context, hash ledger.Hash) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.parts[hash]
	if !ok || ledger.Sum(data) != hash {
		return nil, ErrMissing
	}
	return data, nil
}

// Remove implements Store.
func (m *Memory) Remove(context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.log, m.parts = nil, nil
	return nil
}

// Lose forgets items of the log that a test chooses, and parts.
func (m *Memory) Lose(log func(at int, i Item) bool, part func(ledger.Hash) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var left []Item
	for at, i := range m.log {
		if !log(at, i) {
			left = append(left, i)
		}
	}
	m.log = left
	for hash := range m.parts {
		if part(hash) {
			delete(m.parts, hash)
		}
	}
}
