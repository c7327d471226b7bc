package pieces

import (
	"fmt"
	"io"
	"os"

	"transat/dimacs"
)

// Spool makes the scribes write a proof, to files in a folder. It must be called before the first Scribe. The
// spools of a ledger that goes on are opened, and what was written after the books had been closed is cut
// off; they must be in the folder.
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

// Secure makes sure that what Sync has written outlives a failure of the computer. Workers may be searching
// meanwhile.
func (l *Ledger) Secure() error {
	for _, file := range l.files() {
		if err := file.Sync(); err != nil {
			return err
		}
	}
	return nil
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

// WriteProof writes the proof of all pieces in their order. Sync must have been called. It fails if a piece
// is missing or nobody wanted one: a proof that was not searched to its end.
func (l *Ledger) WriteProof(w io.Writer) error {
	var err error
	buffer := make([]byte, copyBuffer)
	copied := int64(0)
	l.walk(func(_ uint64, p Part) bool {
		copied += p.To - p.From
		err = l.copy(w, p, buffer)
		return err == nil
	}, none)
	if err != nil {
		return err
	}
	written := int64(0)
	for _, s := range l.spools {
		written += s.written
	}
	if copied != written {
		return fmt.Errorf("%d bytes of lemmas were written, and %d belong to the proof", written, copied)
	}
	return nil
}

// copy copies the lemmas of a part.
func (l *Ledger) copy(w io.Writer, p Part, buffer []byte) error {
	for from := p.From; from < p.To; {
		n, err := l.spools[p.Spool].file.ReadAt(buffer[:min(int64(len(buffer)), p.To-from)], from)
		if n == 0 && err != nil {
			return err
		}
		if _, err := w.Write(buffer[:n]); err != nil {
			return err
		}
		from += int64(n)
	}
	return nil
}

// Close closes the spools. Their files stay.
func (l *Ledger) Close() {
	for _, file := range l.files() {
		_ = file.Close() // what matters has been written by Sync
	}
}
