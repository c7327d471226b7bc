//go:build unix && !linux

package command

import "testing"

// fill does nothing: the limits of another process cannot be set here.
func fill(*testing.T, int, string) {}

// killChildren does nothing: the children of another process are not known here.
func killChildren(int) {}
