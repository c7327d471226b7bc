package conqueror

import (
	"os/exec"
	"syscall"
)

// alone makes the process one that can be killed with all that it starts, and that dies with this one.
func alone(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// kill ends a process with all that it has started.
func kill(c *exec.Cmd) error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
