package pieces

import (
	"bufio"
	"fmt"
	"hash/crc64"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"transat/dimacs"
)

// spool is a file to which one worker writes its lemmas, one behind the other.
type spool struct {
	number  int
	file    *os.File
	buffer  *bufio.Writer
	written int64  // bytes so far, those in the buffer included
	sum     uint64 // of the bytes since the last stretch began
	table   *crc64.Table
	steps   *dimacs.DRATWriter
}

// spoolBuffer is small, since a writer of proofs has a large buffer of its own.
const spoolBuffer = 16 << 10

func spoolName(folder string, number int) string {
	return filepath.Join(folder, fmt.Sprintf("%d", number))
}

// Remove removes all spools of a folder, and the folder, unless there is something else in it. Errors do not matter: what is left
// over is useless.
func Remove(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && n >= 0 && !e.IsDir() {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
	_ = os.Remove(folder)
}

// createSpool makes a new spool in place of any that has that number.
func createSpool(folder string, number int, format dimacs.ProofFormat) (*spool, error) {
	file, err := os.Create(spoolName(folder, number))
	if err != nil {
		return nil, err
	}
	return newSpool(number, file, 0, format), nil
}

// openSpool opens a spool to go on at the given length; later bytes are cut off.
func openSpool(folder string, number int, length int64, format dimacs.ProofFormat) (*spool, error) {
	flags := os.O_RDWR
	if length == 0 {
		flags |= os.O_CREATE // its lemmas are searched again
	}
	file, err := os.OpenFile(spoolName(folder, number), flags, 0o644)
	if err != nil {
		return nil, err
	}
	s := newSpool(number, file, length, format)
	if err := s.cutBack(); err != nil {
		_ = file.Close()
		return nil, err
	}
	return s, nil
}

func newSpool(number int, file *os.File, length int64, format dimacs.ProofFormat) *spool {
	s := &spool{number: number, file: file, written: length, table: sums()}
	s.buffer = bufio.NewWriterSize(file, spoolBuffer)
	s.steps = dimacs.NewDRATWriter(s, format)
	return s
}

// cutBack cuts the file off behind the written bytes.
func (s *spool) cutBack() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < s.written {
		return fmt.Errorf("%s has %d bytes, and had %d when the checkpoint was written", s.file.Name(), info.Size(), s.written)
	}
	if err := s.file.Truncate(s.written); err != nil {
		return err
	}
	_, err = s.file.Seek(s.written, io.SeekStart)
	return err
}

// Write takes bytes of the writer of proofs.
func (s *spool) Write(b []byte) (int, error) {
	n, err := s.buffer.Write(b)
	s.written += int64(n)
	s.sum = crc64.Update(s.sum, s.table, b[:n])
	return n, err
}

// stretch ends a stretch of whole lemmas. It returns how many bytes have been written in all, and the checksum of the stretch.
func (s *spool) stretch() (written int64, sum uint64, err error) {
	err = s.steps.Flush()
	sum, s.sum = s.sum, 0
	return s.written, sum, err
}

// flush hands all bytes to the system.
func (s *spool) flush() error {
	if err := s.steps.Flush(); err != nil {
		return err
	}
	return s.buffer.Flush()
}
