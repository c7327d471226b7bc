package program_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"transat/balance/search"
	"transat/cmd/transat/command/program"
)

// asProgram is the variable of the environment that makes this test the program bushes, in the mode that it names.
const asProgram = "TRANSAT_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if mode := os.Getenv(asProgram); mode != "" {
		os.Exit(program.Main(bushes(mode), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// bushes is a program that searches a bush.
func bushes(mode string) program.Program[twig] {
	p := program.Program[twig]{
		Name: "bushes", Args: "NODES", Short: "Search a tree of a random shape", Mode: search.ModeCount,
		Problem: func(args []string) (search.Problem[twig], error) {
			n, err := strconv.ParseUint(args[0], 10, 32)
			if err != nil {
				return nil, fmt.Errorf("%s: want a number of nodes", args[0])
			}
			return bush{n}, nil
		},
		Print: func(t twig) string { return fmt.Sprint(t.key) },
	}
	switch mode {
	case search.ModeFind.String():
		p.Mode = search.ModeFind
	case search.ModeMaximise.String():
		p.Mode = search.ModeMaximise
	}
	return p
}

// bush is a tree of a random shape, with that many nodes below the root. Every 1000th node or so is a solution.
type bush struct{ nodes uint64 }

type twig struct{ key, room uint64 }

func (b bush) Root() twig { return twig{1, b.nodes} }

func (b bush) Children(t twig, dst []twig) []twig {
	random := rand.New(rand.NewPCG(t.key, 1))
	for room := t.room; room > 0; {
		part := min(room, 1+random.Uint64N(t.room))
		room -= part
		dst = append(dst, twig{random.Uint64(), part - 1})
	}
	return dst
}

func (b bush) Solution(t twig) bool { return t.key%1000 == 7 }

// Value is that of small subtrees, so that bounds leave out only such.
func (b bush) Value(t twig) (int64, bool) { return int64(t.key % (1 + 1000*t.room)), t.room < 10 }
func (b bush) Bound(t twig) int64         { return int64(1000 * min(t.room, 9)) }

func (b bush) AppendNode(dst []byte, t twig) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(dst, t.key), t.room)
}

func (b bush) ParseNode(src []byte) (twig, error) {
	if len(src) != 16 {
		return twig{}, errors.New("want 16 bytes")
	}
	return twig{binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[8:])}, nil
}

// child is the program in a process of its own.
type child struct {
	*exec.Cmd
	out    bytes.Buffer
	said   sync.WaitGroup
	mu     sync.Mutex
	stderr strings.Builder
	over   bool // it has been waited for, and waited is how it has ended
	waited error
	line   chan string // gets the line with which to join
}

// start starts the program.
func start(t *testing.T, folder, mode, token string, args ...string) *child {
	t.Helper()
	c := &child{Cmd: exec.Command(os.Args[0], args...), line: make(chan string, 1)}
	c.Dir, c.Stdout = folder, &c.out
	c.Env = append(os.Environ(), asProgram+"="+mode, "TRANSAT_TOKEN="+token)
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	c.said.Go(func() {
		lines := bufio.NewScanner(io.TeeReader(stderr, writer{c}))
		for lines.Scan() {
			if _, line, ok := strings.Cut(lines.Text(), "join with: "); ok {
				c.line <- line
			}
		}
	})
	t.Cleanup(func() { _ = c.Process.Kill() })
	return c
}

// writer keeps what a child says.
type writer struct{ c *child }

func (w writer) Write(data []byte) (int, error) {
	w.c.mu.Lock()
	defer w.c.mu.Unlock()
	return w.c.stderr.Write(data)
}

// end waits for the end, and returns what was printed.
func (c *child) end(t *testing.T) string {
	t.Helper()
	c.said.Wait()
	if !c.over {
		c.waited = c.Wait()
	}
	if c.waited != nil && c.out.Len() == 0 { // else it was killed when it had answered
		t.Fatalf("%v: %v\n%s", c.Args, c.waited, c.stderr.String())
	}
	return c.out.String()
}

// join waits for the line with which others join, and returns token and arguments.
func (c *child) join(t *testing.T) (token string, args []string) {
	t.Helper()
	select {
	case line := <-c.line:
		words := strings.Fields(line)
		_, token, _ = strings.Cut(words[0], "=")
		return token, words[2:]
	case <-time.After(time.Minute):
		t.Fatalf("no line to join with:\n%s", c.stderr.String())
		return "", nil
	}
}

// alone is what one core prints.
func alone(t *testing.T, mode string, args ...string) string {
	t.Helper()
	return start(t, t.TempDir(), mode, "", append(args, "-j1", "-q")...).end(t)
}

// Two programs that search together come to what one comes to, under a policy and without.
func TestCluster(t *testing.T) {
	for _, tc := range []struct{ mode, policy string }{
		{"count", ""}, {"count", "steal"}, {"count", "plb"}, {"maximise", ""}, {"maximise", "steal"}, {"find", ""},
	} {
		t.Run(tc.mode+" "+tc.policy, func(t *testing.T) {
			t.Parallel()
			const nodes = "2000000"
			args := []string{nodes, "-j1", "--cluster", "--listen=127.0.0.1:0", "--lease=2s"}
			if tc.policy != "" {
				args = append(args, "--policy="+tc.policy)
			}
			leader := start(t, t.TempDir(), tc.mode, "", args...)
			token, join := leader.join(t)
			worker := start(t, t.TempDir(), tc.mode, token, append(join, "-j2")...)
			got, want := leader.end(t), alone(t, tc.mode, nodes)
			worker.kill(time.Second) // it may have come too late
			if tc.mode != "count" {  // which of the solutions, and how many nodes, are matters of time
				got, want = firstWords(got, tc.mode), firstWords(want, tc.mode)
			}
			if got != want {
				t.Errorf("together:\n%s\nalone:\n%s\n%s", got, want, leader.stderr.String())
			}
		})
	}
}

// firstWords is the value, or that a solution was found.
func firstWords(text, mode string) string {
	first, _, _ := strings.Cut(text, "\n")
	if mode == "find" {
		first, _, _ = strings.Cut(first, " ")
	}
	return first
}
