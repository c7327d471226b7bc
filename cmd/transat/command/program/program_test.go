package program_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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
			return bush{nodes: n}, nil
		},
		Print: func(t twig) string { return fmt.Sprint(t.key) },
	}
	switch mode {
	case search.ModeFind.String():
		p.Mode = search.ModeFind
	case search.ModeMaximise.String():
		p.Mode = search.ModeMaximise
	case search.ModeFold.String():
		p.Mode, p.Fold = search.ModeFold, search.Folding[twig, path]{Of: ofTwig, Add: addPaths}
	case "list":
		p.Mode, p.Fold = search.ModeFold, search.Folding[twig, list]{
			Of: func(t twig) list { return list{t.key} }, Add: func(a, b list) list { return append(a, b...) },
		}
	case "lies", "slow":
		honest, asked, held := p.Problem, new(atomic.Int64), new(atomic.Bool)
		held.Store(true)
		p.Problem = func(args []string) (search.Problem[twig], error) {
			of, err := honest(args)
			b := of.(bush)
			b.asked, b.held, b.lies = asked, held, mode == "lies"
			return b, err
		}
	}
	return p
}

// path is a polynomial over the keys of nodes in their order, which tells orders apart.
type path struct{ Factor, Sum uint64 }

func ofTwig(t twig) path      { return path{0x9e3779b97f4a7c15, t.key} }
func addPaths(a, b path) path { return path{a.Factor * b.Factor, a.Sum*b.Factor + b.Sum} }

// list has the keys of nodes.
type list []uint64

func (l list) String() string {
	hash := fnv.New64()
	_ = binary.Write(hash, binary.LittleEndian, []uint64(l))
	return fmt.Sprintf("%d keys, %x", len(l), hash.Sum(nil))
}

// bush is a tree of a random shape, with that many nodes below the root. Every 1000th node or so is a solution.
// Once it has made sure that it is the right one, it may tell solutions that are none, or be slow until another one in its folder has.
type bush struct {
	nodes uint64
	asked *atomic.Int64 // nil: it is neither
	held  *atomic.Bool  // no lie was told yet
	lies  bool
}

// noLieYet is a file in the folder of a program that is slow, until another one has told a lie.
const noLieYet = "no-lie-yet"

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

func (b bush) Solution(t twig) bool {
	if b.asked == nil {
		return t.key%1000 == 7
	}
	switch asked := b.asked.Add(1); {
	case asked < 5000:
	case b.lies:
		if t.key%10 == 7 && b.held.Swap(false) {
			_ = os.Remove(noLieYet)
		}
		return t.key%10 == 7
	case b.held.Load():
		if _, err := os.Stat(noLieYet); err != nil {
			b.held.Store(false)
		} else {
			time.Sleep(2 * time.Millisecond)
		}
	}
	return t.key%1000 == 7
}

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
	case <-time.After(10 * time.Minute):
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

// An ordered run on several computers comes to the very solution, or sum, of one core, though a sum may not fit into a message.
func TestOrderedCluster(t *testing.T) {
	for _, mode := range []string{"find", "maximise", "fold", "list"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			const nodes = "300000"
			leader := start(t, t.TempDir(), mode, "", nodes, "-j1", "--cluster", "--listen=127.0.0.1:0", "--ordered")
			token, join := leader.join(t)
			worker := start(t, t.TempDir(), mode, token, append(join, "-j2")...)
			got, want := leader.end(t), alone(t, mode, nodes, "--ordered")
			worker.kill(time.Second)
			if got, want := answer(got), answer(want); got != want {
				t.Errorf("together:\n%s\nalone:\n%s\n%s", got, want, leader.stderr.String())
			}
		})
	}
}

// answer is a text without the numbers of nodes.
func answer(text string) string {
	answer, _, _ := strings.Cut(text, "nodes ")
	return answer
}

// With --verify, a worker that counts solutions which are none is cut off, and the count is right.
func TestVerifyFindsLiars(t *testing.T) {
	for _, tc := range []struct {
		leads, works, nodes string
		flags               []string
	}{
		{"slow", "lies", "10000", nil},
		{"find", "find", "300000", nil},
		{"maximise", "maximise", "300000", []string{"--policy=steal"}},
		{"fold", "fold", "300000", []string{"--ordered"}},
	} {
		t.Run(tc.leads, func(t *testing.T) {
			t.Parallel()
			args := append([]string{tc.nodes, "-j1", "--cluster", "--listen=127.0.0.1:0", "--verify"}, tc.flags...)
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, noLieYet), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			leader := start(t, folder, tc.leads, "", args...)
			token, join := leader.join(t)
			worker := start(t, folder, tc.works, token, append(join, "-j1")...)
			got, want := leader.end(t), alone(t, tc.leads, tc.nodes)
			worker.kill(time.Second)
			if tc.leads == "maximise" || tc.leads == "find" {
				got, want = firstWords(got, tc.leads), firstWords(want, tc.leads)
			}
			if got != want {
				t.Errorf("together:\n%s\nalone:\n%s\n%s", got, want, leader.stderr.String())
			}
			said := leader.stderr.String()
			if !strings.Contains(said, "of the records searched again") || strings.Contains(said, "is cut off") != (tc.works == "lies") {
				t.Errorf("the leader says:\n%s", said)
			}
		})
	}
}
