package coordinator

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/s2"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/store"
)

var errNotWhole = errors.New("internal error: all pieces are closed, and they do not make a whole tree; the answer is not known")

// finish ends a run when all pieces are closed. If a part of the proof is missing it returns false: the piece of that part is
// searched again.
func (c *coordinator) finish(ctx context.Context) (done bool, err error) {
	if !c.books.Whole() {
		return false, errNotWhole
	}
	if c.cfg.Proof == nil {
		return true, nil
	}
	if f := c.cfg.Finishing; f != nil {
		f(true)
		defer f(false)
	}
	var missing *missingError
	err = c.proof(ctx, io.Discard) // whatever it lacks is known before a byte of it is written
	if errors.As(err, &missing) {
		return false, c.forget(ctx, missing)
	}
	if err == nil {
		out := bufio.NewWriter(c.cfg.Proof)
		_, _ = out.WriteString(c.cfg.Head.Comment) // Flush has the error, if there is one
		err = errors.Join(c.proof(ctx, out), out.Flush())
	}
	if err != nil {
		return false, fmt.Errorf("writing the proof: %w", err)
	}
	return true, nil
}

// missingError says that a part of the proof of a record is not there.
type missingError struct {
	record ledger.Hash
	piece  uint64
	err    error
}

func (e *missingError) Error() string {
	return fmt.Sprintf("a part of the proof of piece %d: %v", e.piece, e.err)
}
func (e *missingError) Unwrap() error { return e.err }

// forget takes a record whose proof is missing out of the ledger, so that its piece is searched again.
func (c *coordinator) forget(ctx context.Context, m *missingError) error {
	c.cfg.Warn(fmt.Errorf("%w; what it belongs to is searched again", m))
	c.books = c.books.Without(m.record)
	c.items = append(c.items, store.Item{Kind: store.Forget, Data: []byte(m.record.String())})
	return c.flush(ctx)
}

// proof writes the proof.
func (c *coordinator) proof(ctx context.Context, w io.Writer) (err error) {
	open := reader{c: c, ctx: ctx}
	if c.cfg.Head.Cubes != nil {
		c.lemmas, err = c.cubeProof(&open, w)
		return err
	}
	c.lemmas = c.books.Totals().Lemmas
	return c.books.Walk(func(s ledger.Step) error {
		return open.copy(s, w)
	})
}

// copy copies a step of the proof.
func (r *reader) copy(s ledger.Step, w io.Writer) error {
	for at := s.From; at < s.To; {
		text, begin, err := r.at(s, at)
		if err != nil {
			return err
		}
		text = text[at-begin:]
		text = text[:min(int64(len(text)), s.To-at)]
		if _, err := w.Write(text); err != nil {
			return err
		}
		at += int64(len(text))
	}
	return nil
}

// reader reads parts of the proof, and knows the last one: marks make several steps of one part.
type reader struct {
	c    *coordinator
	ctx  context.Context
	hash ledger.Hash
	text []byte
}

// at returns the part of a record that has a byte, and the number of the first byte of that part.
func (r *reader) at(s ledger.Step, byte int64) (text []byte, begin int64, err error) {
	for _, p := range s.Record.Parts {
		if byte >= begin+p.Bytes {
			begin += p.Bytes
			continue
		}
		if r.hash == p.Hash && r.text != nil {
			return r.text, begin, nil
		}
		data, err := r.c.cfg.Store.Part(r.ctx, p.Hash)
		if err == nil {
			r.text, err = s2.Decode(nil, data)
			if err == nil && int64(len(r.text)) != p.Bytes {
				err = fmt.Errorf("it has %d bytes, want %d: %w", len(r.text), p.Bytes, store.ErrMissing)
			}
		}
		if err != nil {
			r.text = nil
			if r.ctx.Err() != nil {
				return nil, 0, context.Cause(r.ctx)
			}
			if errors.Is(err, store.ErrMissing) || errors.Is(err, s2.ErrCorrupt) {
				err = &missingError{s.Hash, s.Record.Piece, err}
			}
			return nil, 0, err
		}
		r.hash = p.Hash
		return r.text, begin, nil
	}
	return nil, 0, errNotWhole
}
