package search

import (
	"crypto/sha256"
	"encoding/binary"
)

// fingerprinted is the number of nodes that a fingerprint is made of.
const fingerprinted = 4096

// fingerprint tells a problem from others of the same type, such as the queens of a larger board: a hash of the first nodes that one
// processor comes to, and of what they are worth. The problem must be a Coder.
func (m *methods[E]) fingerprint() []byte {
	hash := sha256.New()
	var text []byte
	number := func(n int64) { text = binary.AppendVarint(text, n) }
	open, children := []E{m.Root()}, []E(nil)
	for left := fingerprinted; len(open) > 0 && left > 0; left-- {
		e := open[len(open)-1]
		open = open[:len(open)-1]
		node := m.coder.AppendNode(nil, e)
		text = text[:0]
		number(int64(len(node)))
		text = append(text, node...)
		if m.tester != nil && m.tester.Solution(e) {
			number(1)
		}
		if m.valuer != nil {
			if v, ok := m.valuer.Value(e); ok {
				number(v)
			}
		}
		if m.bounder != nil {
			number(m.bounder.Bound(e))
		}
		children = m.Children(e, children[:0])
		number(int64(len(children)))
		hash.Write(text)
		for i := len(children) - 1; i >= 0; i-- {
			open = append(open, children[i])
		}
	}
	return hash.Sum(nil)
}
