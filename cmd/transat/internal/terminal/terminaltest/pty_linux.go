package terminaltest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Terminal is a pseudo-terminal.
type Terminal struct {
	File    *os.File // what a program takes for its terminal
	columns int
	shows   *os.File // the other end
	written bytes.Buffer
	read    chan struct{} // closed when all is in written
}

// Open opens a pseudo-terminal of that many columns. It skips the test on a computer that has none.
func Open(t testing.TB, columns int) *Terminal {
	t.Helper()
	shows, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there is no pseudo-terminal on this computer:", err)
	}
	number := 0
	if err = unix.IoctlSetPointerInt(int(shows.Fd()), unix.TIOCSPTLCK, 0); err == nil {
		number, err = unix.IoctlGetInt(int(shows.Fd()), unix.TIOCGPTN)
	}
	var file *os.File
	if err == nil {
		file, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(file.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)})
	}
	if err != nil {
		t.Fatal("a pseudo-terminal:", err)
	}
	p := &Terminal{File: file, columns: columns, shows: shows, read: make(chan struct{})}
	go func() {
		defer close(p.read)
		_, _ = io.Copy(&p.written, shows) // ends with an error when nobody has the file open any more
	}()
	t.Cleanup(func() { _, _ = file.Close(), shows.Close() })
	return p
}

// Written closes the file, and returns all that was written to it, as the terminal gets it.
func (p *Terminal) Written() string {
	_ = p.File.Close()
	<-p.read
	return p.written.String()
}

// Lines closes the file, and returns the lines on the screen.
func (p *Terminal) Lines() []string { return Screen(p.columns, p.Written()) }
