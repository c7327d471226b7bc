package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"transat/cmd/transat/internal/cluster/ledger"
)

// JetStream is a store on a NATS server: a stream whose messages are the items, those of the log under one subject a kind and each
// part under one of its own.
type JetStream struct {
	js     jetstream.JetStream
	stream jetstream.Stream
	name   string
	prefix string // of all subjects
}

// streamPrefix begins the names of the streams of all runs.
const streamPrefix = "transat-"

// ErrNone says that there is no store of a run.
var ErrNone = errors.New("the server has no stream")

// Open returns the store of a run. If there is none it makes one, or with must returns an error. Replicas is how many servers of a
// NATS cluster keep it.
func Open(ctx context.Context, conn *nats.Conn, run string, replicas int, must bool) (*JetStream, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	s := &JetStream{js: js, name: streamPrefix + run, prefix: streamPrefix + run + "."}
	s.stream, err = js.Stream(ctx, s.name)
	switch {
	case err == nil && !must:
		return nil, fmt.Errorf("there is a run %s already: go on with it (--resume=%s), or delete the stream %s", run, run, s.name)
	case errors.Is(err, jetstream.ErrStreamNotFound) && must:
		return nil, fmt.Errorf("there is no run %s: %w %s", run, ErrNone, s.name)
	case errors.Is(err, jetstream.ErrStreamNotFound):
		s.stream, err = js.CreateStream(ctx, jetstream.StreamConfig{
			Name: s.name, Subjects: []string{s.prefix + ">"}, Storage: jetstream.FileStorage, Replicas: replicas, AllowDirect: true,
		})
	}
	if err != nil {
		return nil, fmt.Errorf("the store of run %s: %w (JetStream must be switched on)", run, err)
	}
	return s, nil
}

// subject is where an item goes.
func (s *JetStream) subject(i Item) string {
	if i.Kind == Part {
		return s.partSubject(ledger.Sum(i.Data))
	}
	return s.prefix + "log." + string(i.Kind)
}

func (s *JetStream) partSubject(hash ledger.Hash) string { return s.prefix + "part." + hash.String() }

// records is a kind that only the server sees: several records in one message, each behind its length. A server that brings every
// message to the disk takes some milliseconds for each, however short it is.
const (
	records     Kind = "records"
	mostRecords      = 512 << 10 // bytes of them
)

// together returns the items with records that follow each other put together.
func together(items []Item) (all []Item) {
	var row []Item
	size := 0
	flush := func() {
		if len(row) > 1 {
			data := make([]byte, 0, size)
			for _, i := range row {
				data = append(binary.AppendUvarint(data, uint64(len(i.Data))), i.Data...)
			}
			row = []Item{{records, data}}
		}
		all = append(all, row...)
		row, size = nil, 0
	}
	for _, i := range items {
		length := len(i.Data) + binary.MaxVarintLen64
		if i.Kind != Record || size+length > mostRecords {
			flush()
		}
		if i.Kind != Record {
			all = append(all, i)
			continue
		}
		row, size = append(row, i), size+length
	}
	flush()
	return all
}

// apart visits the items in a message of the log. An unreadable message has none.
func apart(kind Kind, data []byte, visit func(Item) error) error {
	if kind != records {
		return visit(Item{kind, data})
	}
	for len(data) > 0 {
		length, n := binary.Uvarint(data)
		if n <= 0 || length > uint64(len(data)-n) {
			return nil
		}
		if err := visit(Item{Record, data[n:][:length]}); err != nil {
			return err
		}
		data = data[n+int(length):]
	}
	return nil
}

// Write implements Store.
func (s *JetStream) Write(ctx context.Context, items []Item) error {
	items = together(items)
	acks := make([]jetstream.PubAckFuture, 0, len(items))
	for _, i := range items {
		ack, err := s.js.PublishAsync(s.subject(i), i.Data, jetstream.WithExpectStream(s.name))
		if err != nil {
			return err
		}
		acks = append(acks, ack)
	}
	for _, ack := range acks {
		select {
		case <-ack.Ok():
		case err := <-ack.Err():
			return full(err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Codes of errors of a server that has no room: of all that it may take, or of the disk.
const (
	noResources = 10023
	noStorage   = 10047
	notStored   = 10077 // for whatever reason, which it tells
)

// full makes an error of the server ErrFull, if it says so.
func full(err error) error {
	var said *jetstream.APIError
	if !errors.As(err, &said) {
		return err
	}
	none := said.ErrorCode == noResources || said.ErrorCode == noStorage
	for _, why := range []string{"no space left", "quota exceeded", "not enough space"} {
		none = none || said.ErrorCode == notStored && strings.Contains(said.Description, why)
	}
	if none {
		return fmt.Errorf("%w (%w)", ErrFull, err)
	}
	return err
}

// Log implements Store.
func (s *JetStream) Log(ctx context.Context, visit func(Item) error) error {
	wanted, begin := s.prefix+"log.*", len(s.prefix+"log.")
	for next := uint64(1); ; {
		m, err := s.stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(wanted))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := apart(Kind(m.Subject[begin:]), m.Data, visit); err != nil {
			return err
		}
		next = m.Sequence + 1
	}
}

// Part implements Store.
func (s *JetStream) Part(ctx context.Context, hash ledger.Hash) ([]byte, error) {
	m, err := s.stream.GetLastMsgForSubject(ctx, s.partSubject(hash))
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, ErrMissing
	case err != nil:
		return nil, err
	case ledger.Sum(m.Data) != hash:
		return nil, ErrMissing
	}
	return m.Data, nil
}

// Remove implements Store.
func (s *JetStream) Remove(ctx context.Context) error {
	err := s.js.DeleteStream(ctx, s.name)
	if errors.Is(err, jetstream.ErrStreamNotFound) { // a server that was revived answers twice
		return nil
	}
	return err
}
