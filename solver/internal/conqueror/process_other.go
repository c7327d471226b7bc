//go:build !unix

package conqueror

import "os/exec"

func alone(*exec.Cmd) {}

// kill ends a process.
func kill(c *exec.Cmd) error { return c.Process.Kill() }
