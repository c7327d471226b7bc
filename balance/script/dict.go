package script

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// dict is a dictionary of a program. That of package starlark finds a key by a hash that a program can foresee: a
// thousand keys that collide cost a million comparisons. It also cannot tell how much memory it holds. This one hands
// its keys to a map of Go, whose hash nobody foresees, and keeps the order of insertion beside it:
//
//	entries   a: 1   –   c: 3      b was removed; a is the first, and c comes after it
//	places    a → 0, c → 2         nil as long as there are few entries
type dict struct {
	entries     []entry
	places      map[key]int32
	removed     int // entries without a value
	first, last int32
	iterators   int
	frozen      bool
}

// entry is one of the chain of entries, in the order of insertion. nowhere is its end.
type entry struct {
	key            key
	name, value    starlark.Value // the key as it was given; value is nil if it was removed
	before, behind int32
}

const nowhere = -1

func newDict(size int) *dict {
	return &dict{entries: make([]entry, 0, size), first: nowhere, last: nowhere}
}

// fewEntries is the size up to which a dictionary is searched from its first entry to its last.
const fewEntries = 8

// key is what is equal for equal keys, and only for those.
type key struct {
	kind keyKind
	n    uint64
	text string
}

type keyKind uint8

const (
	wholeKey    keyKind = iota // n is the number
	largeKey                   // text has its bytes
	negativeKey                // the same, below 0
	floatKey                   // n has its bits
	textKey
	boolKey
	noneKey
	tupleKey // text has the keys of what lies in it
)

const (
	// maxKeyValues is how many values the tuples of a key may hold together.
	maxKeyValues = 8
	// maxKeyText is the same for the length of what identifies them.
	maxKeyText = 512
)

// keyOf is the key that a value is. It takes a bounded time.
func keyOf(v starlark.Value) (key, error) {
	switch v := v.(type) {
	case starlark.Int:
		return keyOfInt(v), nil
	case starlark.String:
		return key{kind: textKey, text: string(v)}, nil
	case starlark.Float:
		return keyOfFloat(float64(v)), nil
	case starlark.Bool:
		if v {
			return key{kind: boolKey, n: 1}, nil
		}
		return key{kind: boolKey}, nil
	case starlark.NoneType:
		return key{kind: noneKey}, nil
	case starlark.Tuple:
		left := maxKeyValues
		text, err := appendKey(nil, v, &left)
		return key{kind: tupleKey, text: string(text)}, err
	}
	return key{}, fmt.Errorf("unhashable type: %s: a key is a number, a text, True, False, None, or a tuple of those", v.Type())
}

func keyOfInt(v starlark.Int) key {
	if n, ok := v.Int64(); ok {
		return key{kind: wholeKey, n: uint64(n)}
	}
	kind := largeKey
	if v.Sign() < 0 {
		kind = negativeKey
	}
	return key{kind: kind, text: string(v.BigInt().Bytes())}
}

// keyOfFloat: a float is equal to the whole number that it is, and NaN to itself.
func keyOfFloat(x float64) key {
	switch {
	case math.IsNaN(x):
		return key{kind: floatKey, n: math.Float64bits(math.NaN())}
	case x != math.Trunc(x) || math.IsInf(x, 0):
		return key{kind: floatKey, n: math.Float64bits(x)}
	case math.Abs(x) < 1<<62:
		return key{kind: wholeKey, n: uint64(int64(x))}
	}
	n, err := starlark.NumberToInt(starlark.Float(x))
	if err != nil {
		return key{kind: floatKey, n: math.Float64bits(x)}
	}
	return keyOfInt(n)
}

// appendKey appends what identifies the values in a tuple, of which there may be left more.
func appendKey(text []byte, t starlark.Tuple, left *int) ([]byte, error) {
	if *left -= len(t); *left < 0 || len(text) > maxKeyText {
		return nil, fmt.Errorf("a tuple that holds more than %d values, or long texts, cannot be a key", maxKeyValues)
	}
	text = binary.AppendUvarint(text, uint64(len(t)))
	for _, x := range t {
		if inner, ok := x.(starlark.Tuple); ok {
			var err error
			if text, err = appendKey(append(text, byte(tupleKey)), inner, left); err != nil {
				return nil, err
			}
			continue
		}
		k, err := keyOf(x)
		if err != nil {
			return nil, err
		}
		text = binary.AppendUvarint(append(text, byte(k.kind)), k.n)
		text = append(binary.AppendUvarint(text, uint64(len(k.text))), k.text...)
		if len(text) > maxKeyText {
			return nil, fmt.Errorf("a tuple that holds more than %d values, or long texts, cannot be a key", maxKeyValues)
		}
	}
	return text, nil
}

// find is the place of a key in entries, or -1.
func (d *dict) find(k key) int {
	if d.places != nil {
		if at, ok := d.places[k]; ok {
			return int(at)
		}
		return -1
	}
	for i := range d.entries {
		if d.entries[i].key == k && d.entries[i].value != nil {
			return i
		}
	}
	return -1
}

// changes says why a dictionary cannot change, if so.
func (d *dict) changes(verb string) error {
	switch {
	case d.frozen:
		return fmt.Errorf("cannot %s frozen hash table", verb)
	case d.iterators > 0:
		return fmt.Errorf("cannot %s hash table during iteration", verb)
	}
	return nil
}

