package conqueror

import (
	"os/exec"
	"syscall"
)

// bound makes the process die with this one, even before the keeper has been told of it.
func bound(c *exec.Cmd) { c.SysProcAttr.Pdeathsig = syscall.SIGKILL }
