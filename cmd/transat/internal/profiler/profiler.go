// Package profiler reads search trees from running constraint solvers, in the protocol of CP-Profiler: Gecode, Chuffed, Choco and the
// MiniZinc IDE connect to a port, and send a message for each node.
//
//	solver                               Read
//	──────                               ────
//	START   name, whether it restarts
//	NODE    uid, parent, status …        a task for each node that was visited
//	NODE    …
//	RESTART number                       the nodes that follow have another root
//	DONE                                 the tree is complete
//
// A message is its length (32 bits, the lowest byte first) and its body: a byte for its type; of a node then eight numbers (32 bits, the
// highest byte first: number, restart and thread of the node and of its parent, which child it is, and how many children it has) and a byte
// for its status; then fields, each a byte for its kind and its value: a number for the version, and texts, with their length before
// them, for label, nogood and info.
//
// Source: https://github.com/cp-profiler, version 3 of the protocol, which is that of Gecode 6 as well. Left out: labels and nogoods.
package profiler

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"transat/balance/foreign"
	"transat/balance/tasktree"
)

// Options say what Read makes of a tree.
type Options struct {
	// Seconds makes the work of a node the time between its message and the one before it of the same thread, as far as messages come
	// one by one. Otherwise each node is a unit of work, "nodes".
	Seconds bool
	// Pruned says that the search is a branch and bound.
	Pruned bool
	// Most is the largest number of nodes; more are an error. 0: 100 million.
	Most int
	// Progress, if not nil, is called now and then with the number of nodes so far.
	Progress func(nodes int)
	// Now tells the time; nil: time.Now.
	Now func() time.Time
}

// Trace is what a solver has sent.
type Trace struct {
	Tree *tasktree.Tree // nil if there was no node
	Name string         // of the search, if it has told

	Whole      bool // DONE has come
	Restarts   int
	Threads    int
	Open       int64 // children that were announced and did not come
	Skipped    int64 // nodes that a solver jumped over, which are left out
	Orphans    int64 // nodes that are left out because their parents never came, or they are their own ancestors
	Repetition int64 // messages about a node that was there, of which the last counts
}

// status is what a solver says of a node.
type status uint8

const (
	solved status = iota
	failed
	branch
	skipped
)

// The types of messages, and the kinds of fields.
const (
	typeNode, typeDone, typeStart, typeRestart           = 0, 1, 2, 3
	fieldLabel, fieldNogood, fieldInfo, fieldVersion     = 0, 1, 2, 3
	mostMessage                                      int = 1 << 20 // bytes; infos of solutions may be long
	mostNodes                                            = 100_000_000
)

// uid identifies a node.
type uid struct{ number, restart, thread int32 }

type node struct {
	uid, parent uid
	kids        int32
	status      status
	work        int64 // ns, or 1
}

// Error says that what came is not the protocol.
type Error struct {
	Message int64 // its number, from 1
	Reason  string
}

// Error says it in a line.
func (e *Error) Error() string {
	return fmt.Sprintf("message %d of the solver: %s", e.Message, e.Reason)
}

// Read reads messages until DONE, or the end. After an error, what has come before it is returned as well.
func Read(r io.Reader, o Options) (*Trace, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Most <= 0 {
		o.Most = mostNodes
	}
	x := &reader{
		in: bufio.NewReaderSize(r, 1<<16), o: o, recording: &Trace{}, at: map[uid]int{}, last: map[int32]time.Time{}, begun: o.Now(),
	}
	failed := x.run()
	tree, err := x.tree()
	x.recording.Tree = tree
	return x.recording, errors.Join(failed, err)
}

type reader struct {
	in        *bufio.Reader
	o         Options
	recording *Trace
	messages  int64
	body      []byte

	nodes []node
	at    map[uid]int // in nodes
	begun time.Time
	last  map[int32]time.Time // by thread, when its last message came
}

func (x *reader) wrong(format string, args ...any) error {
	return &Error{x.messages, fmt.Sprintf(format, args...)}
}

// run reads all messages.
func (x *reader) run() error {
	for !x.recording.Whole {
		x.messages++
		body, err := x.message()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := x.take(body); err != nil {
			return err
		}
	}
	return nil
}

// message reads a body. io.EOF is the end between two messages.
func (x *reader) message() ([]byte, error) {
	var size [4]byte
	if n, err := io.ReadFull(x.in, size[:]); err != nil {
		if err == io.EOF || n == 0 {
			return nil, io.EOF
		}
		return nil, x.wrong("it ends after %d bytes of its length", n)
	}
	n := binary.LittleEndian.Uint32(size[:])
	if n == 0 || n > uint32(mostMessage) {
		return nil, x.wrong("its length is %d bytes: want 1 to %d (is this a CP-Profiler connection?)", n, mostMessage)
	}
	x.body = slices.Grow(x.body[:0], int(n))[:n]
	if got, err := io.ReadFull(x.in, x.body); err != nil {
		return nil, x.wrong("it ends after %d of %d bytes", got, n)
	}
	return x.body, nil
}

// fields are what is left of a body.
type fields struct {
	left []byte
	cut  bool
}

