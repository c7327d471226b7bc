//go:build linux

package command

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

// While solve is at work, far fewer pages of the program's file are in memory than when another command begins.
func TestSolveGivesPagesOfTheProgramBack(t *testing.T) {
	begun := residentFile(t, reading(t, "unlimited", []string{"estimate", "-"}).status)
	if got := residentFile(t, reading(t, "unlimited", []string{"solve", "-"}).status); got > begun*85/100 {
		t.Errorf("solve has %d kB of its file in memory when it reads a formula, and estimate %d", got, begun)
	}
	file := filepath.Join(t.TempDir(), "random.cnf")
	if code, _, stderr := transatHere(t, t.Context(), "generate --vars=2000 --clauses=8520 -o "+file); code != cli.OK {
		t.Fatal(stderr)
	}
	cmd := exec.CommandContext(t.Context(), "transat", "solve", "-j=1", "--local-search=0", "--engine=cdcl", "--progress=json", file)
	progress, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	if lines := bufio.NewScanner(progress); !lines.Scan() { // the first object comes with the first progress
		t.Fatal("there is no progress:", lines.Err())
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	if got := residentFile(t, string(status)); got > begun*2/3 {
		t.Errorf("solve has %d kB of its file in memory when it searches, and estimate %d at its beginning", got, begun)
	}
}

// residentFile finds in a file /proc/PID/status how many kB of files are in memory.
func residentFile(t *testing.T, status string) int {
	t.Helper()
	for line := range strings.Lines(status) {
		if rest, ok := strings.CutPrefix(line, "RssFile:"); ok {
			n, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatal("there is no size:", status)
	return 0
}
