package terminal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// ErrNoConsole says that there is no terminal that a command could have to itself.
var ErrNoConsole = errors.New("there is no terminal whose screen can be drawn on")

// Console is a terminal that a command has to itself for a while: it draws whole screens in place, and keys come at
// once, without an echo. Close gives the terminal back as it was, with all that stood on it.
//
//	console, err := terminal.OpenConsole(os.Stdin, os.Stdout)
//	…
//	defer console.Close()
//	console.Draw([]string{"press a key"})
//	key := <-console.Keys()
//
// Where the input is no terminal, no keys come, and Keys is nil.
type Console struct {
	in, out *os.File
	was     *term.State // of in; nil if in is no terminal
	keys    chan Key

	mu     sync.Mutex
	drawn  []string // that stand on the screen
	size   [2]int
	closed bool
}

// OpenConsole takes the terminal behind in and out, or returns ErrNoConsole.
func OpenConsole(in io.Reader, out io.Writer) (*Console, error) {
	screen, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(screen.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil, ErrNoConsole
	}
	c := &Console{out: screen}
	if file, ok := in.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		was, err := term.MakeRaw(int(file.Fd()))
		if err != nil {
			return nil, fmt.Errorf("taking the keyboard: %w", err)
		}
		c.in, c.was, c.keys = file, was, make(chan Key)
		go c.listen()
	}
	if _, err := io.WriteString(screen, enterScreen); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// What a terminal takes for: another screen without a cursor, and back; the beginning and the end of a drawing that it
// should show at once; the end of a line and of the screen.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[2J"
	leaveScreen = "\x1b[0m\x1b[?25h\x1b[?1049l"
	beginFrame  = "\x1b[?2026h"
	endFrame    = "\x1b[?2026l"
	restOfLine  = "\x1b[0m\x1b[K"
	restOfAll   = "\x1b[J"
)

// listen passes keys on until the input ends. A key that nobody takes any more waits with it for the end of the program.
func (c *Console) listen() {
	defer close(c.keys)
	buffer := make([]byte, 256)
	for {
		n, err := c.in.Read(buffer)
		for _, key := range keysOf(buffer[:n]) {
			c.keys <- key
		}
		if err != nil {
			return
		}
	}
}

// Keys are the keys that are pressed, in their order. The channel is closed when the input ends.
func (c *Console) Keys() <-chan Key { return c.keys }

// Size returns how much room there is now: the user may change it at any time.
func (c *Console) Size() (columns, rows int) {
	columns, rows, err := term.GetSize(int(c.out.Fd()))
	if err != nil || columns <= 0 || rows <= 0 {
		return usualColumns, 24
	}
	return columns, rows
}

// Draw shows these lines, from the top of the screen on, in place of what stood there. Lines that are still the same
// are not written again.
func (c *Console) Draw(lines []string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	columns, rows := c.Size()
	if c.size != [2]int{columns, rows} {
		c.drawn, c.size = nil, [2]int{columns, rows}
	}
	_, err := io.WriteString(c.out, changed(c.drawn, lines[:min(len(lines), rows)]))
	c.drawn = lines
	return err
}

// changed is what has to be written so that lines take the place of those that are drawn.
func changed(drawn, lines []string) string {
	var b strings.Builder
	b.WriteString(beginFrame)
	for i, line := range lines {
		if i >= len(drawn) || drawn[i] != line {
			fmt.Fprintf(&b, "\x1b[%d;1H%s%s", i+1, line, restOfLine)
		}
	}
	if drawn == nil || len(drawn) > len(lines) {
		fmt.Fprintf(&b, "\x1b[%d;1H%s", len(lines)+1, restOfAll)
	}
	b.WriteString(endFrame)
	return b.String()
}

// Close gives the terminal back. It may be called more than once.
func (c *Console) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	c.closed = true
	_, err := io.WriteString(c.out, leaveScreen)
	if c.was != nil {
		err = errors.Join(err, term.Restore(int(c.in.Fd()), c.was))
	}
	return err
}
