package files

import (
	"fmt"
	"io"
	"math"
	"os"
)

// KindError says that a name is not that of an ordinary file, or that the file is too long.
type KindError struct {
	Name   string
	Reason string
}

func (e *KindError) Error() string { return e.Name + ": " + e.Reason }

// Open opens an ordinary file, or a link to one, for reading.
func Open(name string) (*os.File, error) { return ordinary(os.OpenFile(name, os.O_RDONLY|nonblock, 0)) }

// OpenAppend opens an ordinary file, or a link to one, for reading and for writing at its end. It makes the file if there is none.
func OpenAppend(name string) (*os.File, error) {
	return ordinary(os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND|nonblock, 0o666))
}

// OpenIn opens an ordinary file below a folder for reading.
func OpenIn(root *os.Root, name string) (*os.File, error) {
	return ordinary(root.OpenFile(name, os.O_RDONLY|nonblock, 0))
}

// ordinary closes and refuses what is not an ordinary file; it was opened without waiting.
func ordinary(file *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &KindError{file.Name(), "want an ordinary file, and this is none"}
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// Read reads a file that Open has returned, of at most the given number of bytes.
func Read(file *os.File, most int64) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if most = min(most, math.MaxInt); info.Size() > most {
		return nil, &KindError{file.Name(), fmt.Sprintf("it has %d bytes, and at most %d are expected", info.Size(), most)}
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(file, data)
	if err == io.ErrUnexpectedEOF || err == io.EOF { // it has become shorter since
		err = nil
	}
	return data[:n], err
}

// ReadFile opens a file and reads it, with at most the given number of bytes.
func ReadFile(name string, most int64) ([]byte, error) {
	file, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Read(file, most)
}
