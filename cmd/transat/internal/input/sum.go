package input

import (
	"crypto/sha256"
	"hash"
	"io"
	"strings"

	"transat/dimacs"
	"transat/solver/cnf"
)

// sum is the SHA-256 of an input, decompressed, if it is wanted.
type sum struct {
	wanted bool
	hash   hash.Hash
}

// writer returns the writer for the bytes that are read, or nil.
func (s *sum) writer() io.Writer {
	if !s.wanted {
		return nil
	}
	s.hash = sha256.New()
	return s.hash
}

// WithSum returns the formula with a checksum that is known once it has been read, and the function that returns the checksum: the
// SHA-256 of the decompressed file, by which proofs name the formula. For a sample it is that of the file that transat generate
// writes. The argument of sum must be the formula that was read.
func (f Formula) WithSum() (_ Formula, sum func(read *cnf.Formula) []byte) {
	if f.sum != nil {
		f.sum.wanted = true
	}
	return f, func(read *cnf.Formula) []byte {
		if f.sum != nil {
			return f.sum.hash.Sum(nil)
		}
		h := sha256.New()
		_ = f.Write(h, read) // a hash takes everything
		return h.Sum(nil)
	}
}

// Write writes the formula, which has been read, as a CNF file with its name in comments.
func (f Formula) Write(w io.Writer, formula *cnf.Formula) error {
	comments := []string{"transat generate " + f.Name}
	if f.Verdict != cnf.Unknown {
		comments = append(comments, strings.ToLower(f.Verdict.String()))
	}
	return dimacs.Write(w, formula, comments...)
}
