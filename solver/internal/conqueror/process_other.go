//go:build !unix

package conqueror

import "os/exec"

// group is the program alone.
type group struct{ program *exec.Cmd }

func newGroup(program *exec.Cmd) *group { return &group{program} }

// kill ends the program.
func (g *group) kill() error { return g.program.Process.Kill() }

func (*group) close() {}
