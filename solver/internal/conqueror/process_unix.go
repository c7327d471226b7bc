//go:build unix

package conqueror

import (
	"io"
	"os/exec"
	"strconv"
	"syscall"
)

// alone makes the process one that can be killed with all that it starts.
func alone(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends a process with all that it has started.
func kill(c *exec.Cmd) error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }

// keeper kills the program, with all that it has started, when this process is gone, however it has ended. It is a shell that reads the
// numbers of process groups from a pipe, whose other end only this process has. A nil keeper does nothing.
type keeper struct {
	shell *exec.Cmd
	in    io.WriteCloser
}

// keep starts a keeper. It is nil where there is no shell.
func keep() *keeper {
	shell := exec.Command("sh", "-c", `while read -r next; do group=$next; done; [ -z "$group" ] || kill -s KILL -- "-$group"`)
	alone(shell)
	in, err := shell.StdinPipe()
	if err != nil || shell.Start() != nil {
		return nil
	}
	return &keeper{shell, in}
}

// started tells the keeper of a program.
func (k *keeper) started(c *exec.Cmd) { k.tell(strconv.Itoa(c.Process.Pid)) }

// ended tells that it has ended. Its number may be another's soon.
func (k *keeper) ended() { k.tell("") }

func (k *keeper) tell(group string) {
	if k != nil {
		_, _ = io.WriteString(k.in, group+"\n") // a keeper that was killed is missed by nobody
	}
}

// close ends the keeper.
func (k *keeper) close() {
	if k != nil {
		_ = k.in.Close()
		_ = k.shell.Wait()
	}
}
