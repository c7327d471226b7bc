package cube

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/memory"
	"transat/solver/internal/wire"
)

// marker is a variable in the environment of children. A process with it starts no children: even with a wrong
// command, the processes do not multiply.
const marker = "TRANSAT_CUBE_CHILD"

// child is a process that solves cubes.
type child struct {
	process  *exec.Cmd
	in       io.WriteCloser
	writing  sync.Mutex // to in
	others   chan []uint32
	stderr   bytes.Buffer
	answers  chan answer // one for every order
	hearer   hearer
	answered bool // an order
}

// hearer hears what children say beside their answers, each on a goroutine of its own.
type hearer struct {
	proof  *lemmas                            // gets their lemmas
	warn   func(line string)                  // or nil
	shared func(from *child, lemmas []uint32) // gets those that are for other children
}

// answer is the result of a cube.
type answer struct {
	result  cdcl.CubeResult
	checked int64 // lemmas
	err     error
}

// lemmasBehind is how many lists of lemmas wait for a child at most.
const lemmasBehind = 64

// conquerorEnds is how long a process may take to end its conqueror.
const conquerorEnds = 5 * time.Second

// start starts a process and tells it the problem. It is killed when the context ends; then close must be
// called.
func start(ctx context.Context, command []string, p problem, h hearer) (*child, error) {
	if os.Getenv(marker) != "" {
		return nil, errors.New("a process for cubes cannot start others")
	}
	c := &child{
		process: exec.CommandContext(ctx, command[0]), answers: make(chan answer, 1), others: make(chan []uint32, lemmasBehind), hearer: h,
	}
	c.process.Args = command[1:]
	c.process.Env = append(os.Environ(), marker+"=1")
	c.process.Stderr = &c.stderr
	out, err := c.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if c.in, err = c.process.StdinPipe(); err != nil {
		return nil, err
	}
	if p.Conqueror != "" { // the end of its input lets it end that first
		c.process.Cancel = c.in.Close
		c.process.WaitDelay = conquerorEnds
	}
	if err := c.process.Start(); err != nil {
		return nil, fmt.Errorf("starting a process for cubes: %w", err)
	}
	go c.listen(out)
	go c.pass(ctx)
	c.tell(p)
	return c, nil
}

// ask orders a cube, with a budget of conflicts. The answer comes through c.answers.
func (c *child) ask(cube []cnf.Lit, budget int64) {
	c.tell(order{Cube: cnf.AppendCodes(nil, cube), Budget: budget})
}

// tell sends a message. If that fails the process has ended, and the answer to the next order tells why.
func (c *child) tell(what any) {
	c.writing.Lock()
	defer c.writing.Unlock()
	_ = wire.Write(c.in, what)
}

// share hands lemmas of other children to this one, unless it is far behind with reading them.
func (c *child) share(lemmas []uint32) {
	select {
	case c.others <- lemmas:
	default:
	}
}

// pass passes them on until the context ends.
func (c *child) pass(ctx context.Context) {
	for {
		select {
		case lemmas := <-c.others:
			c.tell(order{Shared: lemmas})
		case <-ctx.Done():
			return
		}
	}
}

// stop interrupts the cube that was ordered last. Its answer is Unknown, unless it was on its way.
func (c *child) stop() { c.tell(order{Stop: true}) }

// listen reads the replies of the process until it ends.
func (c *child) listen(out io.Reader) {
	defer close(c.answers)
	in := bufio.NewReader(out)
	for {
		var r reply
		err := wire.Read(in, &r)
		if err == nil {
			err = c.hearer.proof.add(r.Lemmas)
		}
		if err == nil && len(r.Shared) > 0 && !r.Wrong && c.hearer.shared != nil {
			c.hearer.shared(c, r.Shared)
		}
		switch {
		case err != nil:
			c.answers <- answer{err: c.explain(err)}
			return
		case r.Warning != "":
			if c.hearer.warn != nil {
				c.hearer.warn(r.Warning)
			}
		case r.Memory:
			c.answers <- answer{err: memory.ErrLimit}
		case r.Wrong:
			c.answers <- answer{err: &stream.WrongError{Reason: "has a process for cubes that says: " + r.Failure}}
		case r.Failure != "":
			c.answers <- answer{err: errors.New(r.Failure)}
		case r.Done:
			c.answers <- answer{result: r.Result, checked: r.Checked}
		}
	}
}

// outOfMemory reports whether a process that has died says that it is for want of memory, as Go does and what C makes the threads.
func outOfMemory(stderr string) bool {
	return strings.Contains(stderr, "out of memory") || strings.Contains(stderr, "cannot allocate memory") ||
		strings.Contains(stderr, "pthread_create failed: Resource temporarily unavailable")
}

// explain says why there is no answer, of which reading it has told only err. Of a process that was broken off it says the first line: a
// trace follows.
func (c *child) explain(err error) error {
	if err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	_ = c.process.Wait() // so that all complaints have come
	why := c.process.ProcessState.String()
	text, _, _ := strings.Cut(strings.TrimSpace(c.stderr.String()), "\n")
	if outOfMemory(text) {
		return memory.ErrLimit
	}
	if text != "" {
		why += ": " + text
	}
	return &endedError{why, !c.process.ProcessState.Exited()}
}

// endedError says that a child has ended.
type endedError struct {
	why    string
	killed bool // by a signal
}

func (e *endedError) Error() string { return fmt.Sprintf("a process for cubes has ended (%s)", e.why) }

// close waits until the process, whose context has ended, is gone.
func (c *child) close() {
	_ = c.in.Close()
	for range c.answers {
	}
	_ = c.process.Wait()
}
