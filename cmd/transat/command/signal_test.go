package command

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"transat/cmd/transat/command/internal/cli"
)

// endless is a formula that no test decides.
const endless = "600-2580-3/1"

func needSignals(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be sent signals")
	}
}

func TestSignalsLeaveACheckpoint(t *testing.T) {
	needSignals(t)
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			if code, _, stderr := transat(t, t.Context(), "solve --local-search=0 --checkpoint=c --max-nodes=3000 "+endless); code != cli.OK {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			cmd := exec.CommandContext(t.Context(), "transat", "solve", "-j2", "--checkpoint=c", "--resume", "--checkpoint-every=1h", endless)
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(stdout)
			for lines.Scan() && !strings.HasPrefix(lines.Text(), "c going on") {
			}
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			if signal == syscall.SIGTERM { // as timeout sends it, once more to the group
				_ = cmd.Process.Signal(signal) // it may have ended
			}
			out := ""
			for lines.Scan() {
				out += lines.Text() + "\n"
			}
			err = cmd.Wait()
			if state, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); signal == os.Interrupt && ok {
				if !state.Signaled() || state.Signal() != syscall.SIGINT {
					t.Errorf("after Ctrl-C the program ended with %v, want that it dies of the signal, which ends a loop of the shell", err)
				}
				err = nil
			}
			if err := errors.Join(lines.Err(), err); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for _, want := range []string{"c stopped: interrupted", "c checkpoint: c, with ", "s UNKNOWN"} {
				if !strings.Contains(out, want) {
					t.Errorf("stdout %q, want %q in it", out, want)
				}
			}
			code, resumed, stderr := transatHere(t, t.Context(), "solve -j2 --checkpoint=c --resume --max-nodes=1 "+endless)
			goesOn := regexp.MustCompile(`c going on from c: ([0-9,]+) nodes visited`).FindStringSubmatch(resumed)
			if code != cli.OK || goesOn == nil || len(goesOn[1]) < len("3,000") {
				t.Errorf("exit code %d: %s%s, want a search that goes on after at least 3,000 nodes", code, resumed, stderr)
			}
		})
	}
}

// A second Ctrl-C ends the program at once, even if it can do nothing because no one reads what it has to say.
func TestSecondCtrlCEndsAtOnce(t *testing.T) {
	needSignals(t)
	reader, full, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer full.Close()
	for written := 0; written == 0; { // the time may be over before the first byte
		if err := full.SetWriteDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if written, err = full.Write(make([]byte, 1<<22)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("a pipe that is never read takes 4 MB: %v", err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "transat", "solve", endless)
	cmd.Stdout = full
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for sent := 0; ; {
		select {
		case err := <-ended:
			state, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if !ok || !state.Signaled() || state.Signal() != syscall.SIGINT {
				t.Errorf("the program ended with %v after Ctrl-C was pressed %d times", err, sent)
			}
			return
		case <-again.C:
			sent++
			_ = cmd.Process.Signal(os.Interrupt) // it may have ended
		}
	}
}
