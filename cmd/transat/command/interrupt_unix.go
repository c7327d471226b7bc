//go:build unix

package command

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// dieOfInterrupt ends the program by SIGINT, so that the shell sees what has ended it. It returns if the signal is ignored, as in
// the background of a script.
func dieOfInterrupt() {
	signal.Reset(os.Interrupt)
	if signal.Ignored(os.Interrupt) || syscall.Kill(os.Getpid(), syscall.SIGINT) != nil {
		return
	}
	time.Sleep(time.Second) // the signal may come to another thread, a moment later
}
