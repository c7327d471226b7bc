//go:build !amd64

package packed

import "transat/solver/internal/engine"

// vectors is for processors that have them: see vectors_amd64.go.
type vectors struct{ pairs []uint32 }

func (*vectors) inOrder(bool) {}

func (*vectors) note() {}

func (*vectors) setPlaces(int, int) {}

func (*vectors) list(packedLit) []uint32 { return nil }

func newVectors(*Engine) *vectors { return nil }

func (e *Engine) assumeVectors(int, ...packedLit) engine.Step { panic("solver: no vectors") }

func (e *Engine) queueFalse(int) {}

func (e *Weighted) updateVectors(int) {}

func (e *Weighted) pickVectors(int) packedLit { return alwaysTrue }