// remove takes an entry away and returns its value. Once more are gone than are left, the rest moves up.
func (d *dict) remove(at int) starlark.Value {
	e := &d.entries[at]
	v := e.value
	delete(d.places, e.key)
	if e.before == nowhere {
		d.first = e.behind
	} else {
		d.entries[e.before].behind = e.behind
	}
	if e.behind == nowhere {
		d.last = e.before
	} else {
		d.entries[e.behind].before = e.before
	}
	*e = entry{}
	if d.removed++; d.removed > d.Len() {
		d.pack()
	}
	return v
}

// pack gives room back that removed entries have left.
func (d *dict) pack() {
	old := *d
	*d = *newDict(old.Len())
	for i := old.first; i != nowhere; i = old.entries[i].behind {
		e := &old.entries[i]
		d.add(e.key, e.name, e.value)
	}
}

// add adds an entry that is not there.
func (d *dict) add(k key, name, value starlark.Value) {
	if text, ok := name.(starlark.String); ok && len(text) == 1 {
		name = ownLetter(text)
		k.text = string(ownLetter(text))
	}
	at := int32(len(d.entries))
	d.entries = append(d.entries, entry{k, name, value, d.last, nowhere})
	if d.last == nowhere {
		d.first = at
	} else {
		d.entries[d.last].behind = at
	}
	d.last = at
	switch {
	case d.places != nil:
		d.places[k] = at
	case len(d.entries) > fewEntries:
		d.places = make(map[key]int32, cap(d.entries))
		for i := d.first; i != nowhere; i = d.entries[i].behind {
			d.places[d.entries[i].key] = i
		}
	}
}

// each goes through the entries in their order, as a sequence of Go.
func (d *dict) each(yield func(*entry) bool) {
	for i := d.first; i != nowhere; i = d.entries[i].behind {
		if !yield(&d.entries[i]) {
			return
		}
	}
}

// The methods by which a dict implements starlark.Mapping, HasSetKey, Sequence and Comparable.

func (d *dict) Type() string          { return "dict" }
func (d *dict) Truth() starlark.Bool  { return d.Len() > 0 }
func (d *dict) Len() int              { return len(d.entries) - d.removed }
func (d *dict) Hash() (uint32, error) { return 0, errors.New("unhashable type: dict") }

// Freeze makes it constant.
func (d *dict) Freeze() {
	if d.frozen {
		return
	}
	d.frozen = true
	for e := range d.each {
		e.name.Freeze()
		e.value.Freeze()
	}
}

// String writes it as in a program.
func (d *dict) String() string {
	var b strings.Builder
	b.WriteByte('{')
	separator := ""
	for e := range d.each {
		b.WriteString(separator + e.name.String() + ": " + e.value.String())
		separator = ", "
	}
	b.WriteByte('}')
	return b.String()
}

// Get implements starlark.Mapping.
func (d *dict) Get(name starlark.Value) (starlark.Value, bool, error) {
	k, err := keyOf(name)
	if err != nil {
		return nil, false, err
	}
	if at := d.find(k); at >= 0 {
		return d.entries[at].value, true, nil
	}
	return starlark.None, false, nil
}

// SetKey implements starlark.HasSetKey.
func (d *dict) SetKey(name, value starlark.Value) error {
	if err := d.changes("insert into"); err != nil {
		return err
	}
	k, err := keyOf(name)
	if err != nil {
		return err
	}
	if at := d.find(k); at >= 0 {
		d.entries[at].value = value
		return nil
	}
	d.add(k, name, value)
	return nil
}

// Items implements starlark.IterableMapping. Each pair has memory of its own, so that one kept keeps no others.
func (d *dict) Items() []starlark.Tuple {
	items := make([]starlark.Tuple, 0, d.Len())
	for e := range d.each {
		items = append(items, starlark.Tuple{e.name, e.value})
	}
	return items
}

// Iterate implements starlark.Iterable.
func (d *dict) Iterate() starlark.Iterator {
	if !d.frozen {
		d.iterators++
	}
	return &dictIterator{of: d, at: d.first, counted: !d.frozen}
}

type dictIterator struct {
	of      *dict
	at      int32
	counted bool
}

// Next implements starlark.Iterator.
func (it *dictIterator) Next(p *starlark.Value) bool {
	if it.at == nowhere {
		return false
	}
	e := &it.of.entries[it.at]
	*p, it.at = e.name, e.behind
	return true
}

// Done implements starlark.Iterator.
func (it *dictIterator) Done() {
	if it.counted {
		it.of.iterators--
		it.counted = false
	}
}

// CompareSameType implements starlark.Comparable.
func (d *dict) CompareSameType(op syntax.Token, other starlark.Value, depth int) (bool, error) {
	e, ok := other.(*dict)
	if !ok || op != syntax.EQL && op != syntax.NEQ {
		return false, fmt.Errorf("dict %s %s: dictionaries have no order", op, other.Type())
	}
	equal, err := d.equal(e, depth)
	return equal == (op == syntax.EQL), err
}

func (d *dict) equal(e *dict, depth int) (bool, error) {
	if d.Len() != e.Len() {
		return false, nil
	}
	for x := range d.each {
		at := e.find(x.key)
		if at < 0 {
			return false, nil
		}
		if same, err := starlark.EqualDepth(x.value, e.entries[at].value, depth-1); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

// AttrNames implements starlark.HasAttrs.
func (d *dict) AttrNames() []string { return dictMethods() }

// Attr returns a method.
func (d *dict) Attr(name string) (starlark.Value, error) { return bound(dictMethod(name), name, d) }
