package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
)

// How long an answer may take until the question is asked again. A claim is answered late if there is nothing to do.
const (
	askWait  = 3 * time.Second
	joinWait = time.Second
	pause    = 100 * time.Millisecond // before a question is asked again
)

// GoneError says that the coordinator has not been heard of for too long.
type GoneError struct {
	For time.Duration
	Err error // why the last question got no answer
}

func (e *GoneError) Error() string {
	why := strings.TrimPrefix(e.Err.Error(), "nats: ")
	if errors.Is(e.Err, context.DeadlineExceeded) {
		why = "no answer has come"
	}
	return fmt.Sprintf("no coordinator has been heard of for %v: %s", e.For.Round(time.Second), why)
}
func (e *GoneError) Unwrap() error { return e.Err }

// tellAfter is how long something may take without a word.
const tellAfter = time.Second

// tellIfLate logs a line if something takes long, and the worker is still there. The caller says when that is over. A worker without
// patience leaves soon, and says why.
func (w *worker) tellIfLate(line string) (over func()) {
	if p := w.cfg.Patience; p > 0 && p <= tellAfter {
		return func() {}
	}
	late := time.AfterFunc(tellAfter, func() {
		if w.hard.Err() == nil {
			w.cfg.Log(line)
		}
	})
	return func() { late.Stop() }
}

// nobody says that there is no run.
func (w *worker) nobody() string {
	if w.cfg.Run == "" {
		return "no run answers there yet"
	}
	return "no run " + w.cfg.Run + " answers there"
}

// raw asks a question until it is answered.
func (w *worker) raw(ctx context.Context, question *nats.Msg, wait time.Duration) ([]byte, error) {
	for {
		limited, cancel := context.WithTimeout(ctx, wait)
		m, err := w.cfg.Conn.RequestMsgWithContext(limited, question)
		cancel()
		switch {
		case err == nil:
			w.mu.Lock()
			w.heard = time.Now()
			w.mu.Unlock()
			return m.Data, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrMaxPayload):
			return nil, err
		}
		w.mu.Lock()
		silence := time.Since(w.heard)
		w.mu.Unlock()
		if p := w.cfg.Patience; p > 0 && silence > p {
			return nil, &GoneError{silence, err}
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}

// request asks and reads the answer.
func (w *worker) request(ctx context.Context, question *nats.Msg, answer any, wait time.Duration) error {
	text, err := w.raw(ctx, question, wait)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("an answer of the coordinator: %w", err)
	}
	return nil
}

// ask asks one of the questions of a run, until the answer is more than that it should be asked again.
func (w *worker) ask(ctx context.Context, question protocol.Ask, data []byte) (protocol.Answer, error) {
	for {
		var a protocol.Answer
		if err := w.request(ctx, question.Message(w.run, data), &a, askWait); err != nil {
			return protocol.Answer{}, err
		}
		w.better(a.Best)
		switch {
		case a.Refused != "":
			return a, &cluster.RefusedError{Reason: a.Refused}
		case a.End != nil:
			w.ended(a.End)
			return a, errEnded
		case a.Again == "":
			return a, nil
		}
		if err := sleep(ctx, pause); err != nil {
			return protocol.Answer{}, err
		}
	}
}
