//go:build !amd64

package packed

import "transat/solver/internal/engine"

// vectors is for processors that have them: see vectors_amd64.go.
type vectors struct{}

func (*vectors) inOrder(bool) {}

func newVectors(*Engine) *vectors { return nil }

func (e *Engine) assumeVectors(int, ...packedLit) engine.Step { panic("solver: no vectors") }

func (e *Engine) queueFalse(int) {}

func (e *Weighted) updateVectors(int) {}

func (e *Weighted) pickVectors(int) packedLit { return alwaysTrue }
