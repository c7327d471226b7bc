//go:build unix

package conqueror

import (
	"os/exec"
	"syscall"
)

// group is the process group of a program and of all that it starts. Its leader is a shell that waits for the end of a pipe whose other
// end only this process has, and then kills the group: so nothing is left when this process is gone, however it has ended. The program is
// in the group before it runs, and until then the pipe is open in it as well, so there is no moment at which it could be missed.
type group struct {
	program *exec.Cmd
	shell   *exec.Cmd // nil where there is none
}

// newGroup makes a group for a program that has not been started.
func newGroup(program *exec.Cmd) *group {
	shell := exec.Command("sh", "-c", "read -r _; kill -s KILL 0")
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if _, err := shell.StdinPipe(); err != nil || shell.Start() != nil {
		return &group{program: program}
	}
	program.SysProcAttr.Pgid = shell.Process.Pid
	return &group{program, shell}
}

// kill ends the program with all that it has started.
func (g *group) kill() error {
	leader := g.shell
	if leader == nil {
		leader = g.program
	}
	if leader.Process == nil {
		return nil
	}
	return syscall.Kill(-leader.Process.Pid, syscall.SIGKILL)
}

// close ends what is left.
func (g *group) close() {
	_ = g.kill()
	if g.shell != nil {
		_ = g.shell.Wait()
	}
}
