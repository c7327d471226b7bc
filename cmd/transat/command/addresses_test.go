//go:build linux && (amd64 || arm64)

package command

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// Starlark's 4 GiB of addresses are reserved for a command line that names a script, and for no other: see package addresses.
func TestOnlyScriptsReserveAddresses(t *testing.T) {
	for _, c := range []struct {
		line  string
		limit string // of addresses, in kB
		want  bool
	}{
		{"solve -", "unlimited", false},
		{"solve -", "6000000", false},
		{"solve - --policy=./mine.star", "unlimited", false},
		{"check - proof", "unlimited", false},
		{"compare --grid=2x2 --policy=steal -", "unlimited", false},
		{"compare --grid=2x2 --policy=../../../balance/script/policies/steal.star -", "unlimited", true},
		{"compare --grid=2x2 --policy=../../../balance/script/policies/steal.star -", "8000000", false},
	} {
		t.Run(c.line+" with "+c.limit, func(t *testing.T) {
			if strings.Contains(c.line, "./mine.star") {
				t.Chdir(t.TempDir())
				if err := os.WriteFile("mine.star", []byte("def idle(p):\n    pass\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got, said := reserves(t, c.limit, strings.Fields(c.line)); got != c.want {
				t.Errorf("4 GiB are reserved: %v, want %v\n%s", got, c.want, said)
			}
		})
	}
}

// reserves reports whether the program, when it reads its input, has a region of 4 GiB, and what it said.
func reserves(t *testing.T, limit string, args []string) (region bool, stderr string) {
	t.Helper()
	at := reading(t, limit, args)
	if kept := addressLimit(t, at.limits); kept != limit {
		t.Errorf("the limit has become %s kB", kept)
	}
	if size := sizeOf(t, at.status, "VmHWM:"); size > 400<<10 { // the addresses that the heap has for later are not written to
		t.Errorf("%d kB of memory are in use", size)
	}
	if strings.Contains(at.stderr, "Starlark") || !strings.Contains(at.stderr, "transat: ") {
		t.Errorf("want the error that there is no formula, and no warning:\n%s", at.stderr)
	}
	for line := range strings.Lines(at.maps) {
		var from, to uint64
		var access string
		if _, err := fmt.Sscanf(line, "%x-%x %s", &from, &to, &access); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		region = region || access == "r--p" && to-from >= 1<<32
	}
	return region, at.stderr
}

// reader is what Linux tells of the program when it reads its input.
type reader struct {
	maps, limits, status string
	stderr               string // what it said, until its end
}

// reading runs the program, whose input has no formula.
func reading(t *testing.T, limit string, args []string) reader {
	t.Helper()
	var said strings.Builder
	cmd := limited(t, limit, args...)
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, strings.Repeat("c more than a pipe holds\n", 1<<16)); err != nil {
		_ = cmd.Wait()
		t.Fatalf("%v: %v\n%s", cmd, err, said.String())
	}
	file := func(name string) string {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", cmd.Process.Pid, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	at := reader{maps: file("maps"), limits: file("limits"), status: file("status")}
	_ = in.Close()
	_ = cmd.Wait() // there was no formula
	at.stderr = said.String()
	return at
}

// sizeOf finds a size in what Linux tells of the program, in kB.
func sizeOf(t *testing.T, status, name string) int {
	t.Helper()
	for line := range strings.Lines(status) {
		if fields := strings.Fields(line); fields[0] == name {
			n, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatal("there is no such size:", status)
	return 0
}

// limited is a call of the program under a limit of addresses, in kB.
func limited(t *testing.T, kilobytes string, args ...string) *exec.Cmd {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err == nil {
		err = exec.Command(shell, "-c", "ulimit -v "+kilobytes).Run()
	}
	if err != nil {
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal(err)
		}
		t.Skip("addresses can only be limited by a shell that has ulimit -v:", err)
	}
	return exec.Command(shell, append([]string{"-c", `ulimit -v "$0" && exec transat "$@"`, kilobytes}, args...)...)
}

// addressLimit finds the limit of addresses, in kB.
func addressLimit(t *testing.T, limits string) string {
	t.Helper()
	for line := range strings.Lines(limits) {
		rest, found := strings.CutPrefix(line, "Max address space")
		if !found {
			continue
		}
		soft := strings.Fields(rest)[0]
		if n, err := strconv.Atoi(soft); err == nil {
			return strconv.Itoa(n >> 10)
		}
		return soft
	}
	t.Fatal("there is no such limit:", limits)
	return ""
}
