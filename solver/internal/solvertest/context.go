package solvertest

import "context"

// endsAfter is a context that ends after it has been asked a number of times.
type endsAfter struct {
	context.Context
	looks int
	done  chan struct{}
}

func NewEndsAfter(looks int) *endsAfter {
	return &endsAfter{Context: context.Background(), looks: looks, done: make(chan struct{})}
}

func (c *endsAfter) Err() error {
	select {
	case <-c.done:
		return context.Canceled
	default:
	}
	if c.looks--; c.looks < 0 {
		close(c.done)
		return context.Canceled
	}
	return nil
}

func (c *endsAfter) Done() <-chan struct{} { return c.done }
