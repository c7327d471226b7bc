//go:build unix

package conqueror

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// own has a script decide a cube, and the script has another program do the work. That one says a line in the pipe of this name, which it
// holds open.
func own(pipe string) int {
	command, err := Parse(`sh -c '(echo at work; exec sleep 600) >"$1" & wait; : {cnf}' sh "` + pipe + `"`)
	if err != nil {
		return 1
	}
	s, err := New(solvertest.Formula(1, []int{1}), command, Options{})
	if err != nil {
		return 1
	}
	_, _ = s.Solve(context.Background(), nil)
	return 1
}

// What a program has started and left behind is ended at once, though it holds the output open.
func TestWhatIsLeftBehindIsEnded(t *testing.T) {
	command, err := Parse(`sh -c 'sleep 600 & echo "s UNSATISFIABLE"; exit 20; : {cnf}' sh`)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(solvertest.Formula(1, []int{1}), command, Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.late = time.Hour
	if a, err := s.Solve(t.Context(), nil); err != nil || a.Verdict != cnf.Unsatisfiable {
		t.Fatalf("%v, %v", a.Verdict, err)
	}
}

// What a program leaves behind in a session of its own cannot be ended. It holds the output open: it is waited for, but not long.
func TestWhatIsOutOfReach(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no command setsid here")
	}
	for to, left := range map[string]bool{"": true, ">/dev/null 2>&1": false} {
		there := filepath.Join(t.TempDir(), "there")
		script := `setsid sh -c "echo >$1; exec sleep 1" ` + to + ` & until [ -s $1 ]; do sleep 0.01; done; echo "s UNSATISFIABLE"; exit 20`
		command, err := Parse("sh -c '" + script + "; : {cnf}' sh '" + there + "'")
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(solvertest.Formula(1, []int{1}), command, Options{Folder: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		s.late = 50 * time.Millisecond
		if a, err := s.Solve(t.Context(), nil); err != nil || a.Verdict != cnf.Unsatisfiable || s.Left() != left {
			t.Errorf("%q: %v, %v, left %v", to, a.Verdict, err, s.Left())
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A process that is killed leaves nothing of its program at work, not even what a script has started.
func TestOwnerThatIsKilled(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	owner := exec.Command(self, "own", name)
	owner.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	r := bufio.NewReader(pipe)
	if line, err := r.ReadString('\n'); line != "at work\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait()
	if err := pipe.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.ReadByte(); err != io.EOF {
		t.Errorf("what the script has started goes on: %v", err)
	}
}