func (f *fields) byte() byte {
	if len(f.left) < 1 {
		f.cut = true
		return 0
	}
	b := f.left[0]
	f.left = f.left[1:]
	return b
}

func (f *fields) number() int32 {
	if len(f.left) < 4 {
		f.cut = true
		return 0
	}
	n := int32(binary.BigEndian.Uint32(f.left))
	f.left = f.left[4:]
	return n
}

func (f *fields) text() []byte {
	n := f.number()
	if n < 0 || int(n) > len(f.left) {
		f.cut = true
		return nil
	}
	text := f.left[:n]
	f.left = f.left[n:]
	return text
}

func (f *fields) uid() uid { return uid{f.number(), f.number(), f.number()} }

// take takes a message.
func (x *reader) take(body []byte) error {
	f := &fields{left: body}
	kind := f.byte()
	var n node
	if kind == typeNode {
		n.uid, n.parent = f.uid(), f.uid()
		f.number() // which child it is
		n.kids = f.number()
		n.status = status(f.byte())
	}
	var info []byte
	for len(f.left) > 0 && !f.cut {
		switch field := f.byte(); field {
		case fieldVersion:
			f.number()
		case fieldLabel, fieldNogood:
			f.text()
		case fieldInfo:
			info = f.text()
		default:
			return x.wrong("a field of kind %d: want 0 to 3", field)
		}
	}
	if f.cut {
		return x.wrong("its %d bytes are too few for what it begins with", len(body))
	}
	switch kind {
	case typeNode:
		return x.node(n)
	case typeDone:
		x.recording.Whole = true
	case typeStart:
		x.start(info)
	case typeRestart:
		x.recording.Restarts++
	default:
		return x.wrong("it has type %d: want 0 to 3", kind)
	}
	return nil
}

// start takes what a solver says of itself.
func (x *reader) start(info []byte) {
	var about struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(info, &about) == nil {
		x.recording.Name = foreign.Text(about.Name)
	}
	x.begun = x.o.Now()
}

// node takes a node.
func (x *reader) node(n node) error {
	switch {
	case n.status > skipped:
		return x.wrong("node %d has status %d: want 0 to 3", n.uid.number, n.status)
	case n.kids < 0:
		return x.wrong("node %d has %d children: want at least 0", n.uid.number, n.kids)
	case n.status == skipped:
		x.recording.Skipped++
		return nil
	}
	n.work = 1
	if x.o.Seconds {
		now := x.o.Now()
		since, ok := x.last[n.uid.thread]
		if !ok {
			since = x.begun
		}
		x.last[n.uid.thread] = now
		n.work = max(0, now.Sub(since).Nanoseconds())
	}
	if at, ok := x.at[n.uid]; ok {
		old := &x.nodes[at]
		x.recording.Repetition++
		old.status, old.kids = n.status, n.kids
		if x.o.Seconds {
			old.work += n.work
		}
		return nil
	}
	if len(x.nodes) == x.o.Most {
		return x.wrong("it is of node %d, and %d are the most that are kept", n.uid.number, x.o.Most)
	}
	x.at[n.uid] = len(x.nodes)
	x.nodes = append(x.nodes, n)
	if len(x.nodes)%1024 == 0 && x.o.Progress != nil {
		x.o.Progress(len(x.nodes))
	}
	return nil
}

// tree makes the tree of all nodes that hang together.
func (x *reader) tree() (*tasktree.Tree, error) {
	r := x.recording
	if len(x.nodes) == 0 {
		return nil, nil
	}
	threads := map[int32]bool{}
	children := make([][]int, len(x.nodes))
	var open, roots []int
	for i, n := range x.nodes {
		threads[n.uid.thread] = true
		if n.parent.number < 0 {
			roots = append(roots, i)
		} else if parent, ok := x.at[n.parent]; ok {
			children[parent] = append(children[parent], i)
		}
	}
	r.Threads = len(threads)
	meta := tasktree.Meta{Unit: "nodes", Pruned: x.o.Pruned}
	scale := int64(1)
	if x.o.Seconds {
		meta.Unit, scale = "microseconds", int64(time.Microsecond)
	}
	b := tasktree.NewBuilder(meta)
	numbers, placed, total := make([]int, len(x.nodes)), int64(0), int64(0)
	for i := range numbers {
		numbers[i] = -1
	}
	for _, i := range slices.Backward(roots) {
		open = append(open, i)
	}
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		n := &x.nodes[i]
		parent := -1
		if n.parent.number >= 0 {
			parent = numbers[x.at[n.parent]]
		}
		number, err := b.AddChild(parent, n.work/scale, n.status == solved)
		if err != nil {
			return nil, err
		}
		numbers[i] = number
		placed++
		total += n.work / scale
		r.Open += max(0, int64(n.kids)-int64(len(children[i])))
		for _, c := range slices.Backward(children[i]) {
			open = append(open, c)
		}
	}
	r.Orphans = int64(len(x.nodes)) - placed
	r.Open = max(0, r.Open-r.Skipped)
	if placed == 0 {
		return nil, errors.New("no node has come without a parent: there is no root")
	}
	if total == 0 {
		return nil, errors.New("all nodes came at the same moment, so their times are 0: record nodes, not times")
	}
	return b.Tree()
}
