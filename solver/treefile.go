package solver

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A tree file holds one recorded tree, all numbers little-endian:
//
//	8 bytes   magic "sat-tree"
//	4 bytes   format version
//	32 bytes  hash of the formula
//	8 bytes   number of nodes
//	1 byte    length of the rule's name, and the name
//	          the nodes in preorder, as appendNode writes them
//	4 bytes   CRC-32C of everything before it
const (
	treeMagic   = "sat-tree"
	treeVersion = 1

	treeHashAt   = len(treeMagic) + 4
	treeNodesAt  = treeHashAt + 32
	treeRuleAt   = treeNodesAt + 8
	minNodeBytes = 2
)

// write writes the tree as a tree file.
func (t *Tree) write(w io.Writer) error {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)

	head := binary.LittleEndian.AppendUint32([]byte(treeMagic), treeVersion)
	head = append(head, t.hash[:]...)
	head = binary.LittleEndian.AppendUint64(head, uint64(t.Nodes()))
	head = append(append(head, byte(len(t.rule))), t.rule...)
	if _, err := out.Write(head); err != nil {
		return err
	}

	levels := []int{0} // levels[depth+1] is the level of the current node at that depth
	for n, depth := range t.preorder() {
		level := t.Level(n)
		step := uint64(level - levels[depth])
		levels = append(levels[:depth+1], level)
		node := appendNode(out.AvailableBuffer(), t.nodes[n].kind(), step, uint64(t.ownWork(n)))
		if _, err := out.Write(node); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// readTree reads a tree file. Its memory is bounded by a small multiple of len(data), whatever the
// file claims.
func readTree(data []byte) (*Tree, error) {
	if len(data) < treeRuleAt+1+4 {
		return nil, errors.New("the file is cut short")
	}
	if string(data[:len(treeMagic)]) != treeMagic {
		return nil, errors.New("this is not a tree file")
	}
	if v := binary.LittleEndian.Uint32(data[len(treeMagic):]); v != treeVersion {
		return nil, fmt.Errorf("the file has format version %d, not %d", v, treeVersion)
	}
	body, sum := data[:len(data)-4], data[len(data)-4:]
	if crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)) != binary.LittleEndian.Uint32(sum) {
		return nil, errors.New("the checksum is wrong: the file is cut short or damaged")
	}
	id := treeID{hash: [32]byte(body[treeHashAt:])}
	nodes := binary.LittleEndian.Uint64(body[treeNodesAt:])
	rest := body[treeRuleAt+1:]
	name := int(body[treeRuleAt])
	if name > len(rest) {
		return nil, errors.New("the name of the rule is cut short")
	}
	id.rule, rest = string(rest[:name]), rest[name:]
	if nodes > maxTreeNodes || nodes > uint64(len(rest)/minNodeBytes) {
		return nil, fmt.Errorf("the file claims %d nodes, but holds only %d bytes for them", nodes, len(rest))
	}
	if nodes == 0 {
		return nil, errNodesMissing
	}
	b := newTreeBuilder(id, int64(nodes))
	if err := b.read(rest); err != nil {
		return nil, err
	}
	return b.finish()
}
