package conqueror

import (
	"os/exec"
	"syscall"
)

// bound makes the process die with this one, even where there is no shell.
func bound(c *exec.Cmd) { c.SysProcAttr.Pdeathsig = syscall.SIGKILL }
