package script

import (
	"reflect"
	"slices"

	"github.com/dustin/go-humanize"
	"go.starlark.net/starlark"
)

// What the states of all processors hold. After a callback its processor's state may be measured: all that can be
// reached from p.state, each value once, in bytes as Go stores them. Between two measurements a state can grow by no
// more than bytesAStep for each step that its callbacks take. So
//
//	held = Σ over processors (bytes measured + bytes granted until the next time)
//
// bounds what all states hold at any time, and a fault comes when it exceeds maxHeld. Every processor may grow a little
// before it is measured, and by grantFactor times its size, as long as that takes no more than a quarter of maxHeld
// altogether: then a measurement costs a small share of the steps before it.

const (
	// grantFactor bounds what a state may grow by until it is measured again, as a multiple of its size.
	grantFactor = 16
	// freeGrants is what all processors together may grow by without being measured, in bytes.
	freeGrants = 64 << 20
	// largestGrant is the most of that for one processor.
	largestGrant = 4 << 20
)

// measure finds out how much the state of a processor holds, and says how far it may grow until the next time.
func (in *instance) measure(s *scale) {
	defer s.reset()
	for i, v := range in.fields {
		if v != nil {
			in.fields[i] = s.add(v)
		}
	}
	s.weigh(in.run.program.shared)
	size := s.bytes + 16*int64(len(in.fields)) + bytesALink*int64(in.links)
	if in.neighbours != nil {
		size += int64(in.neighbours.Len()) * 16
	}
	held := in.run.held.Add(size - in.held)
	in.held, in.granted = size, in.run.free
	if grant := min(grantFactor*size, maxHeld/4-held); grant > 0 {
		in.granted += grant
		in.held += grant
		held = in.run.held.Add(grant)
	}
	in.unmeasured = 0
	if held > maxHeld {
		panic(in.mistake("p.state holds too much: %s on all processors, %s of them on this one; at most %s are allowed",
			humanize.IBytes(uint64(held)), humanize.IBytes(uint64(size)), humanize.IBytes(maxHeld)))
	}
}

// scale measures values.
type scale struct {
	bytes int64
	todo  []starlark.Value
	seen  map[any]bool // lists, dictionaries, functions, and the first elements of tuples
	// An int takes that much beside its place; none if small ones lie in it.
	intBytes int64
}

func newScale() *scale {
	s := &scale{seen: map[any]bool{}}
	if a, b := starlark.Value(starlark.MakeInt(1)), starlark.Value(starlark.MakeInt(1)); reflect.TypeOf(a).Size() > 8 {
		s.intBytes = 16
	} else if a != b { // two pointers
		s.intBytes = 40
	}
	return s
}

// mostKept is the size up to which a scale keeps its memory for the next time.
const mostKept = 1000

func (s *scale) reset() {
	if len(s.seen) > mostKept || cap(s.todo) > mostKept {
		*s = *newScale()
		return
	}
	s.bytes, s.todo = 0, s.todo[:0]
	clear(s.seen)
}

// ownLetter is a text of one byte, with memory of its own. A program that takes a letter out of a text, text[i], keeps all
// of that text. So a measurement puts a copy in its place.
func ownLetter(text starlark.String) starlark.String { return starlark.String([]byte{text[0]}) }

// add adds a value, and returns what to keep in its place. What lies in it is weighed later.
func (s *scale) add(v starlark.Value) starlark.Value {
	switch x := v.(type) {
	case starlark.NoneType, starlark.Bool:
	case starlark.Int:
		if n, ok := x.Int64(); ok && n == int64(int32(n)) {
			s.bytes += s.intBytes
		} else {
			s.bytes += 128
		}
	case starlark.Float:
		s.bytes += 8
	case starlark.String:
		s.bytes += 16 + int64(len(x))
		if len(x) == 1 {
			return ownLetter(x)
		}
	default:
		s.todo = append(s.todo, v)
	}
	return v
}

// addFixed adds a value in whose place nothing else can be put.
func (s *scale) addFixed(v starlark.Value) {
	s.add(v)
	if isLetter(v) {
		s.bytes += maxText
	}
}

func isLetter(v starlark.Value) bool {
	text, ok := v.(starlark.String)
	return ok && len(text) == 1
}

// weigh weighs what has been added, but nothing of what is known.
func (s *scale) weigh(known map[any]bool) {
	for len(s.todo) > 0 {
		v := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		at := identity(v)
		if at != nil && (s.seen[at] || known[at]) {
			continue
		}
		if at != nil {
			s.seen[at] = true
		}
		s.into(v)
	}
}

// identity tells a value that may lie in several places from others; nil for those that hold none.
func identity(v starlark.Value) any {
	switch v := v.(type) {
	case *starlark.List, *dict, *starlark.Function:
		return v
	case starlark.Tuple:
		if len(v) >= 8 || slices.ContainsFunc(v, holds) {
			return &v[0]
		}
	}
	return nil
}

// holds reports whether a value may hold others, or is a letter that has to be replaced.
func holds(v starlark.Value) bool {
	switch v.(type) {
	case starlark.NoneType, starlark.Bool, starlark.Int, starlark.Float:
		return false
	}
	return true
}

// into weighs a value that holds others.
func (s *scale) into(v starlark.Value) {
	s.bytes += 112 // for its head, and for seen
	switch v := v.(type) {
	case *starlark.List:
		n := int64(v.Len())
		s.bytes += 16*n + min(16*n, 8*n+4096) // it may have room for more, see shrinking
		for i := range v.Len() {
			x := v.Index(i)
			if y := s.add(x); isLetter(x) {
				_ = v.SetIndex(i, y) // fails if it is frozen, and then it does not grow
			}
		}
	case starlark.Tuple:
		s.bytes += 16 * int64(len(v))
		for i, x := range v {
			if y := s.add(x); isLetter(x) {
				v[i] = y
			}
		}
	case *dict:
		s.bytes += 72 * int64(cap(v.entries))
		if v.places != nil {
			s.bytes += 96 * int64(len(v.entries))
		}
		for e := range v.each {
			s.bytes += int64(len(e.key.text))
			e.name, e.value = s.add(e.name), s.add(e.value)
		}
	case *starlark.Function:
		for i := range v.NumParams() {
			if x := v.ParamDefault(i); x != nil {
				s.addFixed(x)
			}
		}
		for i := range v.NumFreeVars() {
			if _, x := v.FreeVar(i); x != nil {
				s.addFixed(x)
			}
		}
		s.bytes += 32 * int64(v.NumParams()+v.NumFreeVars())
	case *starlark.Builtin:
		if x := v.Receiver(); x != nil {
			s.add(x)
		}
	case owned:
		s.add(v.Value)
	case place:
		s.bytes += 24 * int64(len(v.Children))
	}
}
