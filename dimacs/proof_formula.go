package dimacs

import (
	"bytes"
	"encoding/hex"
)

// A DRAT proof in text form may name its formula, in a comment before its first step:
//
//	c formula sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
//
// The hash is that of the decompressed bytes of the formula's file, as sha256sum prints it. Binary proofs have no
// comments. LRAT proofs get none, since the checker cake_lpr refuses comments; [ProofReader] accepts one there.

const formulaComment = "c formula sha256:"

// sumDigits is the length of a SHA-256 in hexadecimal digits.
const sumDigits = 64

// FormulaComment returns the line by which a proof names its formula; sum is the SHA-256 of the decompressed bytes of
// its file.
func FormulaComment(sum []byte) string { return formulaComment + hex.EncodeToString(sum) + "\n" }

// namedFormula returns the hash in the comments at the head of a text, or "".
func namedFormula(head []byte) string {
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != 'c' {
			return ""
		}
		sum, found := bytes.CutPrefix(line, []byte(formulaComment))
		if !found || len(sum) != sumDigits {
			continue
		}
		if _, err := hex.DecodeString(string(sum)); err == nil {
			return string(bytes.ToLower(sum))
		}
	}
	return ""
}
