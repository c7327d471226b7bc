package files

import (
	"fmt"
	"io"
	"math"
	"os"
)

// KindError says that a file is not what the program writes.
type KindError struct {
	Name   string
	Reason string
}

func (e *KindError) Error() string { return e.Name + ": " + e.Reason }

// Open opens an ordinary file for reading. A link to one will do.
func Open(name string) (*os.File, error) { return ordinary(os.OpenFile(name, os.O_RDONLY|nonblock, 0)) }

// OpenIn opens an ordinary file below a folder for reading.
func OpenIn(root *os.Root, name string) (*os.File, error) {
	return ordinary(root.OpenFile(name, os.O_RDONLY|nonblock, 0))
}

// ordinary refuses files that are none, which were opened without waiting for anyone.
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

// Read reads a file that Open has returned. It must not have more than that many bytes.
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
	if err == io.ErrUnexpectedEOF || err == io.EOF { // it has become shorter
		err = nil
	}
	return data[:n], err
}

// ReadFile opens a file and reads it.
func ReadFile(name string, most int64) ([]byte, error) {
	file, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return Read(file, most)
}
