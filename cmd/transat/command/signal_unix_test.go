//go:build unix

package command

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Who releases the signals knows whether one has come, however late.
func TestReleasedSignals(t *testing.T) {
	all := make(chan os.Signal, 1) // so that none ends this program
	signal.Notify(all, syscall.SIGTERM)
	defer signal.Stop(all)
	for i := range 300 {
		ctx, release, stop := untilSignal(t.Context(), func() {})
		if i%2 == 0 {
			if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			<-all
		}
		if release(); (ctx.Err() != nil) != (i%2 == 0) {
			t.Fatalf("run %d: the context ends with %v", i, ctx.Err())
		}
		stop()
	}
}

// A signal to all processes of a group, as timeout and the shell send it, ends conquerors and what they have started.
func TestSignalsEndConquerors(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("hang.sh", []byte("#!/bin/sh\nsleep 1000 &\necho $$ >pid.new\nmv pid.new pid\nwait\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("transat", "solve", "-j1", "--engine=cube", "--cube-depth=1", "--conqueror=./hang.sh {cnf}", "php-5-4")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	group := 0
	for wait := time.Now().Add(time.Minute); group == 0; time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile("pid"); err == nil {
			group, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		}
		select {
		case err := <-ended:
			t.Fatal("it has ended:", err)
		default:
		}
		if time.Now().After(wait) {
			t.Fatal("no conqueror begins")
		}
	}
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ended
	for wait := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if err := syscall.Kill(-group, 0); errors.Is(err, syscall.ESRCH) {
			return
		}
		if time.Now().After(wait) {
			_ = syscall.Kill(-group, syscall.SIGKILL)
			t.Fatal("processes of the conqueror are still there")
		}
	}
}
