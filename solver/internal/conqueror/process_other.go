//go:build !unix

package conqueror

import "os/exec"

func alone(*exec.Cmd) {}

// kill ends a process.
func kill(c *exec.Cmd) error { return c.Process.Kill() }

// keeper does nothing.
type keeper struct{}

func keep() *keeper { return nil }

func (*keeper) started(*exec.Cmd) {}
func (*keeper) ended()            {}
func (*keeper) close()            {}
