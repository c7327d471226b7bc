package parts

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"strconv"

	"transat/solver/files"
)

// A part that is taken without a check is complete at least: its last step is that of the empty clause, as in
//
//	812 0 805 809 17 0        number, no literals, hints
//
// What a full disk, a computer that was switched off, or a copy that broke off has left of a proof does not end so.

// How much of the end of a file is read at first, and at most: the last step has a hint for each clause that it needs.
const (
	firstTail = 4 << 10
	mostTail  = 64 << 20
)

// complete reports whether the file of a part is there and ends with the step of the empty clause.
func complete(name string) (bool, error) {
	file, err := files.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	for most := int64(firstTail); ; most *= 2 {
		tail := make([]byte, min(most, info.Size()))
		if _, err := file.ReadAt(tail, info.Size()-int64(len(tail))); err != nil && err != io.EOF {
			return false, err
		}
		step, whole := lastStep(tail)
		if whole || int64(len(tail)) == info.Size() || most >= mostTail {
			return refutes(step), nil
		}
	}
}

// lastStep cuts the last step out of the end of a proof, and reports whether something lies before it: otherwise it may be longer.
func lastStep(tail []byte) (step []byte, whole bool) {
	if !bytes.HasSuffix(tail, []byte{0}) {
		tail = bytes.TrimSpace(tail)
		before := bytes.LastIndexByte(tail, '\n')
		return tail[before+1:], before >= 0
	}
	const zeros = 2 // of a lemma in the binary format: one behind its literals, and one behind its hints
	before := len(tail)
	for range zeros + 1 {
		if before = bytes.LastIndexByte(tail[:before], 0); before < 0 {
			return tail, false
		}
	}
	return tail[before+1:], true
}

// refutes reports whether a step is that of the empty clause.
func refutes(step []byte) bool {
	if !bytes.HasSuffix(step, []byte{0}) {
		words := bytes.Fields(step)
		if len(words) < 3 || string(words[1]) != "0" || string(words[len(words)-1]) != "0" {
			return false
		}
		_, err := strconv.ParseUint(string(words[0]), 10, 64)
		return err == nil
	}
	if step[0] != 'a' {
		return false
	}
	number, size := binary.Uvarint(step[1:])
	return number > 0 && size > 0 && 1+size < len(step)-1 && step[1+size] == 0
}
