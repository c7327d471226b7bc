package pieces

import (
	"bufio"
	"fmt"
	"hash/crc64"
	"io"
	"os"

	"transat/dimacs"
)

// Spool makes the writers write a proof, to files in a folder. It must be called before the first Writer. A
// ledger that goes on has spools there already, with the lengths of Books: bytes written later
// are cut off. For a new ledger lengths is nil. The error is that of a file that is
// missing, too short or cannot be written.
func (l *Ledger) Spool(folder string, format dimacs.ProofFormat, lengths []int64) error {
	l.folder, l.format = folder, format
	for i, length := range lengths {
		s, err := openSpool(folder, i, length, format)
		if err != nil {
			return err
		}
		l.spools = append(l.spools, s)
	}
	return nil
}

// Secure makes sure that all bytes that Sync has written outlive a failure of the computer. Workers may be searching
// meanwhile.
func (l *Ledger) Secure() error {
	for _, file := range l.files() {
		if err := file.Sync(); err != nil {
			return err
		}
	}
	if l.folder == "" {
		return nil
	}
	folder, err := os.Open(l.folder)
	if err != nil {
		return err
	}
	_ = folder.Sync() // not every file system knows how, and then there is nothing to be done
	return folder.Close()
}

func (l *Ledger) files() []*os.File {
	l.mu.Lock()
	defer l.mu.Unlock()
	var files []*os.File
	for _, s := range l.spools {
		files = append(files, s.file)
	}
	return files
}

// copyBuffer is how much is copied at a time.
const copyBuffer = 256 << 10

// WriteProof writes the proof of all pieces in their order. Sync must have been called. It fails if lemmas were
// written that have no place in the proof: then a piece is missing, or was not searched to its end. The error is a *DamagedError
// if the bytes of a spool are not the written ones.
func (l *Ledger) WriteProof(w io.Writer) error {
	out := bufio.NewWriterSize(w, copyBuffer)
	copied, written := int64(0), int64(0)
	err := l.walk(func(number uint64, p Part) error {
		copied += p.To - p.From
		return l.copy(out, number, p)
	}, func(uint64) error { return nil })
	if err != nil {
		return err
	}
	for _, piece := range l.pieces {
		for _, p := range piece.parts {
			written += p.To - p.From
		}
	}
	if copied != written {
		return fmt.Errorf("%d bytes of lemmas were written, and %d belong to the proof", written, copied)
	}
	return out.Flush()
}

// copy copies the lemmas of a part of a piece.
func (l *Ledger) copy(out *bufio.Writer, number uint64, p Part) error {
	if p.From == p.To {
		return nil
	}
	file, sum := l.spools[p.Spool].file, crc64.New(sums())
	n, err := out.ReadFrom(io.TeeReader(io.NewSectionReader(file, p.From, p.To-p.From), sum))
	switch {
	case err != nil:
		return err
	case n < p.To-p.From:
		return &DamagedError{[]Damage{{number, file.Name(), p.From, p.To, "the file is too short"}}}
	case sum.Sum64() != p.Sum:
		return &DamagedError{[]Damage{{number, file.Name(), p.From, p.To, wrongSum}}}
	}
	return nil
}

// Close closes the spools. Their files stay.
func (l *Ledger) Close() {
	for _, file := range l.files() {
		_ = file.Close() // Sync has written everything
	}
}
