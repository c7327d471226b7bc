//go:build !linux

package terminaltest

import (
	"os"
	"testing"
)

// Terminal is a pseudo-terminal.
type Terminal struct{ File *os.File }

// Open skips the test.
func Open(t testing.TB, _ int) *Terminal {
	t.Helper()
	t.Skip("this test opens a pseudo-terminal as Linux has them")
	return nil
}

// Written is never called.
func (p *Terminal) Written() string { return "" }

// Lines is never called.
func (p *Terminal) Lines() []string { return nil }
