package command

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"transat/cmd/transat/command/internal/cli"
)

// solverMessages is what a constraint solver sends that searches a root and its two children, one of which is a solution: in the
// protocol of package profiler, which has it in detail.
func solverMessages(done bool) []byte {
	var out []byte
	send := func(body []byte) {
		out = append(binary.LittleEndian.AppendUint32(out, uint32(len(body))), body...)
	}
	node := func(number, parent, kids int32, status byte) {
		body := []byte{0}
		for _, n := range []int32{number, 0, 0, parent, 0, 0, 0, kids} {
			body = binary.BigEndian.AppendUint32(body, uint32(n))
		}
		send(append(body, status))
	}
	send(append([]byte{2, 2, 0, 0, 0, 13}, `{"name": "x"}`...))
	node(0, -1, 2, 2)
	node(1, 0, 0, 1)
	node(2, 0, 0, 0)
	if done {
		send([]byte{1})
	}
	return out
}

// watched is stderr that somebody waits to read something in.
type watched struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *watched) find(pattern *regexp.Regexp) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return pattern.FindStringSubmatch(w.text.String())
}

var waitingAt = regexp.MustCompile(`waiting for a solver at (127\.0\.0\.1:\d+)`)

// listen runs record --listen, and has solve use the connection.
func listen(t *testing.T, flags string, solve func(conn net.Conn, interrupt func())) (code cli.Code, stdout, stderr, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "solver.tree")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var out bytes.Buffer
	errs := new(watched)
	ended := make(chan cli.Code, 1)
	go func() {
		ended <- run(ctx, strings.Fields("record --listen=127.0.0.1:0 -o "+file+" "+flags), strings.NewReader(""), &out, errs)
	}()
	for {
		if at := errs.find(waitingAt); at != nil {
			conn, err := net.Dial("tcp", at[1])
			if err != nil {
				t.Fatal(err)
			}
			solve(conn, interrupt)
			break
		}
		select {
		case code := <-ended:
			t.Fatalf("exit code %d: %s", code, errs.find(regexp.MustCompile(`(?s).*`))[0])
		case <-time.After(time.Millisecond):
		}
	}
	code = <-ended
	return code, out.String(), errs.find(regexp.MustCompile(`(?s).*`))[0], file
}

func TestRecordListensToASolver(t *testing.T) {
	code, stdout, stderr, file := listen(t, "--pruned", func(conn net.Conn, _ func()) {
		conn.Write(solverMessages(true))
		io.Copy(io.Discard, conn) // until record is done with it
	})
	if code != cli.OK || !strings.Contains(stdout, "3 tasks, work 3 nodes") {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	code, stdout, stderr = transat(t, t.Context(), "compare "+file+" --grid=1x2 --policy=steal")
	if code != cli.OK || !strings.Contains(stdout, "3 tasks, work 3 nodes") || !strings.Contains(stdout, "one order of search") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// What a solver has sent before it was killed, or before Ctrl-C, is kept, and said to be a part.
func TestRecordKeepsWhatHasCome(t *testing.T) {
	for name, x := range map[string]struct {
		solve func(conn net.Conn, interrupt func())
		code  cli.Code
		says  string
		kept  bool
	}{
		"closed early": {func(conn net.Conn, _ func()) {
			conn.Write(solverMessages(false))
			conn.Close()
		}, cli.Failure, "before it was done", true},
		"cut": {func(conn net.Conn, _ func()) {
			conn.Write(append(solverMessages(false), 1, 2))
			conn.Close()
		}, cli.Failure, "it ends after 2 bytes of its length; ", true},
		"nothing": {func(conn net.Conn, _ func()) { conn.Close() }, cli.Failure, "has sent no node", false},
		"a browser": {func(conn net.Conn, _ func()) {
			io.WriteString(conn, "GET / HTTP/1.1\r\n\r\n")
		}, cli.Failure, "is this a CP-Profiler", false},
		"Ctrl-C": {func(conn net.Conn, interrupt func()) {
			conn.Write(solverMessages(false))
			time.Sleep(50 * time.Millisecond)
			interrupt()
		}, cli.Interrupted, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr, file := listen(t, "", x.solve)
			if code != x.code || !strings.Contains(stderr, x.says) {
				t.Errorf("exit code %d, want %d: %s%s", code, x.code, stdout, stderr)
			}
			_, err := os.Stat(file)
			if name != "Ctrl-C" && (err == nil) != x.kept {
				t.Errorf("%s: %v", file, err)
			}
		})
	}
}
