package tree

import (
	"bytes"
	"fmt"
)

// Bytes returns the tree in the format of the files of a [Cache].
func (t *Tree) Bytes() []byte {
	var file bytes.Buffer
	file.Grow(3 * int(t.Elements())) // a little more than most trees need
	if err := t.write(&file); err != nil {
		panic(err) // a buffer takes everything
	}
	return file.Bytes()
}

// FromBytes reads the format of Bytes. Errors give name as the source: a *CacheError if the tree is damaged, cut short,
// or of another format version. Memory is at most a small multiple of len(data), whatever the data claim.
func FromBytes(name string, data []byte) (*Tree, error) {
	t, err := read(data)
	if err != nil {
		return nil, &CacheError{Path: name, Reason: err.Error()}
	}
	return t, nil
}

// Key names the tree: the formula's hash, the rule, and the version of the format.
func (t *Tree) Key() string { return fmt.Sprintf("%x-%s-v%d", t.hash[:16], t.rule, t.version()) }
