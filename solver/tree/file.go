package tree

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"transat/solver/internal/rules"
)

// A tree file holds one recorded tree, all numbers little-endian:
//
//	8 bytes   magic "sat-tree"
//	4 bytes   format version
//	32 bytes  hash of the formula
//	8 bytes   number of elements
//	1 byte    length of the rule's name, and the name
//	          the elements in preorder, as appendElement writes them
//	4 bytes   CRC-32C of everything before it
const (
	magic = "sat-tree"

	hashAt          = len(magic) + 4
	elementsAt      = hashAt + 32
	ruleAt          = elementsAt + 8
	maxHeadBytes    = ruleAt + 1 + 255
	minElementBytes = 2
	maxElementBytes = 1 + 3*binary.MaxVarintLen64
)

// version returns the format version of trees under the rule, 1 if the rule is not known.
func (id identity) version() uint32 {
	if rule, err := rules.Find(id.rule); err == nil {
		return rule.Version
	}
	return 1
}

// write writes the tree as a tree file.
func (t *Tree) write(w io.Writer) error {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)

	head := binary.LittleEndian.AppendUint32([]byte(magic), t.version())
	head = append(head, t.hash[:]...)
	head = binary.LittleEndian.AppendUint64(head, uint64(t.Elements()))
	head = append(append(head, byte(len(t.rule))), t.rule...)
	if _, err := out.Write(head); err != nil {
		return err
	}

	for n := range Node(len(t.elements)) {
		x := t.at(n)
		e := element{kind: x.kind, step: uint64(x.step), work: uint64(x.ownWork()), nodes: uint64(t.count(n, n+1))}
		if n == t.Root() {
			e.step = uint64(x.level)
		}
		if _, err := out.Write(appendElement(out.AvailableBuffer(), e)); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// read reads a tree file. Its memory is at most a small multiple of len(data), whatever the file claims.
func read(data []byte) (*Tree, error) {
	if len(data) < ruleAt+1+4 {
		return nil, errors.New("the file is cut short")
	}
	if string(data[:len(magic)]) != magic {
		return nil, errors.New("this is not a tree file")
	}
	body, sum := data[:len(data)-4], data[len(data)-4:]
	if crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)) != binary.LittleEndian.Uint32(sum) {
		return nil, errors.New("the checksum is wrong: the file is cut short or damaged")
	}
	id := identity{hash: [32]byte(body[hashAt:])}
	elements := binary.LittleEndian.Uint64(body[elementsAt:])
	rest := body[ruleAt+1:]
	name := int(body[ruleAt])
	if name > len(rest) {
		return nil, errors.New("the name of the rule is cut short")
	}
	id.rule, rest = string(rest[:name]), rest[name:]
	if v := binary.LittleEndian.Uint32(data[len(magic):]); v != id.version() {
		return nil, fmt.Errorf("the file has format version %d, not %d", v, id.version())
	}
	if elements > maxElements || elements > uint64(len(rest)/minElementBytes) {
		return nil, fmt.Errorf("the file claims %d nodes, but holds only %d bytes for them", elements, len(rest))
	}
	if elements == 0 {
		return nil, errNodesMissing
	}
	b := newBuilder(id, int64(elements))
	if err := b.read(rest); err != nil {
		return nil, err
	}
	return b.finish()
}
